internal import Basics

/// A session's pages as they were rendered last, until code of the app runs again. Can be used without a turn.
final class PageCache: Sendable {
  /// The most recently used one last.
  private let pages = Locked<[Scene.Rendering]>([])

  /// The page at a URL.
  ///
  /// - Parameter tab: The tab whose scene it must be of; nil for any.
  func page(of tab: String? = nil, where isURL: (String) -> Bool) -> Scene.Rendering? {
    pages.withLock { pages in
      guard let index = pages.lastIndex(where: { isURL($0.url) && (tab == nil || $0.tab == tab) }) else { return nil }
      let page = pages[index]
      if index < pages.count - 1 { pages.append(pages.remove(at: index)) }
      return page
    }
  }

  func insert(_ page: Scene.Rendering) {
    pages.withLock { pages in
      pages.removeAll { $0.url == page.url && $0.tab == page.tab }
      pages.append(page)
    }
  }

  /// - Returns: The pages, the most recently used one last.
  func removeAll() -> [Scene.Rendering] { pages.withLock { exchange(&$0, with: []) } }
}

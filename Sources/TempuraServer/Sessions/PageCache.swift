internal import Basics

/// A session's pages as they were rendered last, until code of the app runs again. Can be used without a turn.
final class PageCache: Sendable {
  private struct Pages {
    var all: [(page: Scene.Rendering, lastUse: UInt64)] = []
    var uses: UInt64 = 0
  }

  private let pages = Locked(Pages())

  /// The page at a URL.
  ///
  /// - Parameter tab: The tab whose scene it must be of; nil for any.
  func page(of tab: String? = nil, where isURL: (String) -> Bool) -> Scene.Rendering? {
    pages.withLock { pages in
      guard let index = pages.all.firstIndex(where: { isURL($0.page.url) && (tab == nil || $0.page.tab == tab) }) else {
        return nil
      }
      pages.uses += 1
      pages.all[index].lastUse = pages.uses
      return pages.all[index].page
    }
  }

  func insert(_ page: Scene.Rendering) {
    pages.withLock { pages in
      pages.all.removeAll { $0.page.url == page.url && $0.page.tab == page.tab }
      pages.uses += 1
      pages.all.append((page, pages.uses))
    }
  }

  /// - Returns: The pages, the most recently used one last.
  func removeAll() -> [Scene.Rendering] {
    let removed = pages.withLock { pages in
      var all: [(page: Scene.Rendering, lastUse: UInt64)] = []
      swap(&all, &pages.all)
      return all
    }
    return removed.sorted { $0.lastUse < $1.lastUse }.map(\.page)
  }
}

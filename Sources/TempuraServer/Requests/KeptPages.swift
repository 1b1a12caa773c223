internal import Basics
internal import HTML
internal import HTTPServer
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// A page of a session as it is, sent again if nothing has happened in the session since the page was made. Needs no turn, so
/// that the pages of one session do not wait for one another.
enum KeptPage {
  /// Answers with the page, if there is one.
  ///
  /// - Parameters:
  ///   - candidate: How many cookies of the request were tried before.
  ///   - isChecked: Whether the storage has just confirmed the version.
  static func answer(
    _ exchange: any Exchange, _ runtime: Runtime, candidate: Int = 0, isChecked: Bool = false
  ) -> Bool {
    guard let id = SessionCookie.id(in: exchange, candidate), let session = runtime.sessions[id],
      !session.isDueForTouch, session.slices?.hasNews != true,
      !session.scenes.hasMissed.load(ordering: .sequentiallyConsistent),
      isChecked || session.isCurrent(for: exchange, isShow: true)
    else { return false }
    // Its page says that changed files are not used.
    guard runtime.app.development?.reloadProblem == nil else { return false }
    let live = LiveRequest(exchange)
    if let mark = live?.mark, mark != session.mark { return false }
    guard let page = session.scenes.pages.page(of: live?.tab, where: exchange.isTarget), page.site === runtime.site,
      page.markup.isCurrent
    else {
      return false
    }
    // A turn has a thread of its own, and is fair between addresses. Only a patch of the whole page can be longer than this.
    if let live, live.version != page.patches.version, page.markup.count > longestPatch { return false }
    let circumstances = Circumstances(exchange, languages: runtime.options.languages, isLive: live != nil, isShow: true)
    guard circumstances.sayNothingNew(to: page.circumstances) else { return false }
    session.lifetime.lastUse.store(runtime.now, ordering: .relaxed)
    exchange.group = page.requests
    exchange.note(session: session.key.firstBits)
    if let screen = page.screen { exchange.note(screen: screen) }
    if let controller = page.controller { exchange.note(summary: "GET \(exchange.path) → \(controller)") }
    var response =
      live.map {
        page.site.pages.patch(
          page, for: $0, isShow: true, isTarget: true, countedBy: runtime.metrics.patches, coding: exchange.coding)
      } ?? page.site.pages.response(page, mark: session.mark, coding: exchange.coding)
    // A turn may have begun to render what is shown next.
    guard page.markup.isCurrent else {
      response.body.discard()
      return false
    }
    // After the page, so that the version is not lower than that of the page.
    if let version = SessionCookie.versionField(of: session, for: exchange) {
      response.headers.append("Set-Cookie", version)
    }
    exchange.respond(response)
    return true
  }
}

extension KeptPage {
  /// The bytes of a patch that the thread of a connection may write and compress: some 0.3 ms.
  private static var longestPatch: Int { 64 * 1024 }
}

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

/// What is kept of a page that was sent, as it is or compressed. Later answers have other nonces.
///
/// It belongs to the rendering, and leaves memory with it.
final class SentPage: Sendable {
  private struct Kept {
    /// Stands for the writer of the page: another one has other templates.
    let writer: Scripts
    var frame: PageFrame?
    var text: CompressedText?
  }

  private let kept = Locked<Kept?>(nil)

  private func kept(by writer: Scripts) -> Kept {
    kept.withLock { $0?.writer === writer ? $0 : nil } ?? Kept(writer: writer)
  }

  /// Returns the frame of the page.
  ///
  /// - Parameter make: Makes the frame of a page without messages.
  func frame(writer: Scripts, _ make: () -> PageFrame) -> PageFrame {
    var kept = kept(by: writer)
    if let frame = kept.frame { return frame }
    let frame = make()
    kept.frame = frame
    self.kept.withLock { $0 = kept }
    return frame
  }

  /// A smaller page is sent as it is: it fits into a packet.
  private static let smallest = 1024

  /// Returns the compressed page.
  ///
  /// - Parameters:
  ///   - writer: Stands for the writer. Nil for a page with messages, which is not kept.
  ///   - write: Writes the page with the nonces.
  /// - Returns: Nil if the page is sent as it is.
  func body(_ nonces: Nonces, level: Int32, writer: Scripts?, _ write: () -> HTMLBuffer) -> ResponseBody? {
    let values = [nonces.style, nonces.form]
    var kept = writer.map(kept(by:))
    if let text = kept?.text { return text.body(values: values, padding: nonces.padding) }
    let page = write()
    guard page.count >= Self.smallest, let text = CompressedText(page.bytes, values: values, level: level) else {
      return nil
    }
    if kept != nil {
      kept?.text = text
      self.kept.withLock { [kept] in $0 = kept }
    }
    return text.body(values: values, padding: nonces.padding)
  }

  /// Compresses what is sent once. Nil if it is sent as it is.
  static func body(_ bytes: UnsafeRawBufferPointer, level: Int32) -> ResponseBody? {
    guard bytes.count >= smallest else { return nil }
    return CompressedText(bytes, level: level)?.body(padding: Nonces.next().padding)
  }
}

extension HTTPHeaders {
  /// Adds the fields of content that is compressed. Pages that are not compressed need no `Vary`, because caches do not keep
  /// them.
  mutating func appendGzip() {
    append("Content-Encoding", "gzip")
    append("Vary", "Accept-Encoding")
  }
}

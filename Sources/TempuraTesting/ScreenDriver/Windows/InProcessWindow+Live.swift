internal import TempuraServer

/// Live requests, as the script of a page sends them: see `docs/reference/live-protocol.md`.
extension InProcessWindow {
  /// Sends a form, and applies the answer to the page.
  ///
  /// - Parameter fields: The form. Its nonce is replaced, because a live page sends several forms.
  func submitLive(_ fields: [LocalRequest.Field], from page: Page, _ document: LiveDocument) throws {
    let answer = try sendLive(fields, from: page, document)
    guard let patch = try read(answer, at: page.url) else { return try showPage(answer, to: page.url) }
    try take(patch, of: page, sent: patch.status == 200 ? Set(fields.map(\.name)) : [], isTap: true)
    try checkPage()
  }

  /// Sends a form, and leaves the page as it is.
  @discardableResult
  func sendLive(_ fields: [LocalRequest.Field], from page: Page, _ document: LiveDocument) throws -> LocalAnswer {
    let nonce = "\(UInt64.random(in: 1_000_000_000_000...UInt64.max))\(document.marks)"
    let form = fields.map { $0.name == "page" ? LocalRequest.Field("page", nonce) : $0 }
    return try send(liveRequest(to: page.url, document.version, document.release, form: form))
  }

  /// Asks for the changes since the page was patched last.
  ///
  /// - Parameters:
  ///   - url: The URL of the screens to show; nil for those of the page.
  ///   - deadline: When side effects must have ended; nil for the usual time from now.
  func ask(for url: String? = nil, until deadline: ContinuousClock.Instant? = nil) throws {
    guard let live else { return }
    let page = try page()
    let url = url ?? page.url
    let answer = try send(liveRequest(to: url, live.version, live.release))
    guard let patch = try read(answer, at: url) else { return try showPage(answer, to: url) }
    try take(patch, of: page, sent: [], isTap: false, until: deadline)
  }

  private func liveRequest(
    to url: String, _ version: String, _ release: String, form: [LocalRequest.Field]? = nil
  ) -> LocalRequest {
    LocalRequest(
      url: url, form: form,
      headers: [
        "Accept": PagePatch.mediaType, "Tempura-Version": version, "Tempura-Release": release, "Tempura-Tab": tab,
      ])
  }

  private func read(_ answer: LocalAnswer, at url: String) throws -> PagePatch? {
    do { return try PagePatch(answer, to: url) } catch {
      throw AppDriverError.unfitPatch(url: url, "\(error)", changes: answer.page)
    }
  }

  private func showPage(_ answer: LocalAnswer, to url: String) throws {
    if let location = answer.header("Location") { try show(location) } else { show(answer, at: url) }
  }

  /// Applies a patch when the side effects of the screens have ended.
  private func take(
    _ patch: PagePatch, of page: Page, sent: Set<String>, isTap: Bool, until deadline: ContinuousClock.Instant? = nil
  ) throws {
    let url = patch.url
    let deadline = deadline ?? .now + .seconds(timeout)
    if patch.isReload { return try show(url) }
    if patch.isWorking { _ = try waitUntilIdle(url) }
    guard var document = live else { return }
    do {
      try document.apply(patch, sent: sent, replacesNotices: isTap || url != page.url)
    } catch {
      throw AppDriverError.unfitPatch(url: url, "\(error)", changes: patch.changes)
    }
    // A live answer without content leaves the page as it is.
    let status = patch.status == 204 ? page.status : patch.status
    show(Page(url: url, status: status, root: document.root), document)
    guard patch.isWorking else { return }
    // What ran may have led to another side effect, such as one of an observer.
    guard .now < deadline else { throw AppDriverError.stillWorking(seconds: timeout) }
    try ask(until: deadline)
  }

  // MARK: - The check

  /// Compares the page to the one that the server sends for its URL.
  ///
  /// - Throws: `AppDriverError.patchedDiffers` or `.unmarkedChange`.
  func checkPage() throws {
    guard live != nil else { return }
    var loaded = try loadForCheck()
    for _ in 0..<Self.maxAttempts where try !fits(loaded) {
      // Something happened since the last answer.
      try ask()
      loaded = try loadForCheck()
    }
    guard let live else { return }
    let url = try page().url
    if try !fits(loaded) { loaded = try loadOwnScreens(into: loaded) }
    func fail(_ difference: PageDifference) -> AppDriverError {
      .patchedDiffers(
        url: url, place: difference.element, patched: difference.first, loaded: difference.second,
        changes: live.lastChanges)
    }
    guard loaded.url == url else { throw fail(PageDifference("URL", url, loaded.url)) }
    if let difference = PageDifference(patched: live.root, loaded: loaded.root) { throw fail(difference) }
    try checkMarks(at: url)
  }

  private static let maxAttempts = 3

  /// Whether a loaded page is of the version that the live page shows.
  private func fits(_ loaded: (url: String, root: PageNode)) throws -> Bool {
    try loaded.url == page().url && LiveDocument(loaded.root)?.version == live?.version
  }

  /// Loads the page of the URL without showing it.
  private func loadForCheck() throws -> (url: String, root: PageNode) {
    let (url, answer) = try follow(page().url)
    return (url, PageReader.read(answer.page))
  }

  /// Replaces the screens of a loaded page by those of the window, because the page of a URL at which several windows are
  /// may show the screens of another one.
  private func loadOwnScreens(
    into loaded: (url: String, root: PageNode)
  ) throws -> (url: String, root: PageNode) {
    guard var document = LiveDocument(loaded.root) else { return loaded }
    let answer = try send(liveRequest(to: page().url, "0.0", document.release))
    guard let patch = try read(answer, at: page().url) else { return loaded }
    try document.apply(patch, sent: [], replacesNotices: false)
    return (patch.url, document.root)
  }

  /// Renders all views anew, because a page has the last markup of a view that is not marked as changed.
  private func checkMarks(at url: String) throws {
    let rendered = PendingValue<Renderings>()
    server.renderAnew(url, of: tab) { rendered.deliver(Renderings(markup: $0)) }
    guard let (page, new) = try rendered.wait(seconds: timeout).markup else { return }
    let (first, second) = (PageReader.read(page), PageReader.read(new))
    let difference = PageDifference.elements(first, second)
    throw AppDriverError.unmarkedChange(
      url: url, place: difference?.element ?? "screen", shown: difference?.1.shortMarkup ?? page,
      rendered: difference?.2.shortMarkup ?? new)
  }

  private struct Renderings: Sendable {
    let markup: (page: String, new: String)?
  }
}

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
      !session.isDueForTouch, !session.freshness.partsMayHaveChanged.load(ordering: .sequentiallyConsistent),
      !session.freshness.hasMissedChanges.load(ordering: .sequentiallyConsistent),
      isChecked || session.isCurrent(for: exchange, isShow: true)
    else { return false }
    // Its page says that changed files are not used.
    guard runtime.app.development?.reloadProblem == nil else { return false }
    let live = LiveRequest(exchange)
    if let mark = live?.mark, mark != session.mark { return false }
    guard let page = session.scenes.pages.page(of: live?.tab, where: exchange.isTarget), page.site === runtime.site
    else {
      return false
    }
    let circumstances = Circumstances(exchange, languages: runtime.options.languages, isLive: live != nil)
    guard circumstances.completed(by: page.circumstances) == page.circumstances else { return false }
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
    // After the page, so that the version is not lower than that of the page.
    if let version = SessionCookie.versionField(of: session, for: exchange) {
      response.headers.append("Set-Cookie", version)
    }
    exchange.respond(response)
    return true
  }
}

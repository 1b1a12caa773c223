internal import HTTPServer
internal import SessionKernel
internal import Sessions
internal import Synchronization
internal import TempuraMetrics
internal import TempuraUI

/// How a request ends. What ends it on the way throws this.
enum Answer: Error {
  /// A page of a scene.
  ///
  /// - message: What it says at its top; by default what the scene has to say.
  case page(Scene, status: HTTPStatus = .ok, message: ServerText? = nil)
  case redirect(to: String)
  case refusal(RequestRefusal)
}

extension RequestContext {
  /// Answers the request, once. Every request ends here that has shown or applied something.
  func respond(_ turn: borrowing Turn, with answer: Answer) async {
    var answer = answer
    while true {
      // The URL of a form that was applied was noted when its change was stored.
      if let formKey { session.answers.finish(formKey, url: nil) }
      guard mayShowSession else { return exchange.respond(unavailable(.sessionRenewed)) }
      guard live != nil, case .redirect(let url) = answer, redirects < Self.maxRedirects else { break }
      do throws(Answer) { answer = try await follow(turn, to: url) } catch { answer = error }
    }
    var response = response(to: answer)
    setCookie(&response)
    for watcher in watchers { watcher.willAnswer(response, self) }
    exchange.respond(response)
  }

  private func response(to answer: Answer) -> HTTPResponse {
    switch answer {
    case .page(let scene, let status, let message): page(of: scene, status, message)
    case .redirect(let url): redirection(to: url)
    case .refusal(let refusal): page(of: refusal)
    }
  }

  /// Beyond this number of redirects the client loads the page, and so finds out by itself that they do not end.
  private static let maxRedirects = 8

  private func redirection(to url: String) -> HTTPResponse {
    if live != nil { return runtime.site.pages.reload(url) }
    return .seeOther(exchange.basePath + url, shared: SecurityHeaders.redirect)
  }

  private func page(of scene: Scene, _ status: HTTPStatus, _ message: ServerText?) -> HTTPResponse {
    // A session that has ended is not shown: the browser comes back without its cookie, and begins a new one.
    if session.isRemoved, !isNewSession { return redirection(to: self.url) }
    // A part that could not be loaded would be shown as an empty one.
    if session.slices?.isStale == true { return unavailable(.sessionUnavailable) }
    if let live {
      if let reload = reload(live, scene, status, message) { return reload }
      scene.page.isLive = true
    }
    let screen: RenderedScreen
    do throws(PageLimitError) {
      guard let rendering = try scene.render() else { return page(of: .noWindow) }
      screen = rendering
    } catch {
      return page(of: .pageTooLarge(error, screen: scene.screen))
    }
    for watcher in watchers { watcher.didRender(scene, self) }
    let message = message ?? scene.takeMessage() ?? complaint(about: scene)
    // A page that is replaced in a second would not be read.
    let notes = scene.isWorking ? [] : scene.application.takeNotes() + takeReports(of: scene).map(PageNote.report)
    if let live { return patch(live, scene, screen, status, message, notes) }
    let top = message ?? (scene.isWaitingForSlot ? .pageWaiting : nil)
    // A form that could not be stored may have been: only the reply may be lost. If its user presses again, it is the same form.
    return scene.page.site.pages.response(
      screen, mark: session.mark, status: status, message: top, notes: notes, isWorking: scene.isWorking,
      isSizeUnknown: scene.hints.isSizeUnknown, repeating: status.code >= 500 ? form?.nonce : nil,
      coding: exchange.coding)
  }

  /// What a page says about side effects that failed since the last page. Nil if none did, or while others are running: that
  /// page is replaced in a second and would not be read.
  func complaint(about scene: Scene) -> ServerText? {
    guard !scene.isWorking else { return nil }
    let failures = scene.takeFailures()
    guard !failures.isEmpty else { return nil }
    runtime.log.report(
      "Request \(exchange.requestID) tells of failures: \(failures.joined(separator: "; "))",
      request: exchange.requestID, session: session.key, trace: traceID)
    return .pageFailed(exchange.requestID)
  }

  private func page(of refusal: RequestRefusal) -> HTTPResponse {
    let (status, message, reason) = refusal.answer
    runtime.metrics.countRefusal(reason)
    if let report = refusal.report(of: runtime.app.type) {
      runtime.log.report(report, request: exchange.requestID, session: session.key, trace: traceID)
    }
    return errorPage(status, message, report(of: refusal, session.scenes.first))
  }

  /// What the next page of a scene says to the developer.
  private func takeReports(of scene: Scene) -> [DevelopmentReport] {
    watchers.isEmpty ? [] : watchers.flatMap { $0.takeReports(of: scene) }
  }

  /// What the page of a refusal says to the developer.
  func report(of refusal: RequestRefusal, _ scene: Scene?) -> DevelopmentReport? {
    switch refusal {
    case .trapped(let report): report
    case .notFound where arrivalReport != nil: arrivalReport
    default: watchers.lazy.compactMap { [self] in $0.report(of: refusal, scene, self) }.first
    }
  }

  /// A live page stays, with what was typed, and says the message. What has no screen to stay at is loaded.
  func errorPage(
    _ status: HTTPStatus, _ message: ServerText, _ report: DevelopmentReport? = nil
  ) -> HTTPResponse {
    if live != nil, isShow, ![.contentTooLarge, .tooManyRequests].contains(status) {
      return runtime.site.pages.reload(url)
    }
    return runtime.refusal(
      of: exchange, status, message, report: report, preference: session.scenes.languagePreference)
  }

  /// 503: the session is not available. If it has another id, the browser may have that by now. It loads a page again by itself. A
  /// form it sends again if its user wants that: loading its URL would lose what was typed. The script of a live page sends every
  /// request again.
  func unavailable(_ reason: RefusalReason) -> HTTPResponse {
    // What a form did is stored, even if another request has got the new id meanwhile.
    let mayBeDone = !isShow && sceneOfCode != nil && problem == nil && !request.isUndone
    var response = runtime.refusal(
      of: exchange, .serviceUnavailable, mayBeDone ? .errorMayBeDone : .errorSessionUnavailable, reason)
    if reason == .sessionRenewed, isShow { response.headers.append("Refresh", "1") }
    return response
  }

  // MARK: - The cookie

  /// Refusals that show a page of the session.
  private static let keepsSession: [HTTPStatus] = [.conflict, .unprocessableContent]

  /// Gives the browser the id of a session that is new, or deletes that of one that has ended.
  private func setCookie(_ response: inout HTTPResponse) {
    defer { if search.isAfterEnd, isNewSession { response.headers.appendClearAfterEnd(of: exchange) } }
    if session.isRemoved {
      session.didTellEnd()
      if !isNewSession {
        response.headers.appendClearAfterEnd(of: exchange)
        response.headers.append("Set-Cookie", SessionCookie.deletion(for: exchange))
      }
    } else if isNewSession, !session.isStored, let problem {
      session.removeUnclaimed()
      response.body.discard()
      response = page(of: .notStored(problem))
    } else if isNewSession, response.status.code < 400 || Self.keepsSession.contains(response.status) {
      session.lifetime.lastUse.store(runtime.now, ordering: .relaxed)
      _ = runtime.sessions.insert(session, asOf: entry.changes)
      runtime.metrics.sessionsStarted.increment()
      runtime.kernel.cleanUpIfCrowded()
      response.headers.append("Set-Cookie", cookie)
    } else if isNewSession {
      session.removeUnclaimed()
    } else {
      // If it came with an earlier id, its answer brings the present one.
      let isNewID = request.id != session.id || session.life == .renamed || search.newID != nil
      if session.takeCookieRenewal() || isNewID { response.headers.append("Set-Cookie", cookie) }
      if isNewID { SessionCookie.keepClaims(0, of: exchange, &response.headers) }
      setClaim(&response)
    }
    if session.life == .live, let version = SessionCookie.versionField(of: session, for: exchange) {
      response.headers.append("Set-Cookie", version)
    }
  }

  /// If code of the request still runs, gives the browser the claim to an id that the code may ask for.
  private func setClaim(_ response: inout HTTPResponse) {
    guard sceneOfCode?.isWorking == true, session.life == .live, !request.isUndone else { return }
    session.rotation.didAnswer(request)
    SessionCookie.setClaim(request.lateClaim, of: exchange, &response.headers)
  }

  private var cookie: String {
    SessionCookie.field(session.id, lifetime: runtime.options.sessionLifetime, for: exchange)
  }
}

extension HTTPHeaders {
  /// Makes the browser forget what it has of a session that ended (W3C Clear Site Data, section 3.1).
  ///
  /// Not all cookies, which are also those of other ports and hosts of the domain. With a base path, other apps use the storage,
  /// too.
  mutating func appendClearAfterEnd(of exchange: any Exchange) {
    append("Clear-Site-Data", exchange.basePath.isEmpty ? "\"cache\", \"storage\"" : "\"cache\"")
  }
}

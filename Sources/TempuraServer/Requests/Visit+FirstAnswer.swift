internal import HTTPServer
internal import Sessions
internal import Synchronization
internal import TempuraMetrics
internal import TempuraUI

// The first answer of a new session, which other new visitors get copies of: see `FirstAnswers`.

extension Visit {
  /// The copy of a page, and the new session that begins with it.
  struct Copy {
    let page: Scene.Rendering
    let id: SessionID
    let record: SessionRecord
  }

  /// Answers a new visitor without launching the app, if another one got the same answer a short time ago.
  func answersWithCopy() -> Bool {
    guard isShow, live == nil, runtime.newSessions.answers.isOn else { return false }
    let circumstances = Circumstances(exchange, languages: runtime.options.languages, isLive: false)
    switch runtime.newSessions.answers.answer(for: circumstances, at: runtime.now, where: exchange.isTarget) {
    case .page(let page, let content) where page.site === runtime.site: store(page, content)
    case .redirect(let url): exchange.respond(.seeOther(url, shared: SecurityHeaders.redirect))
    case .page, nil: return false
    }
    return true
  }

  /// Stores a new session that begins with a copied page.
  private func store(_ page: Scene.Rendering, _ content: EncodedContent) {
    let (id, created) = (runtime.platform.newID(), runtime.time)
    let record = SessionRecord(
      version: 1, content: content, created: created, expiry: runtime.expiry(isUsed: false, created: created),
      isUsed: false, address: exchange.client)
    waitForStorage(
      { runtime.storage.save(record, for: SessionKey(of: id), replacing: 0, $0) },
      as: { .copy(Copy(page: page, id: id, record: record), $0) })
  }

  func didStore(_ copy: Copy, _ result: Result<SavedSession, StorageError>) {
    // If it could not be stored, the answer to an ordinary visit says why.
    guard case .success(.saved) = result else { return launchSession() }
    runtime.metrics.sessionsStarted.increment()
    exchange.group = copy.page.requests
    var response = copy.page.site.pages.response(
      copy.page, mark: SessionMark(created: copy.record.created), coding: exchange.coding)
    response.headers.append(
      "Set-Cookie", SessionCookie.field(copy.id, lifetime: runtime.options.sessionLifetime, for: exchange))
    if let version = SessionCookie.versionField(copy.record.version, runtime, for: exchange) {
      response.headers.append("Set-Cookie", version)
    }
    exchange.respond(response)
  }

  /// Keeps the first answer of a new session for other visitors, if the session could leave memory now. A copy's next request
  /// makes the screens from the stored state in the same way.
  func share(_ answer: Answer) {
    // A copy would show shared parts as they were.
    guard runtime.newSessions.answers.isOn, isShow, live == nil, session.life == .live, !session.renewal.isWanted,
      session.parts?.ids.isEmpty != false,
      !session.isUnsaved, let record = session.record, runtime.app.stateType is any Codable.Type,
      session.scenes.allSatisfy({ $0.canBeMadeAgain && !$0.hasMessages })
    else { return }
    let first: FirstAnswer
    switch answer {
    case .redirect(let url): first = .redirect(to: url)
    case .page:
      // The page is kept if it has no messages.
      guard let page = session.scenes.pages.page(where: exchange.isTarget), let content = try? record.content.encoded()
      else {
        return
      }
      first = .page(page, EncodedContent(bytes: content))
    case .refusal: return
    }
    let circumstances = Circumstances(exchange, languages: runtime.options.languages, isLive: false)
    runtime.newSessions.answers.insert(first, to: self.url, for: circumstances, at: runtime.now)
  }
}

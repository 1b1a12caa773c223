internal import HTTPServer
internal import Sessions
internal import Synchronization

// Whose request it is: which session, from memory, from the storage, or a new one.

extension Visit {
  /// Finds the session of a request, or makes one, and runs `body` in a turn of it: at once if it is idle.
  ///
  /// A client's own idea of an id is never adopted: an unknown one gets a new session under a new id.
  ///
  /// - Parameters:
  ///   - isShow: Whether the request only wants to see a page, which may be there already.
  ///   - candidate: Ids of the request that were tried and name no session.
  ///   - isAfterEnd: Whether one of them named a session that has ended.
  static func findSession(
    _ exchange: any Exchange, _ runtime: Runtime, isShow: Bool = false, candidate: Int = 0,
    isAfterEnd: Bool = false, _ body: @escaping (Visit) -> Void
  ) {
    // Safe because it is called once, by one thread.
    nonisolated(unsafe) let body = body
    guard let id = SessionCookie.id(in: exchange, candidate) else {
      var visit = Visit(exchange, newSessionOf: runtime)
      visit.isAfterEnd = isAfterEnd
      return enterTurn(visit, body)
    }
    let session = runtime.sessions[id]
    if let session, !runtime.storage.isShared, !session.mayBeOld.load(ordering: .relaxed) {
      return enterTurn(Visit(exchange: exchange, session: session, isNewSession: false), body)
    }
    let version = session?.storedVersion.load(ordering: .relaxed) ?? 0
    let key = SessionKey(of: id)
    runtime.storage.load(key, unless: version) { result in
      runtime.afterAnswer { handle(result) }
    }
    @Sendable func handle(_ result: Result<LoadedSession, StorageError>) {
      switch result {
      case .success(.unchanged):
        session?.mayBeOld.store(false, ordering: .relaxed)
        if isShow, repeatPage(exchange, runtime, candidate: candidate, isChecked: true) { return }
        guard let session else {
          return findSession(exchange, runtime, isShow: isShow, candidate: candidate, isAfterEnd: isAfterEnd, body)
        }
        enterTurn(Visit(exchange: exchange, session: session, isNewSession: false), body)
      case .success(.record(let record)):
        openStored(exchange, id, key, record, runtime, body)
      case .success(.unreadable(let reason)):
        runtime.log.report("Session \(key.shortened) cannot be read: \(reason).")
        replaceUnreadable(exchange, key, runtime, body)
      case .success(.none):
        if let session, version > 0 { markRemoved(session) }
        let isAfterEnd = isAfterEnd || runtime.sessions.takeEnded(key)
        findSession(exchange, runtime, isShow: isShow, candidate: candidate + 1, isAfterEnd: isAfterEnd, body)
      case .failure(let error):
        refuse(exchange, runtime, "\(error)")
      }
    }
  }

  /// Makes a session of its record.
  private static func openStored(
    _ exchange: any Exchange, _ id: SessionID, _ key: SessionKey, _ record: SessionRecord, _ runtime: Runtime,
    _ body: @escaping (Visit) -> Void
  ) {
    do throws(StateProblem) {
      let content = try runtime.content(of: record)
      var record = record
      record.content = content
      let session = runtime.sessions.insert(Session(id: id, record: record, content: content, runtime: runtime))
      enterTurn(Visit(exchange: exchange, session: session, isNewSession: false), adopting: record, body)
    } catch {
      runtime.log.report("Session \(key.shortened): \(error)")
      if case .tooNew = error { return refuse(exchange, runtime, nil) }
      replaceUnreadable(exchange, key, runtime, body)
    }
  }

  /// Sets an unreadable session aside, and gives its user a new one.
  private static func replaceUnreadable(
    _ exchange: any Exchange, _ key: SessionKey, _ runtime: Runtime, _ body: @escaping (Visit) -> Void
  ) {
    // Safe because it is called once, by one thread.
    nonisolated(unsafe) let body = body
    runtime.storage.setAside(key) { result in
      if case .failure(let error) = result { return refuse(exchange, runtime, "\(error)") }
      runtime.log.report("Session \(key.shortened) was set aside; its user begins anew.")
      var visit = Visit(exchange, newSessionOf: runtime)
      visit.message =
        "This version of the app cannot read your earlier data, so you start with an empty session. The data was kept."
      runtime.afterAnswer { [visit] in enterTurn(visit, body) }
    }
  }

  /// Answers 503: the session is not available.
  private static func refuse(_ exchange: any Exchange, _ runtime: Runtime, _ reason: String?) {
    if let reason { runtime.log.report("The session of request \(exchange.requestID) cannot be reached: \(reason)") }
    exchange.respond(
      runtime.pages.error(
        .serviceUnavailable,
        message: "Your session is not available right now. Nothing was changed. Please try again in a moment.",
        requestID: exchange.requestID, language: runtime.language(of: exchange)))
  }

  /// Drops a session that another server removed, at the end of its turn.
  private static func markRemoved(_ session: Session) {
    session.queue.perform { if session.stored != nil { session.isRemoved = true } }
  }

  /// Runs `body` in a turn of the visit's session: at once if it is idle.
  ///
  /// - Parameter record: A newer record, which the session adopts first.
  private static func enterTurn(
    _ visit: Visit, adopting record: SessionRecord? = nil, _ body: @escaping (Visit) -> Void
  ) {
    let (exchange, session, runtime) = (visit.exchange, visit.session, visit.runtime)
    session.queue.perform {
      // It may have left memory between being found and this turn.
      guard !session.isEnded else { return findSession(exchange, runtime, body) }
      // The storage could not remove it. That is tried again after this.
      guard !session.isToBeRemoved else { return refuse(exchange, runtime, nil) }
      if let record {
        do { try session.adopt(record) } catch { return refuse(exchange, runtime, "\(error)") }
        session.mayBeOld.store(false, ordering: .relaxed)
      }
      session.lastUse.store(Runtime.now, ordering: .relaxed)
      session.touchIfDue()
      body(visit)
    }
  }

  /// Answers with a page of a session as it is, if nothing has happened in it since the page was made: no need for a
  /// turn, so that the pages of one session do not wait for one another.
  ///
  /// - Parameters:
  ///   - candidate: Ids of the request that were tried and name no session.
  ///   - isChecked: Whether the storage has just confirmed the version.
  static func repeatPage(
    _ exchange: any Exchange, _ runtime: Runtime, candidate: Int = 0, isChecked: Bool = false
  ) -> Bool {
    guard isChecked || !runtime.storage.isShared, let id = SessionCookie.id(in: exchange, candidate),
      let session = runtime.sessions[id], !session.isDueForTouch,
      isChecked || !session.mayBeOld.load(ordering: .relaxed), let page = session.page(where: exchange.isTarget)
    else { return false }
    let circumstances = Circumstances(exchange, languages: runtime.options.languages)
    guard circumstances.completed(by: page.circumstances) == page.circumstances else { return false }
    session.lastUse.store(Runtime.now, ordering: .relaxed)
    exchange.respond(runtime.pages.response(page))
    return true
  }
}

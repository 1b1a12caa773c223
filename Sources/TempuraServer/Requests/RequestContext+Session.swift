internal import Basics
internal import HTTPServer
internal import SessionKernel
internal import Sessions
internal import Synchronization
internal import TempuraUI

// From a request's cookies to a turn of its session, which is in memory, comes from the storage, or is new: what
// `SessionSearch` decides.

extension RequestContext {
  /// A session that was found, before its turn.
  struct FoundSession {
    let session: Session
    /// The id by which it was found.
    let id: SessionID
    var isNew = false
    /// Whether it was loaded just now.
    var isLoaded = false
  }

  /// A session that cannot be read.
  struct Loss {
    /// Quarantines the session; nil if nothing is left of it.
    var quarantine: RecordSave?
    /// What its user is told.
    var notice = ServerText.pageEarlierDataUnreadable
  }

  /// Finds the session that one of the request's cookies names, or begins one.
  ///
  /// - Parameter obstacle: Why the session that was found before could not be entered; nil at first.
  /// - Returns: Nil if the request is answered.
  func findSession(after obstacle: SessionSearch.Finding?) async -> FoundSession? {
    var found: FoundSession?
    var finding = obstacle ?? nextID(&found)
    while true {
      switch search.next(after: finding) {
      case .look: finding = nextID(&found)
      case .load(let id): finding = await load(id, &found)
      case .enter: return found
      case .quarantine:
        // Only a request for a screen does that: its answer can say so.
        if answersWithoutSession(isAfterEnd: false) { return nil }
        finding = await quarantine(loss.quarantine)
      case .begin(let isAfterLoss): return beginSession(after: isAfterLoss ? loss : nil)
      case .refuse(let reason):
        exchange.respond(unavailable(reason))
        return nil
      }
    }
  }

  /// Looks at the next id of the request.
  private func nextID(_ found: inout FoundSession?) -> SessionSearch.Finding {
    guard let id = search.newID ?? SessionCookie.id(in: exchange, search.tried) else { return .noMoreIDs }
    guard let session = runtime.sessions[id] else { return .id(id, isInMemory: false) }
    found = FoundSession(session: session, id: id)
    return .id(id, isInMemory: true)
  }

  // MARK: - The storage

  /// Loads a session that is not in memory.
  private func load(_ id: SessionID, _ found: inout FoundSession?) async -> SessionSearch.Finding {
    let (key, changes) = (SessionKey(of: id), runtime.sessions.changeCount)
    do throws(StorageError) {
      let copy = StoredCopy(.success(try await runtime.storage.load(key, unless: 0)), runtime.kernel.states)
      guard case .record(let record, let content) = copy else {
        return obstacle(copy, to: id) { request.newID(in: $0, from: id) }
      }
      let new = Session(id: id, record: record, content: content, of: runtime)
      let session = runtime.sessions.insert(new, asOf: changes)
      found = FoundSession(session: session, id: id, isLoaded: session === new)
      return .record
    } catch { return noAnswer("\(error)") }
  }

  /// Brings a session in memory up to date, in a turn of it.
  ///
  /// - Returns: Why it cannot be entered; nil if it can be.
  private func revalidate(_ session: Session, _ turn: borrowing Turn) async -> SessionSearch.Finding? {
    let id = session.id
    return await session.revalidate(turn).map { copy in obstacle(copy, to: id) { take($0, in: session) } }
  }

  /// - Parameters:
  ///   - copy: What the storage has of a session instead of a record that can be read.
  ///   - newID: Returns the new id of a session that was renewed; nil if the request may not learn it.
  private func obstacle(
    _ copy: StoredCopy, to id: SessionID, newID: (RenamedSession) -> SessionIDRotation.NewID?
  ) -> SessionSearch.Finding {
    let key = SessionKey(of: id)
    switch copy {
    case .unchanged, .record: return noAnswer("the storage did not send it")
    case .renamed(let renamed): return follow(renamed, from: key, newID(renamed))
    case .missing: return ended(key)
    case .unreadable(let record, let error):
      report("Session \(key.shortened): \(error)", about: key)
      if case .tooNew = error { return .noAnswer }
      loss = Loss(quarantine: RecordSave(quarantining: record, for: key))
      return .unreadable
    case .damaged(let reason, let save):
      report("Session \(key.shortened) cannot be read: \(reason).", about: key)
      loss = Loss(quarantine: save, notice: .pageEarlierDataDamaged)
      return .unreadable
    case .noAnswer(let error): return noAnswer("\(error)")
    }
  }

  /// Nothing is stored of a session.
  private func ended(_ key: SessionKey) -> SessionSearch.Finding {
    // One that is in memory tells them when it leaves.
    if runtime.sessions.session(of: key) == nil { runtime.streams.tell(key) }
    return .nothing(isAfterEnd: runtime.sessions.takeEnded(key))
  }

  /// Looks for a session that was renewed under its new id.
  ///
  /// - Parameter newID: Nil if the request may not learn it.
  private func follow(
    _ renamed: RenamedSession, from key: SessionKey, _ newID: SessionIDRotation.NewID?
  ) -> SessionSearch.Finding {
    guard renamed.expiry > runtime.time else { return ended(key) }
    if newID == nil { runtime.streams.close(key) }  // the browser opens them again, with the new id
    return .renewed(to: newID?.id)
  }

  /// In a turn of a session that is in memory under its old id.
  ///
  /// - Returns: The new id; nil if the request may not learn it.
  private func take(_ renamed: RenamedSession, in session: Session) -> SessionIDRotation.NewID? {
    guard renamed.expiry > runtime.time else {
      session.didRemoveElsewhere()
      return nil
    }
    var newID = request.newID(in: renamed, from: session.id)
    guard request.hasClaim, session.life == .live else { return newID }
    // The session may have unsaved changes, or the reply to its own rename was lost.
    // The request that asked for the id gets it first.
    if newID == nil, session.asker == nil, session.rotation.isOwn(renamed),
      let claim = session.rotation.claim(for: request)
    {
      newID = session.rotation.newID(for: claim, runtime.platform.newID)
    }
    if let newID { session.rename(to: newID) }
    return newID
  }

  /// Quarantines an unreadable session.
  ///
  /// - Parameter save: Nil if nothing is left of the session.
  private func quarantine(_ save: RecordSave?) async -> SessionSearch.Finding {
    guard let save else { return .quarantined }
    do throws(StorageError) {
      // Another server may have stored it, or another request has quarantined it.
      guard try await runtime.storage.save([save]) == .saved else { return .gone }
    } catch { return noAnswer("\(error)") }
    report("Session \(save.key.shortened) was quarantined; its user begins anew.", about: save.key, .warning)
    runtime.streams.tell(save.key)
    return .quarantined
  }

  /// The session cannot be reached.
  func noAnswer(_ reason: String) -> SessionSearch.Finding {
    report("The session of request \(exchange.requestID) cannot be reached: \(reason)", about: nil)
    return .noAnswer
  }

  private func report(_ text: String, about key: SessionKey?, _ level: ServerLogEntry.Level = .error) {
    runtime.log.report(text, level, request: exchange.requestID, session: key)
  }

  // MARK: - No session

  /// - Returns: Nil if the request is answered.
  private func beginSession(after loss: Loss?) -> FoundSession? {
    if exchange.isAnswered { return nil }  // its cookies may be gone
    if answersWithoutSession(isAfterEnd: search.isAfterEnd) { return nil }
    if let loss { notice = loss.notice }
    guard newSessions.admit(exchange, runtime.log) else {
      exchange.refuse(.tooManyNewSessions)
      return nil
    }
    let id = runtime.platform.newID()
    return FoundSession(session: Session(id: id, of: runtime), id: id, isNew: true)
  }

  /// Answers a request that is not for a screen, as there is no session.
  ///
  /// - Returns: Whether it is not for a screen.
  private func answersWithoutSession(isAfterEnd: Bool) -> Bool {
    guard case .other(_, let withoutSession) = purpose else { return false }
    var response = withoutSession()
    if isAfterEnd { response.headers.appendClearAfterEnd(of: exchange) }
    exchange.respond(response)
    return true
  }

  // MARK: - The turn

  /// The turn has begun: enters the session, if it is still there.
  ///
  /// - Returns: Why it cannot be entered; nil if it was.
  func enter(_ found: FoundSession, _ turn: borrowing Turn) async -> SessionSearch.Finding? {
    let session = turn.session
    if let obstacle = obstacle(to: session, foundBy: found.id) { return obstacle }
    if !session.storesChanges {
      for watcher in watchers { if let obstacle = await watcher.willEnterPast(turn, self) { return obstacle } }
    }
    let isAsked = !found.isNew && (found.isLoaded || !isCurrent(session))
    if isAsked, !found.isLoaded, let obstacle = await revalidate(session, turn) { return obstacle }
    session.lifetime.lastUse.store(runtime.now, ordering: .relaxed)
    session.touchIfDue()
    exchange.note { $0.session = session.key.firstBits }
    entry = Entry(session: session, isNew: found.isNew, changes: runtime.sessions.changeCount)
    request.id = session.id
    // The slices may include a save of which the session does not know that it is stored.
    session.slices?.takeNews(isStorageAsked: isAsked || session.hasUnansweredSave)
    guard session.slices?.isStale == true else { return nil }
    await pause(turn, for: .page, of: nil)
    if let obstacle = obstacle(to: session, foundBy: request.id) { return obstacle }
    // The storage could not send one, or a value cannot be read, which the log says.
    return session.slices?.isStale == true ? .noAnswer : nil
  }

  /// Whether the request can use the session as it is in memory: it is as new as all changes that this server knows of, and as
  /// the pages that the browser has seen.
  ///
  /// If other servers change sessions, too, a session with shared slices is never sure to be current: its browser may have seen a
  /// change of another session at another server. Otherwise the browser's cookie says what it has seen. A live page may know of
  /// a change from another server's stream, which sets no cookie. So a live GET always asks the storage.
  private func isCurrent(_ session: Session) -> Bool {
    let storage = runtime.storage
    if !session.storesChanges { return true }
    guard session.validity.isValid else { return false }
    guard storage.isShared else { return true }
    guard session.slices == nil, storage.isInTouch, !session.isExpired,
      let seen = SessionCookie.version(in: exchange)
    else { return false }
    return seen <= session.version && !(isShow && live != nil)
  }

  /// Why the session cannot be entered in this turn; nil if it can be.
  private func obstacle(to session: Session, foundBy id: SessionID?) -> SessionSearch.Finding? {
    // Before this turn it may have left memory, or got another id: the old one is of no use then.
    guard session.life != .evicted, session.id == id else { return .gone }
    // The storage could not remove it. That is tried again after this.
    return session.life == .ending ? .ending : nil
  }
}

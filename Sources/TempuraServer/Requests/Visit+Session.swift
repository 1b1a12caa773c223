internal import Basics
internal import HTTPServer
internal import Sessions
internal import Synchronization
internal import TempuraUI

// From a request's cookies to a turn of its session, which is in memory, comes from the storage, or is new: what
// `SessionSearch` decides.

extension Visit {
  /// A session that was found, before its turn.
  struct FoundSession {
    let session: Session
    /// The id by which it was found.
    let id: SessionID
    var isNew = false
    /// Whether the storage was asked for the session.
    var isStorageAsked = false
    /// A newer record, which the session adopts first.
    var record: SessionRecord?
    /// What the record answers; nil if the session was not in memory then.
    var question: Question?
  }

  /// A session that cannot be read.
  struct Loss {
    /// Sets the session aside; nil if nothing is left of it.
    var setAside: RecordSave?
    /// What its user is told.
    var notice = ServerText.pageEarlierDataUnreadable
  }

  /// What the storage is asked about a session.
  struct Question {
    let id: SessionID
    let key: SessionKey
    /// The session in memory, if it is stored.
    let session: Session?
    /// The value of `SessionTable.changeCount` before the question.
    let changes: UInt64
    /// The session's ``Freshness/changeCount`` before the question.
    let ownChanges: UInt64?
    /// The version in memory.
    let ownVersion: UInt64
    /// The version that need not be loaded; 0 for none. An expired session may have begun again, with the same versions.
    let version: UInt64

    init(_ id: SessionID, _ runtime: Runtime) {
      self.id = id
      key = SessionKey(of: id)
      changes = runtime.sessions.changeCount
      let session = runtime.sessions[id]
      let version = session?.freshness.version ?? 0
      self.session = version > 0 ? session : nil
      ownVersion = version
      ownChanges = session?.freshness.changeCount
      self.version = session?.freshness.isExpired(at: runtime.time) == true ? 0 : version
    }
  }

  /// Finds the session that one of the request's cookies names, or begins one.
  ///
  /// - Parameter obstacle: Why the session that was found before could not be entered; nil at first.
  /// - Returns: Nil if the request is answered.
  func findSession(after obstacle: SessionSearch.Finding?) async -> FoundSession? {
    var found: FoundSession?
    var loss = Loss()
    var finding = obstacle ?? nextID(&found)
    while true {
      switch search.next(after: finding) {
      case .look: finding = nextID(&found)
      case .load(let id):
        guard let answer = await load(Question(id, runtime), &found, &loss) else { return nil }
        finding = answer
      case .enter: return found
      case .setAside:
        // Only a request for a screen does that: its answer can say so.
        guard isForScreen else { return answerWithoutSession(isAfterEnd: false) }
        finding = await setAside(loss.setAside)
      case .begin(let isAfterLoss): return beginSession(after: isAfterLoss ? loss : nil)
      case .refuse(let reason):
        exchange.respond(
          reason == .sessionRenewed
            ? runtime.retryResponse(to: exchange, isShow: isShow) : runtime.unavailableResponse(to: exchange, reason))
        return nil
      }
    }
  }

  /// Looks at the next id of the request.
  private func nextID(_ found: inout FoundSession?) -> SessionSearch.Finding {
    guard let id = search.newID ?? SessionCookie.id(in: exchange, search.tried) else { return .noMoreIDs }
    guard let session = runtime.sessions[id], session.isCurrent(for: exchange, isShow: isShow) else {
      return .id(id, isCurrent: false)
    }
    found = FoundSession(session: session, id: id)
    return .id(id, isCurrent: true)
  }

  // MARK: - The storage

  /// Asks the storage for a session, or whether the one in memory is still as it is stored.
  ///
  /// - Parameter loss: Set if the session is unreadable.
  /// - Returns: Nil if the request is answered.
  private func load(
    _ question: Question, _ found: inout FoundSession?, _ loss: inout Loss
  ) async -> SessionSearch.Finding? {
    let key = question.key
    do throws(StorageError) {
      switch try await runtime.storage.load(key, unless: question.version) {
      case .unchanged: return confirm(question, &found)
      case .record(let record):
        if let renamed = RenamedSession(record.content) { return await follow(renamed, question) }
        let finding = open(record, question, &found)
        if case .unreadable = finding { loss = Loss(setAside: RecordSave(settingAside: record, for: key)) }
        return finding
      case .unreadable(let reason, let save):
        report("Session \(key.shortened) cannot be read: \(reason).", about: key)
        loss = Loss(setAside: save, notice: .pageEarlierDataDamaged)
        return .unreadable
      case .none:
        // Nothing is stored of the one in memory either: its app has kept nothing yet.
        guard question.ownVersion == 0, let count = question.ownChanges, let session = runtime.sessions[question.id]
        else { return await didEnd(question) }
        session.freshness.confirm(asOf: count)
        found = FoundSession(session: session, id: question.id, isStorageAsked: true)
        return .unchanged
      }
    } catch { return noAnswer("\(error)") }
  }

  /// The session in memory is as it is stored.
  ///
  /// - Returns: Nil if the request is answered.
  private func confirm(_ question: Question, _ found: inout FoundSession?) -> SessionSearch.Finding? {
    if let session = question.session, let count = question.ownChanges {
      session.slices?.mayHaveChanged()
      session.freshness.confirm(asOf: count)
    }
    // The parts that it shares are compared, too, which takes a turn.
    if isShow, search.newID == nil, runtime.app.slices == nil,
      KeptPage.answer(exchange, runtime, candidate: search.tried, isChecked: true)
    {
      return nil
    }
    // Without a session in memory any version is asked for, so that the answer is another one.
    guard let session = question.session else { return noAnswer("the storage did not send it") }
    found = FoundSession(session: session, id: question.id, isStorageAsked: true)
    return .unchanged
  }

  /// Makes a session of its record, or brings the one in memory up to date.
  private func open(
    _ record: SessionRecord, _ question: Question, _ found: inout FoundSession?
  ) -> SessionSearch.Finding {
    do throws(StateError) {
      let content = try runtime.states.content(of: record)
      var record = record
      record.content = content
      let session = runtime.sessions.insert(
        Session(id: question.id, record: record, content: content, runtime: runtime), asOf: question.changes)
      found = FoundSession(
        session: session, id: question.id, isStorageAsked: true, record: record,
        question: session === question.session ? question : nil)
      return .record
    } catch {
      report("Session \(question.key.shortened): \(error)", about: question.key)
      if case .tooNew = error { return .noAnswer }
      return .unreadable
    }
  }

  /// Tells the session in memory, if there is one, that it is not stored any more.
  private func didEnd(_ question: Question) async -> SessionSearch.Finding {
    let key = question.key
    if let session = question.session {
      await inTurn(of: session) { _ in session.didRemoveElsewhere(key, askedWith: question.ownVersion) }
    } else {
      runtime.streams.tell(key)
    }
    return .nothing(isAfterEnd: runtime.sessions.takeEnded(key))
  }

  /// Looks for the new id of a session that was renewed.
  private func follow(_ renamed: RenamedSession, _ question: Question) async -> SessionSearch.Finding {
    guard renamed.expiry > runtime.time else { return await didEnd(question) }
    var newID = request.newID(in: renamed, from: question.id)
    if let session = question.session, request.hasClaim {
      newID = await inTurn(of: session) { _ in take(newID, of: renamed, session, question) }
    }
    if newID == nil { runtime.streams.close(question.key) }  // the browser opens them again, with the new id
    return .renewed(to: newID?.id)
  }

  /// In a turn of a session that is in memory under its old id.
  private func take(
    _ newID: SessionIDRotation.NewID?, of renamed: RenamedSession, _ session: Session, _ question: Question
  ) -> SessionIDRotation.NewID? {
    guard session.id == question.id, session.life == .live else { return newID }
    var newID = newID
    // It may have changes that are not stored. Or the storage's reply was lost, and the app's page got no answer.
    // The request that asked for the id gets it first.
    if newID == nil, session.asker == nil, session.rotation.isOwn(renamed),
      let claim = session.rotation.claim(for: request)
    {
      newID = session.rotation.newID(for: claim, runtime.platform.newID)
    }
    if let newID { session.rename(to: newID) }
    return newID
  }

  /// Sets an unreadable session aside.
  ///
  /// - Parameter save: Nil if nothing is left of the session.
  private func setAside(_ save: RecordSave?) async -> SessionSearch.Finding {
    guard let save else { return .setAside }
    do throws(StorageError) {
      // Another server may have stored it, or another request has set it aside.
      guard try await runtime.storage.save([save]) == .saved else { return .gone }
    } catch { return noAnswer("\(error)") }
    report("Session \(save.key.shortened) was set aside; its user begins anew.", about: save.key, .warning)
    runtime.streams.tell(save.key)
    return .setAside
  }

  private func noAnswer(_ reason: String) -> SessionSearch.Finding {
    report("The session of request \(exchange.requestID) cannot be reached: \(reason)", about: nil)
    return .noAnswer
  }

  private func report(_ text: String, about key: SessionKey?, _ level: ServerLogEntry.Level = .error) {
    runtime.log.report(text, level, request: exchange.requestID, session: key)
  }

  // MARK: - No session

  /// - Returns: Nil if the request is answered.
  private func beginSession(after loss: Loss?) -> FoundSession? {
    if exchange.isOver { return nil }  // its cookies may be gone
    guard isForScreen else { return answerWithoutSession(isAfterEnd: search.isAfterEnd) }
    if let loss { notice = loss.notice }
    guard runtime.newSessions.admit(exchange, runtime.log) else {
      exchange.refuse(.tooManyNewSessions)
      return nil
    }
    let id = runtime.platform.newID()
    return FoundSession(session: Session(id: id, runtime: runtime), id: id, isNew: true)
  }

  /// Answers a request that needs a session, of which there is none.
  private func answerWithoutSession(isAfterEnd: Bool) -> FoundSession? {
    var response =
      switch purpose {
      case .stream: LivePath.lastChange
      case .file: UserFilePath.refusal(of: exchange, runtime)
      case .close, .show, .apply, .receive: HTTPResponse.noContent
      }
    if isAfterEnd { response.headers.appendClearAfterEnd(of: exchange) }
    exchange.respond(response)
    return nil
  }

  // MARK: - The turn

  /// The turn has begun: enters the session, if it is still there.
  ///
  /// - Returns: Why it cannot be entered; nil if it was.
  func enter(_ found: FoundSession, _ turn: borrowing Turn) async -> SessionSearch.Finding? {
    let session = turn.session
    if let obstacle = obstacle(to: session, foundBy: found.id) { return obstacle }
    // A tap on a step of the past goes on from there, but not what a page tells by itself: where the focus is, what is being typed.
    if let replay = session.replay, case .apply(let form) = purpose, form.control != .none {
      let problem = await turn.hold { await replay.resume(by: "a tap") }
      return problem.map { noAnswer("\($0)") } ?? .gone
    }
    if let record = found.record {
      do {
        try session.adopt(record, askedWith: found.question?.version ?? 0, asOf: found.question?.ownChanges)
      } catch { return noAnswer("\(error)") }
    }
    session.lifetime.lastUse.store(runtime.now, ordering: .relaxed)
    session.touchIfDue()
    exchange.note(session: session.key.firstBits)
    entry = Entry(session: session, isNew: found.isNew, changes: runtime.sessions.changeCount)
    request.id = session.id
    // The parts may include a save of which the session does not know that it is stored.
    session.slices?.takeNews(isStorageAsked: found.isStorageAsked || session.storing.persistence.hasUnanswered)
    guard session.slices?.isStale == true else { return nil }
    await pause(turn, for: .page, of: nil)
    if let obstacle = obstacle(to: session, foundBy: request.id) { return obstacle }
    // The storage could not send one, or a value cannot be read, which the log says.
    return session.slices?.isStale == true ? .noAnswer : nil
  }

  /// Why the session cannot be entered in this turn; nil if it can be.
  private func obstacle(to session: Session, foundBy id: SessionID?) -> SessionSearch.Finding? {
    // Before this turn it may have left memory, or got another id: the old one is of no use then.
    guard session.life != .evicted, session.id == id else { return .gone }
    // The storage could not remove it. That is tried again after this.
    return session.life == .ending ? .ending : nil
  }
}

extension Session {
  /// Whether a request can use the session as it is in memory: it is as new as all changes that this server knows of, and as
  /// the pages that the browser has seen. Can be called on any thread.
  ///
  /// If other servers change sessions, too, a session with shared parts is never sure to be current: its browser may have seen a
  /// change of another session at another server. Otherwise the browser's cookie says what it has seen. A live page may know of
  /// a change from another server's stream, which sets no cookie. So a live GET always asks the storage.
  func isCurrent(for exchange: any Exchange, isShow: Bool) -> Bool {
    let storage = runtime.storage
    if !storesChanges { return true }
    guard freshness.isCurrent else { return false }
    guard storage.isShared else { return true }
    guard slices == nil, storage.isInTouch, !freshness.isExpired(at: runtime.time),
      let seen = SessionCookie.version(in: exchange)
    else { return false }
    return seen <= freshness.version && !(isShow && LiveRequest.isLive(exchange))
  }
}

extension Runtime {
  /// 503: the session is not available.
  func unavailableResponse(to exchange: any Exchange, _ reason: RefusalReason) -> HTTPResponse {
    metrics.countRefusal(reason)
    return site.pages.error(
      .serviceUnavailable, message: .errorSessionUnavailable, requestID: exchange.requestID,
      language: language(of: exchange)
    )
  }

  /// 503 for a request with an id that its session no longer has: the browser may have the new one by now. It loads a page
  /// again by itself. A form it sends again if its user wants that: loading its URL would lose what was typed. The script of
  /// a live page sends every request again.
  func retryResponse(to exchange: any Exchange, isShow: Bool) -> HTTPResponse {
    var response = unavailableResponse(to: exchange, .sessionRenewed)
    if isShow { response.headers.append("Refresh", "1") }
    return response
  }
}

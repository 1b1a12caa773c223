internal import Basics
internal import HTTPServer
internal import Hydra
internal import Sessions
internal import Synchronization
internal import TempuraMetrics
internal import TempuraUI

// From a request's cookies to a turn of its session, which is in memory, comes from the storage, or is new: what
// `SessionSearch` decides.

extension Visit {
  /// What the storage is asked about a session.
  struct Question {
    let id: SessionID
    let key: SessionKey
    /// The session in memory, if it is stored.
    let session: Session?
    /// The value of `SessionTable.changeCount` before the question.
    let changes: UInt64
    /// Those of the session.
    let ownChanges: UInt64?
    /// The version that need not be loaded; 0 for none. An expired session may have begun again, with the same versions.
    let version: UInt64

    init(_ id: SessionID, _ runtime: Runtime) {
      self.id = id
      key = SessionKey(of: id)
      changes = runtime.sessions.changeCount
      let session = runtime.sessions[id]
      let version = session?.freshness.version ?? 0
      self.session = version > 0 ? session : nil
      ownChanges = session?.freshness.changeCount
      self.version = session?.freshness.isExpired(at: runtime.time) == true ? 0 : version
    }
  }

  /// A session that was found, before its turn. A class, so that passing it on copies no record.
  final class Candidate {
    let session: Session
    /// The id by which it was found.
    let id: SessionID
    let isNew: Bool
    /// Whether the storage was asked for the session.
    let isStorageAsked: Bool
    /// A newer record, which the session adopts first.
    let record: SessionRecord?
    /// What the record answers; nil if the session was not in memory then.
    let question: Question?

    init(
      _ session: Session, _ id: SessionID, isNew: Bool = false, isStorageAsked: Bool = false,
      record: SessionRecord? = nil, question: Question? = nil
    ) {
      self.session = session
      self.id = id
      self.isNew = isNew
      self.isStorageAsked = isStorageAsked
      self.record = record
      self.question = question
    }
  }

  // MARK: - Steps

  /// Finds the session, on a thread for turns. A request of the own process stays on its thread.
  func start() {
    state = .thread
    if exchange is LocalExchange { resume() } else { runtime.turns.start(for: exchange.client) { self.resume() } }
  }

  /// Looks at the next id of the request.
  func look() {
    guard let id = search.newID ?? SessionCookie.id(in: exchange, search.tried) else {
      return proceed(after: .noMoreIDs)
    }
    if let session = runtime.sessions[id], session.isCurrent(for: exchange, isShow: isShow) {
      proceed(after: .id(id, isCurrent: true), with: Candidate(session, id))
    } else {
      proceed(after: .id(id, isCurrent: false))
    }
  }

  /// - Parameters:
  ///   - candidate: The session, if one was found.
  ///   - question: What the storage was asked.
  private func proceed(
    after finding: SessionSearch.Finding, with candidate: Candidate? = nil, answering question: Question? = nil
  ) {
    switch search.next(after: finding) {
    case .look: look()
    case .load(let id): load(id)
    case .enter: if let candidate { takeTurn(of: candidate) }
    case .setAside: if let question { setAside(question.key) }
    case .begin(let isAfterLoss): beginSession(isAfterLoss: isAfterLoss)
    case .refuse(let reason): refuse(reason)
    }
  }

  // MARK: - The storage

  /// Asks the storage for a session, or whether the one in memory is still as it is stored.
  private func load(_ id: SessionID) {
    let question = Question(id, runtime)
    waitForStorage({ runtime.storage.load(question.key, unless: question.version, $0) }, as: { .load(question, $0) })
  }

  func didLoad(_ result: Result<LoadedSession, StorageError>, _ question: Question) {
    let key = question.key
    switch result {
    case .success(.unchanged):
      if let session = question.session, let count = question.ownChanges {
        session.partsMayHaveChanged()
        session.freshness.confirm(asOf: count)
      }
      // The parts that it shares are compared, too, which takes a turn.
      if isShow, search.newID == nil, runtime.app.parts == nil,
        KeptPage.answer(exchange, runtime, candidate: search.tried, isChecked: true)
      {
        return
      }
      // Without a session in memory any version is asked for, so that the answer is another one.
      guard let session = question.session else { return noAnswer("the storage did not send it") }
      proceed(after: .unchanged, with: Candidate(session, question.id, isStorageAsked: true))
    case .success(.record(let record)):
      if let renamed = RenamedSession(record.content) {
        followRename(renamed, question)
      } else {
        open(record, question)
      }
    case .success(.unreadable(let reason)):
      report("Session \(key.shortened) cannot be read: \(reason).", about: key)
      proceed(after: .unreadable, answering: question)
    case .success(.none): didEnd(question)
    case .failure(let error): noAnswer("\(error)")
    }
  }

  /// Makes a session of its record, or brings the one in memory up to date.
  private func open(_ record: SessionRecord, _ question: Question) {
    do throws(StateError) {
      let content = try runtime.states.content(of: record)
      var record = record
      record.content = content
      let session = runtime.sessions.insert(
        Session(id: question.id, record: record, content: content, runtime: runtime), asOf: question.changes)
      let candidate = Candidate(
        session, question.id, isStorageAsked: true, record: record,
        question: session === question.session ? question : nil)
      proceed(after: .record, with: candidate)
    } catch {
      report("Session \(question.key.shortened): \(error)", about: question.key)
      if case .tooNew = error { proceed(after: .noAnswer) } else { proceed(after: .unreadable, answering: question) }
    }
  }

  /// Tells the session in memory, if there is one, that it is not stored any more, and looks at the next id.
  private func didEnd(_ question: Question) {
    let key = question.key
    if let session = question.session {
      session.queue.perform { session.didRemoveElsewhere(key) }
    } else {
      runtime.streams.tell(key)
    }
    proceed(after: .nothing(isAfterEnd: runtime.sessions.takeEnded(key)))
  }

  /// Looks for the new id of a session that was renewed.
  private func followRename(_ renamed: RenamedSession, _ question: Question) {
    guard renamed.expiry > runtime.time else { return didEnd(question) }
    let newID = request.newID(in: renamed, from: question.id)
    guard let session = question.session, request.hasClaim else { return didFollow(to: newID?.id, question) }
    state = .oldTurn(session, renamed, newID, question)
    session.queue.perform { self.resume() }
  }

  /// In a turn of a session that is in memory under its old id.
  func followRename(
    _ renamed: RenamedSession, to newID: Renewal.NewID?, _ session: Session, _ question: Question
  ) {
    var newID = newID
    if session.id == question.id, session.life == .live {
      // It may have changes that are not stored. Or the storage's reply was lost, and the app's page got no answer.
      // The request that asked for the id gets it first.
      if newID == nil, session.asker == nil, session.renewal.isOwn(renamed),
        let claim = session.renewal.claim(for: request)
      {
        newID = session.renewal.newID(for: claim, runtime.platform.newID)
      }
      if let newID { session.rename(to: newID) }
    }
    didFollow(to: newID?.id, question)
  }

  private func didFollow(to newID: SessionID?, _ question: Question) {
    if newID == nil { runtime.streams.close(question.key) }  // the browser opens them again, with the new id
    proceed(after: .renewed(to: newID))
  }

  /// Sets an unreadable session aside. Only a request for a screen does that: its answer can say so.
  private func setAside(_ key: SessionKey) {
    guard isForScreen else { return answerWithoutSession(isAfterEnd: false) }
    waitForStorage({ runtime.storage.setAside(key, $0) }, as: { .setAside(key, $0) })
  }

  func didSetAside(_ key: SessionKey, _ result: Result<Void, StorageError>) {
    if case .failure(let error) = result { return noAnswer("\(error)") }
    report("Session \(key.shortened) was set aside; its user begins anew.", about: key, .warning)
    runtime.streams.tell(key)
    proceed(after: .setAside)
  }

  /// Asks the storage, and continues when it has answered: here if it answers at once, else on another thread for turns.
  ///
  /// - Parameter next: Makes the state that waits for the answer.
  func waitForStorage<Value: Sendable>(
    _ ask: (@escaping @Sendable (Result<Value, StorageError>) -> Void) -> Void,
    as next: (Wait<Result<Value, StorageError>>) -> State
  ) {
    let wait = Wait<Result<Value, StorageError>>()
    state = next(wait)
    ask { wait.end(with: $0) }
    let isLater = wait.whenOver { self.runtime.turns.start(for: self.exchange.client) { self.resume() } }
    if !isLater { resume() }
  }

  private func noAnswer(_ reason: String) {
    report("The session of request \(exchange.requestID) cannot be reached: \(reason)", about: nil)
    proceed(after: .noAnswer)
  }

  private func report(_ text: String, about key: SessionKey?, _ level: ServerLogEntry.Level = .error) {
    runtime.log.report(text, level, request: exchange.requestID, session: key)
  }

  /// Answers 503: the session is not available.
  private func refuse(_ reason: RefusalReason) {
    exchange.respond(
      reason == .sessionRenewed
        ? runtime.retryResponse(to: exchange, isShow: isShow) : runtime.unavailableResponse(to: exchange, reason))
  }

  // MARK: - A new session

  private func beginSession(isAfterLoss: Bool) {
    if exchange.isOver { return }  // its cookies may be gone
    guard isForScreen else { return answerWithoutSession(isAfterEnd: search.isAfterEnd) }
    if isAfterLoss { notice = .pageEarlierDataUnreadable }
    guard runtime.newSessions.admit(exchange, runtime.log) else { return exchange.refuse(.tooManyNewSessions) }
    if isAfterLoss || search.isAfterEnd || !answersWithCopy() { launchSession() }
  }

  func launchSession() {
    let id = runtime.platform.newID()
    takeTurn(of: Candidate(Session(id: id, runtime: runtime, address: exchange.client), id, isNew: true))
  }

  // MARK: - The turn

  /// Waits for a turn of the session, which begins at once if it is idle.
  private func takeTurn(of candidate: Candidate) {
    state = .turn(candidate)
    candidate.session.queue.perform { self.resume() }
  }

  /// The turn has begun: enters the session, if it is still there.
  func enter(_ candidate: Candidate) {
    let session = candidate.session
    if let finding = findingInTurn(of: session, foundBy: candidate.id) { return proceed(after: finding) }
    if let record = candidate.record {
      do {
        try session.adopt(record, askedWith: candidate.question?.version ?? 0, asOf: candidate.question?.ownChanges)
      } catch { return noAnswer("\(error)") }
    }
    session.lifetime.lastUse.store(runtime.now, ordering: .relaxed)
    session.touchIfDue()
    if exchange.isOver { return }
    exchange.note(session: session.key.firstBits)
    entry = Entry(session: session, isNew: candidate.isNew, changes: runtime.sessions.changeCount)
    request.id = session.id
    // The parts may include a save of which the session does not know that it is stored.
    session.takeNewParts(isStorageAsked: candidate.isStorageAsked || session.storing.persistence.hasUnanswered)
    guard session.parts?.stale.isEmpty != false else { return wait(.parts, for: .page, of: nil) }
    Main.$cause.withValue(request.cause, operation: begin)
  }

  /// The parts that the session shares are loaded, or cannot be.
  func beginWithParts() {
    if let finding = findingInTurn(of: session, foundBy: request.id) { return proceed(after: finding) }
    // The storage could not send one, or a value cannot be read, which the log says.
    guard session.parts?.stale.isEmpty != false else { return proceed(after: .noAnswer) }
    begin()
  }

  /// Why the session is not entered in this turn; nil if it can be.
  private func findingInTurn(of session: Session, foundBy id: SessionID?) -> SessionSearch.Finding? {
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
    guard freshness.isCurrent else { return false }
    guard storage.isShared else { return true }
    guard runtime.app.parts == nil, storage.isInTouch, !freshness.isExpired(at: runtime.time),
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

internal import Basics
internal import HTTPServer
internal import Hydra
internal import Sessions
internal import Synchronization
internal import TempuraMetrics
internal import TempuraUI

/// From a request's cookies to a turn of its session, which is in memory, comes from the storage, or is new.
///
/// A session id that a client made up is never adopted: an unknown id gets a new session under a new id.
struct SessionLookup {
  let exchange: any Exchange
  let runtime: Runtime
  /// Whether the request is a GET or HEAD of a screen. A kept page may answer it.
  let isShow: Bool
  /// The form that the request sends to a screen.
  let form: FormInput?
  /// Is called instead of beginning a session. Its parameter is `isAfterEnd`. Nil if a session is to begin.
  let withoutSession: ((Bool) -> Void)?
  /// Gets the request, in a turn of its session.
  let body: (Visit) -> Void

  // Browsers may send several cookies of the name: how many were tried, and whether one named a session that has ended.
  private var tried = 0
  private var isAfterEnd = false
  // Whether one named a session that was renewed, and the new id if this request may learn it.
  private var isAfterRenewal = false
  private var newID: SessionID?
  /// Since the request came.
  private let progress = VisitProgress()

  init(
    _ exchange: any Exchange, _ runtime: Runtime, isShow: Bool, form: FormInput? = nil,
    withoutSession: ((Bool) -> Void)? = nil, _ body: @escaping (Visit) -> Void
  ) {
    self.exchange = exchange
    self.runtime = runtime
    self.isShow = isShow
    self.form = form
    self.withoutSession = withoutSession
    self.body = body
  }

  /// Finds the session, on a thread for turns. A request of the own process stays on its thread.
  func start() {
    if exchange is LocalExchange { run() } else { runtime.turns.start(for: exchange.client) { run() } }
  }

  private func run() {
    guard let id = newID ?? SessionCookie.id(in: exchange, tried) else {
      return isAfterRenewal ? exchange.respond(runtime.retryResponse(to: exchange, isShow: isShow)) : begin()
    }
    guard let session = runtime.sessions[id], Self.isCurrent(session, for: exchange, isShow: isShow) else {
      return ask(id)
    }
    enter(session, id)
  }

  /// Begins a new session.
  ///
  /// - Parameter notice: What its first page says at its top.
  private func begin(notice: ServerText? = nil) {
    if exchange.isOver { return }  // its cookies may be gone
    if let withoutSession { return withoutSession(isAfterEnd) }
    runtime.warnOfProxy(exchange)
    if let network = exchange.network, !runtime.newSessions.take(for: network) {
      return exchange.refuse(.tooManyNewSessions)
    }
    let address = exchange.client
    switch notice == nil && !isAfterEnd ? firstAnswer() : nil {
    case .page(let page, let content): copy(page, content, address)
    case .redirect(let url): exchange.respond(.seeOther(url, shared: SecurityHeaders.bare))
    case nil: launch(address, notice: notice)
    }
  }

  private func launch(_ address: UInt64, notice: ServerText? = nil) {
    let id = runtime.platform.newID()
    enter(Session(id: id, runtime: runtime, address: address), id, isNew: true, notice: notice)
  }

  // MARK: - Without a launch

  /// The answer that a new visitor gets without launching the app, if there is one.
  private func firstAnswer() -> FirstAnswer? {
    guard isShow, runtime.firstAnswers.isOn, !LiveRequest.isLive(exchange) else { return nil }
    let circumstances = Circumstances(exchange, languages: runtime.options.languages, isLive: false)
    let answer = runtime.firstAnswers.answer(for: circumstances, at: runtime.now, where: exchange.isTarget)
    if case .page(let page, _) = answer, page.site !== runtime.site { return nil }
    return answer
  }

  /// Stores a new session that begins with a copied page, and answers with the page.
  private func copy(_ page: Scene.Rendering, _ content: EncodedContent, _ address: UInt64) {
    let (id, created) = (runtime.platform.newID(), runtime.time)
    let record = SessionRecord(
      version: 1, content: content, created: created, expiry: runtime.expiry(isUsed: false, created: created),
      isUsed: false, address: address)
    askStorage { storage, answer in
      storage.save(record, for: SessionKey(of: id), replacing: 0, answer)
    } then: { lookup, result in
      // If it could not be stored, the answer to an ordinary visit says why.
      guard case .success(.saved) = result else { return lookup.launch(address) }
      lookup.runtime.metrics.sessionsStarted.increment()
      lookup.respond(page, id, record)
    }
  }

  private func respond(_ page: Scene.Rendering, _ id: SessionID, _ record: SessionRecord) {
    exchange.group = page.requests
    var response = page.site.pages.response(
      page, mark: SessionMark(created: record.created), coding: exchange.coding)
    response.headers.append(
      "Set-Cookie", SessionCookie.field(id, lifetime: runtime.options.sessionLifetime, for: exchange))
    if let version = SessionCookie.versionField(record.version, runtime, for: exchange) {
      response.headers.append("Set-Cookie", version)
    }
    exchange.respond(response)
  }

  // MARK: - Without the storage

  /// Whether a session can be used as it is in memory: it is as new as all changes that this server knows of, and as the
  /// pages that the browser has seen.
  ///
  /// If other servers change sessions, too, the browser's cookie says what it has seen. A live page may know of a change from
  /// another server's stream, which sets no cookie. So a live GET always asks the storage.
  private static func isCurrent(_ session: Session, for exchange: any Exchange, isShow: Bool) -> Bool {
    let (freshness, storage) = (session.freshness, session.runtime.storage)
    guard freshness.isCurrent else { return false }
    guard storage.isShared else { return true }
    guard storage.isInTouch, !freshness.isExpired(at: session.runtime.time),
      let seen = SessionCookie.version(in: exchange)
    else { return false }
    return seen <= freshness.version && !(isShow && LiveRequest.isLive(exchange))
  }

  // MARK: - The storage

  /// What the storage is asked.
  private struct Question {
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

  /// Asks the storage for a session, or whether the one in memory is still as it is stored.
  private func ask(_ id: SessionID) {
    let question = Question(id, runtime)
    askStorage { storage, answer in
      storage.load(question.key, unless: question.version, answer)
    } then: { lookup, result in
      lookup.resume(with: result, to: question)
    }
  }

  /// Asks the storage, and continues with its answer: here if it is there at once, else on another thread for turns.
  private func askStorage<Value: Sendable>(
    _ call: (any SessionStorage, @escaping @Sendable (Result<Value, StorageError>) -> Void) -> Void,
    then body: @escaping @Sendable (SessionLookup, Result<Value, StorageError>) -> Void
  ) {
    // Safe because the request is with the storage now, and with one thread at a time from then on.
    nonisolated(unsafe) let lookup = self
    let wait = Wait<Result<Value, StorageError>>()
    call(runtime.storage) { wait.end(with: $0) }
    let isLater = wait.whenOver {
      lookup.runtime.turns.start(for: lookup.exchange.client) { wait.value.map { body(lookup, $0) } }
    }
    if !isLater, let result = wait.value { body(self, result) }
  }

  private func resume(with result: Result<LoadedSession, StorageError>, to question: Question) {
    let (key, session) = (question.key, question.session)
    switch result {
    case .success(.unchanged):
      if let session, let count = question.ownChanges { session.freshness.confirm(asOf: count) }
      if isShow, Self.repeatPage(exchange, runtime, candidate: tried, isChecked: true) { return }
      // Without a session in memory any version is asked for, so that the answer is another one.
      if let session { enter(session, question.id) } else { refuse("the storage did not send it") }
    case .success(.record(let record)):
      if let renamed = RenamedSession(record.content) { follow(renamed, question) } else { open(record, question) }
    case .success(.unreadable(let reason)):
      runtime.log.report(
        "Session \(key.shortened) cannot be read: \(reason).", request: exchange.requestID, session: key)
      replaceUnreadable(key)
    case .success(.none):
      end(session, key)
    case .failure(let error): refuse("\(error)")
    }
  }

  /// The session was renewed. Enters it if this request may learn the new id, else tries the next cookie.
  private func follow(_ renamed: RenamedSession, _ question: Question) {
    guard renamed.expiry > runtime.time else { return end(question.session, question.key) }
    var next = self
    let request = Waiters.Request(progress: progress, tab: LiveRequest(exchange)?.tab, form: form)
    let claim = request.claim
    next.newID = claim.flatMap { renamed.id(from: question.id, for: $0) }
    guard let session = question.session, claim != nil else { return next.leave(question) }
    session.queue.perform { [next] in
      var next = next
      if session.id == question.id, session.life == .live {
        // It may have changes that are not stored. Or the storage's reply was lost, and the app's page got no answer.
        // The form that asked for the id gets it first.
        if next.newID == nil, session.asker == nil, session.renewal.isOwn(renamed),
          session.renewal.isFor(request, waitingFor: nil)
        {
          next.newID = session.renewal.newID(for: request, runtime.platform.newID).id
        }
        if let id = next.newID, runtime.sessions[id] == nil {
          session.rename(to: Renewal.NewID(id: id, claim: claim, request: progress))
        }
      }
      next.leave(question)
    }
  }

  /// Continues with the new id if this request may learn it, else with the next cookie.
  private func leave(_ question: Question) {
    if newID != nil { return run() }
    runtime.streams.close(question.key)  // the browser opens them again, with the new id
    var next = self
    next.isAfterRenewal = true
    next.tried += 1
    next.run()
  }

  /// The session is not stored any more. Tries the next cookie.
  private func end(_ session: Session?, _ key: SessionKey) {
    if let session {
      session.queue.perform { session.didRemoveElsewhere(key) }
    } else {
      runtime.streams.tell(key)
    }
    var next = self
    next.isAfterEnd = isAfterEnd || runtime.sessions.takeEnded(key)
    next.tried += 1
    next.newID = nil
    next.run()
  }

  /// Makes a session of its record, or brings the one in memory up to date.
  private func open(_ record: SessionRecord, _ question: Question) {
    do throws(StateError) {
      let content = try runtime.content(of: record)
      var record = record
      record.content = content
      let session = runtime.sessions.insert(
        Session(id: question.id, record: record, content: content, runtime: runtime), asOf: question.changes)
      enter(session, question.id, adopting: record, answering: session === question.session ? question : nil)
    } catch {
      runtime.log.report(
        "Session \(question.key.shortened): \(error)", request: exchange.requestID, session: question.key)
      if case .tooNew = error { return refuse(nil) }
      replaceUnreadable(question.key)
    }
  }

  /// Sets an unreadable session aside, and begins a new one. Only a request for a screen does that: its answer can say so.
  private func replaceUnreadable(_ key: SessionKey) {
    if let withoutSession { return withoutSession(false) }
    askStorage { storage, answer in
      storage.setAside(key, answer)
    } then: { lookup, result in
      if case .failure(let error) = result { return lookup.refuse("\(error)") }
      lookup.runtime.log.report(
        "Session \(key.shortened) was set aside; its user begins anew.", .warning, request: lookup.exchange.requestID,
        session: key)
      lookup.runtime.streams.tell(key)
      lookup.begin(notice: .pageEarlierDataUnreadable)
    }
  }

  /// Answers 503: the session is not available.
  private func refuse(_ reason: String?) {
    if let reason {
      runtime.log.report(
        "The session of request \(exchange.requestID) cannot be reached: \(reason)", request: exchange.requestID)
    }
    exchange.respond(runtime.unavailableResponse(to: exchange, .sessionUnavailable))
  }

  // MARK: - The turn

  /// Runs the body in a turn of the session: at once if it is idle.
  ///
  /// - Parameters:
  ///   - id: The id by which the session was found.
  ///   - record: A newer record, which the session adopts first.
  ///   - question: What the record answers; nil if the session was not in memory then.
  private func enter(
    _ session: Session, _ id: SessionID, isNew: Bool = false, adopting record: SessionRecord? = nil,
    answering question: Question? = nil, notice: ServerText? = nil
  ) {
    session.queue.perform {
      // Between being found and this turn it may have left memory, or got another id: the old one is of no use then.
      guard session.life != .evicted, session.id == id else {
        return SessionLookup(exchange, runtime, isShow: isShow, form: form, withoutSession: withoutSession, body).run()
      }
      // The storage could not remove it. That is tried again after this.
      guard session.life != .ending else { return refuse(nil) }
      if let record {
        do {
          try session.adopt(record, askedWith: question?.version ?? 0, asOf: question?.ownChanges)
        } catch { return refuse("\(error)") }
      }
      session.lastUse.store(runtime.now, ordering: .relaxed)
      session.touchIfDue()
      let trace = exchange.trace
      let cause = form == nil && trace == nil ? nil : Cause(trace: trace)
      let visit = Visit(
        exchange: exchange, session: session, isNewSession: isNew, isShow: isShow, form: form, cause: cause,
        progress: progress)
      if exchange.isOver { return }  // what the visit has of it may be empty
      visit.isAfterEnd = isAfterEnd && isNew
      visit.isOfNewID = newID != nil
      visit.notice = notice
      exchange.note(session: session.key.firstBits)
      guard let cause else { return body(visit) }
      Main.$cause.withValue(cause) { body(visit) }
    }
  }

  // MARK: - Without a turn

  /// Answers with a page of a session as it is, if nothing has happened in it since the page was made. Needs no turn, so that
  /// the pages of one session do not wait for one another.
  ///
  /// - Parameters:
  ///   - candidate: How many cookies of the request were tried before.
  ///   - isChecked: Whether the storage has just confirmed the version.
  static func repeatPage(
    _ exchange: any Exchange, _ runtime: Runtime, candidate: Int = 0, isChecked: Bool = false
  ) -> Bool {
    guard let id = SessionCookie.id(in: exchange, candidate), let session = runtime.sessions[id],
      !session.isDueForTouch, isChecked || isCurrent(session, for: exchange, isShow: true)
    else { return false }
    let live = LiveRequest(exchange)
    if let mark = live?.mark, mark != session.mark { return false }
    guard let page = session.pages.page(of: live?.tab, where: exchange.isTarget), page.site === runtime.site else {
      return false
    }
    let circumstances = Circumstances(exchange, languages: runtime.options.languages, isLive: live != nil)
    guard circumstances.completed(by: page.circumstances) == page.circumstances else { return false }
    session.lastUse.store(runtime.now, ordering: .relaxed)
    exchange.group = page.requests
    exchange.note(session: session.key.firstBits)
    if let screen = page.screen { exchange.note(screen: screen) }
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

extension Runtime {
  /// 503: the session is not available.
  fileprivate func unavailableResponse(to exchange: any Exchange, _ reason: RefusalReason) -> HTTPResponse {
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

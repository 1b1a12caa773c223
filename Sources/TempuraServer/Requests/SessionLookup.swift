internal import HTTPServer
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// From a request's cookies to a turn of its session, which is in memory, comes from the storage, or is new.
///
/// A session id that a client made up is never adopted: an unknown id gets a new session under a new id.
struct SessionLookup {
  let exchange: any Exchange
  let runtime: Runtime
  /// Whether the request only wants to see a page, so that one that was kept is an answer.
  let isShow: Bool
  /// Gets the request, in a turn of its session.
  let body: (Visit) -> Void

  // Browsers may send several cookies of the name: how many were tried, and whether one named a session that has ended.
  private var tried = 0
  private var isAfterEnd = false

  init(_ exchange: any Exchange, _ runtime: Runtime, isShow: Bool, _ body: @escaping (Visit) -> Void) {
    self.exchange = exchange
    self.runtime = runtime
    self.isShow = isShow
    self.body = body
  }

  /// Finds the session. The body runs before this returns if the session is in memory and idle.
  func run() {
    guard let id = SessionCookie.id(in: exchange, tried) else { return begin() }
    guard let session = runtime.sessions[id], !runtime.storage.isShared,
      !session.saving.mayBeOld.load(ordering: .relaxed)
    else { return ask(id) }
    enter(session)
  }

  /// Begins a new session.
  ///
  /// - Parameter notice: What its first page says at its top.
  private func begin(notice: ServerText? = nil) {
    runtime.warnOfProxy(exchange)
    let address = exchange.networkAddress.flatMap { NetworkAddress($0) }?.number ?? 0
    enter(Session(id: .random(), runtime: runtime, address: address), isNew: true, notice: notice)
  }

  // MARK: - The storage

  /// Asks the storage for a session, or whether the one in memory is still as it is stored.
  private func ask(_ id: SessionID) {
    let session = runtime.sessions[id]
    let key = SessionKey(of: id)
    // Safe because the request is with the storage now, and with one thread at a time from then on.
    nonisolated(unsafe) let lookup = self
    let version = session?.saving.version.load(ordering: .relaxed) ?? 0
    runtime.storage.load(key, unless: version) { [runtime] result in
      runtime.afterAnswer { lookup.goOn(with: result, id, key, version > 0 ? session : nil) }
    }
  }

  /// - Parameter session: The session in memory, if it was stored when the storage was asked.
  private func goOn(
    with result: Result<LoadedSession, StorageError>, _ id: SessionID, _ key: SessionKey, _ session: Session?
  ) {
    switch result {
    case .success(.unchanged):
      session?.saving.mayBeOld.store(false, ordering: .relaxed)
      if isShow, Self.repeatPage(exchange, runtime, candidate: tried, isChecked: true) { return }
      // Without a session in memory any version is asked for, so that the answer is another one.
      if let session { enter(session) } else { refuse("the storage did not send it") }
    case .success(.record(let record)): open(record, id, key)
    case .success(.unreadable(let reason)):
      runtime.log.report("Session \(key.shortened) cannot be read: \(reason).")
      replaceUnreadable(key)
    case .success(.none):
      session?.queue.perform { session?.didRemoveElsewhere() }
      var next = self
      next.isAfterEnd = isAfterEnd || runtime.sessions.takeEnded(key)
      next.tried += 1
      next.run()
    case .failure(let error): refuse("\(error)")
    }
  }

  /// Makes a session of its record.
  private func open(_ record: SessionRecord, _ id: SessionID, _ key: SessionKey) {
    do throws(StateProblem) {
      let content = try runtime.content(of: record)
      var record = record
      record.content = content
      let session = runtime.sessions.insert(Session(id: id, record: record, content: content, runtime: runtime))
      enter(session, adopting: record)
    } catch {
      runtime.log.report("Session \(key.shortened): \(error)")
      if case .tooNew = error { return refuse(nil) }
      replaceUnreadable(key)
    }
  }

  /// Sets an unreadable session aside, and begins a new one.
  private func replaceUnreadable(_ key: SessionKey) {
    // Safe because the request is with the storage now, and with one thread at a time from then on.
    nonisolated(unsafe) let lookup = self
    runtime.storage.setAside(key) { [runtime] result in
      if case .failure(let error) = result { return lookup.refuse("\(error)") }
      runtime.log.report("Session \(key.shortened) was set aside; its user begins anew.")
      runtime.afterAnswer { lookup.begin(notice: .earlierDataUnreadable) }
    }
  }

  /// Answers 503: the session is not available.
  private func refuse(_ reason: String?) {
    if let reason { runtime.log.report("The session of request \(exchange.requestID) cannot be reached: \(reason)") }
    exchange.respond(
      runtime.pages.error(
        .serviceUnavailable,
        message: .sessionUnavailable, requestID: exchange.requestID, language: runtime.language(of: exchange)))
  }

  // MARK: - The turn

  /// Runs the body in a turn of the session: at once if it is idle.
  ///
  /// - Parameter record: A newer record, which the session adopts first.
  private func enter(
    _ session: Session, isNew: Bool = false, adopting record: SessionRecord? = nil, notice: ServerText? = nil
  ) {
    session.queue.perform {
      // It may have left memory between being found and this turn.
      guard session.life != .left else { return SessionLookup(exchange, runtime, isShow: isShow, body).run() }
      // The storage could not remove it. That is tried again after this.
      guard session.life != .ending else { return refuse(nil) }
      if let record {
        do { try session.saving.adopt(record) } catch { return refuse("\(error)") }
        session.saving.mayBeOld.store(false, ordering: .relaxed)
      }
      session.lastUse.store(Runtime.now, ordering: .relaxed)
      session.touchIfDue()
      var visit = Visit(exchange: exchange, session: session, isNewSession: isNew, isShow: isShow)
      visit.isAfterEnd = isAfterEnd && isNew
      visit.notice = notice
      body(visit)
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
    guard isChecked || !runtime.storage.isShared, let id = SessionCookie.id(in: exchange, candidate),
      let session = runtime.sessions[id], !session.isDueForTouch,
      isChecked || !session.saving.mayBeOld.load(ordering: .relaxed)
    else { return false }
    let live = LiveRequest(exchange)
    guard let page = session.pages.page(of: live?.tab, where: exchange.isTarget) else { return false }
    let circumstances = Circumstances(exchange, languages: runtime.options.languages, isLive: live != nil)
    guard circumstances.completed(by: page.circumstances) == page.circumstances else { return false }
    session.lastUse.store(Runtime.now, ordering: .relaxed)
    exchange.respond(
      live.map { runtime.pages.patch(page, for: $0, isShow: true, isTarget: true) } ?? runtime.pages.response(page))
    return true
  }
}

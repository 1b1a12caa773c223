internal import Basics
internal import Dispatch
internal import Foundation
internal import HTTPServer
internal import Hydra
internal import Katana
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// The parts of a server that all requests share.
final class Runtime: @unchecked Sendable {
  // Safe because everything but the site is immutable once the app is served, and the site is behind a lock. The metatype has no
  // isolated conformance.
  let app: any UIApplicationDelegate.Type
  let options: ServerConfiguration
  /// The app's languages: at least one.
  let languages: [Language]
  private(set) var storage: any SessionStorage
  private let currentSite: Locked<Site>
  let routes: RouteTable
  let log: Log
  /// Requests that take so many seconds are reported in the log; nil for none.
  let slowRequest: Double?
  let metrics = RuntimeMetrics()
  let sessions = SessionTable()
  let turns: TurnThreads
  /// Clocks, timers and threads.
  let platform: Platform
  /// New sessions of each address.
  let newSessions: AddressRate
  let firstAnswers: FirstAnswers
  /// The streams of open pages.
  let streams: StreamTable
  let longWork: LongWork
  let sideEffects: SideEffectQueue
  let readiness: Readiness
  let onDispatch: DispatchObserver?

  /// The type of the app's state. Nil if it has no store. Set by `tryApp`, before the app is served.
  private(set) var stateType: (any State.Type)?
  private let migrations: (any StateMigrations.Type)?
  private let completion = StateCompletion()
  /// In development, how code of the app stopped the server before. Set before the app is served.
  var trapNotice: TrapNotice?
  private let reportedCompletions = Locked(CompletionReport())
  private var subscription: AnyObject?
  /// Whether stored sessions are in the memory of the process.
  private(set) var isStorageMemory = true
  /// The heap size in bytes above which sessions give memory back.
  let memoryLimit: Int

  /// - Throws: The first mistake in the paths of the app's routes.
  init(
    app: any UIApplicationDelegate.Type, options: ServerConfiguration, storage: any SessionStorage = MemoryStorage(),
    site: Site, memoryLimit: Int = 512 << 20, newSessions: AddressRateLimit = .none, log: Log = Log(),
    slowRequest: Double? = nil, readiness: Readiness? = nil, platform: Platform = .system,
    onDispatch: DispatchObserver? = nil
  ) throws(RouteURLError) {
    self.platform = platform
    turns = TurnThreads(on: platform)
    streams = StreamTable(after: platform.after)
    currentSite = Locked(site)
    routes = try RouteTable(of: app, isReserved: site.paths.has)
    self.log = log
    self.slowRequest = slowRequest
    longWork = LongWork(log: log)
    sideEffects = SideEffectQueue(atOnce: options.sideEffectsAtOnce, threads: options.sideEffectThreads)
    self.readiness = readiness ?? Readiness(log: log)
    self.newSessions = AddressRate(newSessions)
    self.app = app
    self.options = options
    firstAnswers = FirstAnswers(lifetime: options.firstPageLifetime)
    languages = options.languages.isEmpty ? [Language("en")] : options.languages.map(Language.init)
    self.storage = storage
    self.onDispatch = onDispatch
    self.memoryLimit = memoryLimit
    migrations = app as? any StateMigrations.Type
    use(storage)
    addMetrics()
  }

  /// The templates and files of answers. A request asks once, and uses the same ones to its end.
  var site: Site { currentSite.withLock { $0 } }

  /// Replaces the site while the app is served.
  ///
  /// - Throws: If one of its files is at the path of a route. The old site stays then.
  func replaceSite(by site: Site) throws(RouteURLError) {
    _ = try RouteTable(of: app, isReserved: site.paths.has)
    currentSite.withLock { $0 = site }
  }

  /// Makes the pages for requests that the HTTP server refuses by itself.
  var errorPage: @Sendable (RefusedRequest) -> ResponseBody {
    { [self] refused in site.pages.errorPage(refused, in: languages) }
  }

  /// Launches the app once, to check that it starts, and to learn the type of its state.
  func tryApp() throws(SceneError) { stateType = try Scene.tryLaunch(of: self) }

  /// Replaces the storage, before the app is served.
  func use(_ storage: any SessionStorage) {
    self.storage = MeasuredStorage(storage, metrics)
    isStorageMemory = storage is MemoryStorage
    subscription = storage.subscribe { [weak self] in self?.storageDidChange($0) }
  }

  /// Why sessions cannot be stored. Nil if they can.
  var memoryReason: String? {
    guard let stateType, !(stateType is any Codable.Type) else { return nil }
    return "\(stateType) is not Codable: sessions are only in the memory of this process, and end with it."
  }

  // MARK: - Stored states

  /// The version of the format of the app's state.
  var stateVersion: Int { migrations?.stateVersion ?? 1 }

  /// Decodes the content of a stored session. If an older build stored it, migrates it, or fills the keys that it lacks.
  func content(of record: SessionRecord) throws(StateError) -> StateContent {
    try content(of: record, didComplete: report)
  }

  /// - Parameter didComplete: Called if the state was completed.
  func content(
    of record: SessionRecord, didComplete: (CompletionReport) -> Void
  ) throws(StateError) -> StateContent {
    if let content = record.content as? StateContent { return content }
    guard let stateType, let content = record.content as? EncodedContent else {
      throw .unreadable(version: nil, "the app has no store")
    }
    return try StateContent(
      content.bytes, as: stateType, migrations: migrations, completion: completion, didComplete: didComplete)
  }

  /// Decodes a local state. If an older build stored it, fills the keys that it lacks as in a new one.
  func localState<Value: Codable>(_ json: String, asIn new: Value) throws -> Value {
    let completed = try completion.decode(Data(json.utf8), asIn: new)
    if let report = completed.report { self.report(report) }
    return completed.value
  }

  /// Reports in the log which keys were filled: each key once.
  func report(_ completion: CompletionReport) {
    let news = reportedCompletions.withLock { reported in
      var news = completion
      news.subtract(reported)
      reported.formUnion(completion)
      return news
    }
    guard !news.isEmpty else { return }
    log.report(news.sentences.joined(separator: " "), news.unread.isEmpty ? .info : .warning)
  }

  /// The language of an answer without a scene.
  func language(of exchange: any Exchange, preference: UIApplication.LanguagePreference? = nil) -> Language {
    let accepted = exchange.header("Accept-Language").map { AcceptedLanguage(among: options.languages, field: $0) }
    return Language.chosen(
      among: languages, preference: preference?.tag, asked: accepted.map { languages[$0.index].tag },
      region: accepted?.region ?? "")
  }

  /// Seconds since 1970.
  var time: Int64 { platform.time() }

  /// How long an idle session is stored, in seconds.
  func lifetime(isUsed: Bool) -> Int64 { Int64(isUsed ? options.sessionLifetime : options.visitLifetime) }

  /// When a session expires if it is used now, in seconds since 1970.
  ///
  /// - Parameter created: When it began, in the same seconds.
  func expiry(isUsed: Bool, created: Int64) -> Int64 {
    let expiry = time + lifetime(isUsed: isUsed)
    guard let longest = options.longestSessionLifetime else { return expiry }
    // The stored time of its beginning can be any number.
    let (end, isTooLate) = created.addingReportingOverflow(Int64(longest))
    return isTooLate ? expiry : min(expiry, end)
  }

  /// The seconds of a monotonic clock.
  var now: Int64 { platform.uptime() }

  private let hasWarnedOfProxy = Atomic(false)

  /// Reports in the log, once, that a request has header fields of a proxy that is not trusted.
  func warnOfProxy(_ exchange: any Exchange) {
    guard !hasWarnedOfProxy.load(ordering: .relaxed), let name = exchange.ignoredProxyField,
      !hasWarnedOfProxy.exchange(true, ordering: .relaxed)
    else { return }
    log.report(
      "A request has the header field \(name), which is ignored. If this server is behind a proxy, start it with "
        + "--trust-proxy: without it the cookie is not bound to this host, and --sessions-per-address has no effect. If it "
        + "is not, the client forged the field.", .warning)
  }

  private let isCleaningUp = Atomic(false)

  /// How long an idle session keeps what it can make again, in seconds.
  private static let shortLifetime: Int64 = 30

  /// How long the scene of a closed tab stays, in seconds: long enough to load a page again.
  private static let closedTabLifetime: Int64 = 15

  /// Sessions that were idle since this time have given back what they can make again.
  private let shrinkingLimit = Atomic<Int64>(.min)

  /// Frees what sessions that were idle since `limit` can make again.
  func shrinkSessions(unusedSince limit: Int64) {
    let start = shrinkingLimit.exchange(limit, ordering: .relaxed)
    for session in sessions.sessions(unusedSince: limit, usedAfter: start) {
      sessions.shrink(session, ifUnusedSince: limit)
    }
  }

  /// Gives memory back on another thread if far too many sessions are in memory, and at every 1,024th session.
  func cleanUpIfCrowded() {
    let count = sessions.count
    // Not for each request: measuring the heap takes longer than a request.
    guard count > options.sessionsInMemory + options.sessionsInMemory / 4 || count % 1024 == 0 else { return }
    startFreeingMemory()
  }

  /// The bytes that scenes have grown by since the heap was measured.
  private let growth = Atomic<Int>(0)

  /// Notes that scenes grew. Measures the heap each time that they have grown by a 64th of its limit.
  func noteGrowth(_ bytes: Int) {
    guard growth.add(bytes, ordering: .relaxed).newValue > memoryLimit / 64 else { return }
    growth.store(0, ordering: .relaxed)
    startFreeingMemory()
  }

  /// Evicts sessions on another thread if too many are in memory, or if they take too much of it.
  private func startFreeingMemory() {
    guard !isCleaningUp.exchange(true, ordering: .relaxed) else { return }
    ThreadPool.shared.start { [self] in
      evictSurplus()
      freeMemory()
      isCleaningUp.store(false, ordering: .relaxed)
    }
  }

  /// Evicts idle sessions from memory, and removes expired ones from the storage.
  func cleanUp() {
    freeIdleSessions()
    startFreeingMemory()
    HeapUse.giveBackIfMuch()
  }

  /// Evicts idle sessions from memory, ends the scenes of closed tabs, and removes expired sessions from the storage.
  func freeIdleSessions() {
    let now = now
    for session in sessions.sessions(unusedSince: now - Int64(options.memoryLifetime)) {
      sessions.evict(session, ifUnusedSince: now - Int64(options.memoryLifetime))
    }
    shrinkSessions(unusedSince: now - Self.shortLifetime)
    sessions.forEach { session in
      // The session is stored again after its turn.
      if session.freshness.isTroubled { session.queue.submit {} }
      if session.hasClosedTabs.load(ordering: .relaxed) {
        session.queue.submit { session.dropScenes(closedBy: now - Self.closedTabLifetime) }
      }
    }
    streams.tellExpired(at: time, again: lifetime(isUsed: false))
    storage.removeExpired { [log] result in
      if case .failure(let error) = result { log.report("Expired sessions could not be removed: \(error)") }
    }
  }

  /// Evicts the sessions that were idle longest, if too many are in memory.
  private func evictSurplus() {
    let surplus = sessions.count - options.sessionsInMemory
    guard surplus > 0 else { return }
    let candidates = sessions.sessions(unusedSince: now)
      .map { (session: $0, lastUse: $0.lastUse.load(ordering: .relaxed)) }
      .sorted { $0.lastUse < $1.lastUse }
    for (session, lastUse) in candidates.prefix(surplus) { sessions.evict(session, ifUnusedSince: lastUse) }
  }

  /// Lets sessions give memory back until the heap is within its limit, or has nothing more to give.
  private func freeMemory() {
    var use = HeapUse.current
    // The sizes of sessions are estimates, and not all of the heap is theirs.
    for round in 0..<Self.maxRounds where use > memoryLimit {
      // Below the limit, or the next page would be over it again.
      let surplus = use - (memoryLimit - memoryLimit / 16)
      free(part: Double(surplus) / Double(use), endsSpareScenes: round == 0)
      HeapUse.giveBack()
      let before = use
      use = HeapUse.current
      if round > 0, use >= before { return }
    }
  }

  private static let maxRounds = 8

  private func free(part: Double, endsSpareScenes: Bool) {
    let all = sessions.sessions(unusedSince: .max)
    let uses = all.map { session in
      let (all, spare) = session.memory.withLock { $0 }
      return MemoryPlan.Use(all: all, spare: spare, lastUse: session.lastUse.load(ordering: .relaxed))
    }
    let turns = DispatchGroup()
    for step in MemoryPlan.steps(uses, part: part, endsSpareScenes: endsSpareScenes) {
      turns.enter()
      sessions.free(all[step.index], unusedSince: uses[step.index].lastUse, evicts: step.evicts) { turns.leave() }
    }
    // A session that waits for its storage takes its turn later.
    _ = turns.wait(timeout: .now() + .seconds(1))
  }

  // MARK: - Changes by other servers

  /// Another server may have changed a session. If the key is nil, it may be any session.
  private func storageDidChange(_ key: SessionKey?) {
    let changed = sessions.noteChange(of: key)
    guard let key else { return streams.tellAll() }
    guard let session = changed else { return streams.tell(key) }
    let count = session.freshness.changeCount
    let version = session.freshness.version
    storage.load(key, unless: version) { [self] result in
      switch result {
      case .success(.record(let record)):
        if RenamedSession(record.content) != nil {
          return turns.start { session.queue.perform { session.didRenameElsewhere(key) } }
        }
        turns.start { [self] in adopt(record, in: session, askedWith: version, asOf: count) }
      case .success(.none) where version > 0: turns.start { session.queue.perform { session.didRemoveElsewhere(key) } }
      case .success(.unchanged): session.freshness.confirm(asOf: count)
      case .success(.none): break
      case .success(.unreadable), .failure: streams.tell(key)  // the next request loads it and handles the problem
      }
    }
  }

  private func adopt(_ record: SessionRecord, in session: Session, askedWith version: UInt64, asOf count: UInt64) {
    session.queue.perform { [log, streams] in
      guard session.life != .evicted else { return streams.tell(session.key) }
      do {
        try session.adopt(record, askedWith: version, asOf: count)
      } catch {
        log.report("Session \(session.key.shortened): \(error)", session: session.key)
        streams.tell(session.key)
      }
    }
  }

  // MARK: - Stopping

  /// Waits for running side effects for a while, and stores all sessions.
  func stop(within timeout: Duration) {
    let deadline = DispatchTime.now() + .milliseconds(Int(timeout / .milliseconds(1)))
    for name in longWork.wait(until: deadline) {
      log.report("\(name) was still running when the server stopped. Its later dispatches are lost.", .warning)
    }
    let turns = DispatchGroup()
    sessions.forEach { session in
      turns.enter()
      session.queue.submit {}  // The session is stored after its turn.
      session.queue.perform { [log] in
        if session.life != .evicted, session.isUnsaved {
          let names = session.state?.journal.map(\.updater.debugDescription).joined(separator: ", ") ?? ""
          log.report(
            "Session \(session.key.shortened) could not be stored before the server stopped. Lost: \(names).",
            session: session.key)
        }
        turns.leave()
      }
    }
    _ = turns.wait(timeout: max(deadline, .now() + .seconds(2)))
    longWork.close()
  }
}

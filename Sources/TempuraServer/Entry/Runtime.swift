internal import Dispatch
internal import Glibc
internal import HTTPServer
internal import Hydra
internal import Katana
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// All that the requests of a server have in common.
final class Runtime: @unchecked Sendable {
  // Safe because everything is immutable once the app is served; a metatype is only not Sendable for isolated conformances, which this is not.
  let app: any UIApplicationDelegate.Type
  let options: ServerConfiguration
  /// The app's languages; one at least.
  let languages: [Language]
  private(set) var storage: any SessionStorage
  let pages: PageWriter
  let images: ImageCatalog?
  let serverPaths: ServerPaths
  let routes: RouteTable
  let log: Log
  let sessions = SessionTable()
  let longWork: LongWork
  let sideEffects: SideEffectQueue
  let readiness: Readiness
  let onDispatch: DispatchObserver?

  /// The app's type of state; nil if it has no store. Known once the app was tried, before it is served.
  private(set) var stateType: (any State.Type)?
  private let migrations: (any StateMigrations.Type)?
  private var subscription: AnyObject?
  /// How many bytes the process may have before sessions leave memory early.
  let memoryLimit: Int

  /// - Throws: What is wrong with the paths that the app has for its routes.
  init(
    app: any UIApplicationDelegate.Type, options: ServerConfiguration, storage: any SessionStorage = MemoryStorage(),
    pages: PageWriter, files: StaticFiles, images: ImageCatalog? = nil, memoryLimit: Int = 512 << 20,
    readiness: Readiness = Readiness(log: Log()), onDispatch: DispatchObserver? = nil
  ) throws(RouteURLError) {
    let serverPaths = ServerPaths(files: files)
    self.serverPaths = serverPaths
    routes = try RouteTable(of: app, isReserved: serverPaths.has)
    let log = Log()
    self.log = log
    longWork = LongWork(log: log)
    sideEffects = SideEffectQueue(atOnce: options.sideEffectsAtOnce, threads: options.sideEffectThreads)
    self.readiness = readiness
    self.app = app
    self.options = options
    languages = options.languages.isEmpty ? [Language("en")] : options.languages.map(Language.init)
    self.storage = storage
    self.pages = pages
    self.images = images
    self.onDispatch = onDispatch
    self.memoryLimit = memoryLimit
    migrations = app as? any StateMigrations.Type
    use(storage)
  }

  /// Launches the app once and lets it go, to see before anybody asks that it starts, and what its state is.
  func tryApp() throws(SceneError) { stateType = try Scene.tryLaunch(of: self) }

  /// Takes another storage than that in memory, before the app is served.
  func use(_ storage: any SessionStorage) {
    self.storage = storage
    subscription = storage.subscribe { [weak self] in self?.othersChanged($0) }
  }

  /// Why sessions cannot leave memory; nil if they can.
  var memoryReason: String? {
    guard let stateType, !(stateType is any Codable.Type) else { return nil }
    return "\(stateType) is not Codable: sessions are in the memory of this process only, and end with it."
  }

  // MARK: - What is stored

  /// The version of the shape of the app's state.
  var stateVersion: Int { migrations?.stateVersion ?? 1 }

  /// What is stored of a session, as this build of the app has it.
  func content(of record: SessionRecord) throws(StateProblem) -> StateContent {
    if let content = record.content as? StateContent { return content }
    guard let stateType, let content = record.content as? EncodedContent else {
      throw .unreadable(version: nil, "the app has no store")
    }
    return try StateContent(content.bytes, as: stateType, migrations: migrations)
  }

  /// The language of a request that no scene answers.
  func language(of exchange: any Exchange, preference: UIApplication.LanguagePreference? = nil) -> Language {
    let choice = Int(Circumstances(exchange, languages: options.languages).language)
    return Language.chosen(
      among: languages, preference: preference?.tag, asked: choice > 0 ? languages[choice - 1].tag : nil)
  }

  /// Seconds since 1970.
  var time: Int64 { Int64(Glibc.time(nil)) }

  /// How long a session is stored without being used, in seconds.
  func lifetime(isUsed: Bool) -> Int64 { Int64(isUsed ? options.sessionLifetime : options.visitLifetime) }

  /// Seconds since some moment in the past, by a clock that is never set back.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec)
  }

  private let hasWarnedOfProxy = Atomic(false)

  /// Says once in the log if a request has fields of a proxy that is not trusted.
  func warnOfProxy(_ exchange: any Exchange) {
    guard !hasWarnedOfProxy.load(ordering: .relaxed), let name = exchange.ignoredProxyField,
      !hasWarnedOfProxy.exchange(true, ordering: .relaxed)
    else { return }
    log.report(
      "A request has the field \(name), which is not believed. If a proxy stands in front of this server, start it with "
        + "--trust-proxy: without it the cookie is not bound to this host, and --sessions-per-address does not count. If "
        + "none does, a client made it up.")
  }

  private let isCleaningUp = Atomic(false)

  /// How long a session that nobody uses keeps what its screens look like, in seconds.
  private static let markupLifetime: Int64 = 30

  // Of the sessions that were not used since then there is no markup any more.
  private let markupLimit = Atomic<Int64>(.min)

  /// Drops cached markup of sessions idle since `limit`. It is rendered again on the next request.
  func forgetMarkup(unusedSince limit: Int64) {
    let start = markupLimit.exchange(limit, ordering: .relaxed)
    for session in sessions.sessions(unusedSince: limit, usedAfter: start) {
      sessions.forgetMarkup(of: session, ifUnusedSince: limit)
    }
  }

  /// Cleans up, elsewhere, if there are far more sessions in memory than there should be.
  func cleanUpIfCrowded() {
    let count = sessions.count
    // To ask how much memory there is takes longer than a request does.
    guard count > options.sessionsInMemory + options.sessionsInMemory / 4 || count % 1024 == 0,
      !isCleaningUp.exchange(true, ordering: .relaxed)
    else { return }
    ThreadPool.shared.start {
      self.evictSurplus()
      self.isCleaningUp.store(false, ordering: .relaxed)
    }
  }

  /// Takes sessions that nobody uses out of memory, and forgets those whose time is up.
  func cleanUp() {
    let now = Self.now
    for session in sessions.sessions(unusedSince: now - Int64(options.memoryLifetime)) {
      sessions.evict(session, ifUnusedSince: now - Int64(options.memoryLifetime))
    }
    forgetMarkup(unusedSince: now - Self.markupLifetime)
    sessions.forEach { session in
      // Which is tried again when its work runs out.
      if session.saving.isTroubled.load(ordering: .relaxed) { session.queue.submit {} }
    }
    evictSurplus()
    HeapUse.giveBackIfMuch()
    storage.removeExpired { [log] result in
      if case .failure(let error) = result { log.report("Expired sessions could not be removed: \(error)") }
    }
  }

  /// Takes the sessions out of memory that were not used for longest, if there are more than there should be.
  private func evictSurplus() {
    let surplus = max(sessions.count - options.sessionsInMemory, surplusOfMemory)
    guard surplus > 0 else { return }
    let candidates = sessions.sessions(unusedSince: Self.now)
      .map { (session: $0, lastUse: $0.lastUse.load(ordering: .relaxed)) }
      .sorted { $0.lastUse < $1.lastUse }
    for (session, lastUse) in candidates.prefix(surplus) { sessions.evict(session, ifUnusedSince: lastUse) }
  }

  /// How many sessions have to go for the process to have as much memory as it may.
  private var surplusOfMemory: Int {
    // What is stored in memory stays there whatever happens.
    if storage is MemoryStorage { return 0 }
    let (use, count) = (HeapUse.current, sessions.count)
    guard use > memoryLimit, count > 0 else { return 0 }
    HeapUse.giveBack()
    return (use - memoryLimit) / max(use / count, 1) + 1
  }

  // MARK: - What others do

  /// Goes on with what the storage has answered, on a thread that may take its time.
  func afterAnswer(_ body: @escaping @Sendable () -> Void) {
    guard storage.answersOnOwnThreads else { return body() }
    ThreadPool.shared.start(body)
  }

  /// Others may have changed a session, or any if the key is nil.
  private func othersChanged(_ key: SessionKey?) {
    guard let key else { return sessions.forEach { $0.saving.mayBeOld.store(true, ordering: .relaxed) } }
    guard let session = sessions.session(storedUnder: key) else { return }
    session.saving.mayBeOld.store(true, ordering: .relaxed)
    storage.load(key, unless: session.saving.version.load(ordering: .relaxed)) { [self] result in
      guard case .success(.record(let record)) = result else { return }  // the next request finds out what it is
      afterAnswer { [log] in
        session.queue.perform {
          do {
            if session.life != .left { try session.saving.adopt(record) }
          } catch {
            log.report("Session \(key.shortened): \(error)")
          }
        }
      }
    }
  }

  // MARK: - The end

  /// Lets side effects that are running go on for a while, and has everything stored that is not.
  func stop(within patience: Duration) {
    let deadline = DispatchTime.now() + .milliseconds(Int(patience / .milliseconds(1)))
    for name in longWork.wait(until: deadline) {
      log.report("\(name) was still running when the server stopped. What it dispatches from now on is lost.")
    }
    let turns = DispatchGroup()
    sessions.forEach { session in
      turns.enter()
      session.queue.submit {}  // after which it is stored, if it is not
      session.queue.perform { [log] in
        if session.life != .left, session.saving.isNeeded {
          let names = session.state?.journal.map(\.debugDescription).joined(separator: ", ") ?? ""
          log.report("Session \(session.key.shortened) could not be stored before the server stopped. Lost: \(names).")
        }
        turns.leave()
      }
    }
    _ = turns.wait(timeout: max(deadline, .now() + .seconds(2)))
    longWork.close()
  }
}

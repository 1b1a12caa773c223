internal import Dispatch
internal import Glibc
internal import HTTPServer
internal import Katana
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// All that the requests of a server have in common.
final class Runtime: @unchecked Sendable {
  // Safe because everything is immutable; a metatype is only not Sendable for isolated conformances, which this is not.
  let app: any UIApplicationDelegate.Type
  let options: ServerConfiguration
  /// The app's languages; one at least.
  let languages: [Language]
  let storage: any SessionStorage
  let pages: PageWriter
  let files: StaticFiles
  let routes: RouteTable
  let log = Log()
  let sessions = SessionTable()
  let onDispatch: DispatchObserver?

  /// The app's type of state; nil if it has no store. Known once the app was tried, before it is served.
  private(set) var stateType: (any State.Type)?
  private let migrations: (any StateMigrations.Type)?

  /// - Throws: What is wrong with the paths that the app has for its routes.
  init(
    app: any UIApplicationDelegate.Type, options: ServerConfiguration, storage: any SessionStorage, pages: PageWriter,
    files: StaticFiles, onDispatch: DispatchObserver? = nil
  ) throws(RouteURLError) {
    routes = try RouteTable(of: app) { path in
      HealthCheck.isPath(path) || RequestHandler.looksLikeFile(path) && files.hasFile(at: path)
    }
    self.app = app
    self.options = options
    languages = options.languages.isEmpty ? [Language("en")] : options.languages.map(Language.init)
    self.storage = storage
    self.pages = pages
    self.files = files
    self.onDispatch = onDispatch
    migrations = app as? any StateMigrations.Type
  }

  /// Launches the app once and lets it go, to see before anybody asks that it starts, and what its state is.
  func tryApp() throws(SceneError) { stateType = try Scene.tryLaunch(of: self) }

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

  private let isCleaningUp = Atomic(false)

  /// How long a session that nobody uses keeps what its screens look like, in seconds.
  private static let markupLifetime: Int64 = 30

  // Of the sessions that were not used since then there is no markup any more.
  private let markupLimit = Atomic<Int64>(.min)

  /// Has sessions that were not used since a moment let go of what can be made again: most of them wait for a reader.
  func forgetMarkup(unusedSince limit: Int64) {
    let start = markupLimit.exchange(limit, ordering: .relaxed)
    for session in sessions.sessions(unusedSince: limit, usedAfter: start) {
      sessions.forgetMarkup(of: session, ifUnusedSince: limit)
    }
  }

  /// Cleans up, elsewhere, if there are far more sessions in memory than there should be.
  func cleanUpIfCrowded() {
    guard sessions.count > options.sessionsInMemory + options.sessionsInMemory / 4,
      !isCleaningUp.exchange(true, ordering: .relaxed)
    else { return }
    DispatchQueue.global(qos: .utility).async {
      self.cleanUp()
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
    let surplus = sessions.count - options.sessionsInMemory
    if surplus > 0 {
      let candidates = sessions.sessions(unusedSince: now)
        .map { (session: $0, lastUse: $0.lastUse.load(ordering: .relaxed)) }
        .sorted { $0.lastUse < $1.lastUse }
      for (session, lastUse) in candidates.prefix(surplus) { sessions.evict(session, ifUnusedSince: lastUse) }
    }
    storage.removeExpired { [log] result in
      if case .failure(let error) = result { log.report("Expired sessions could not be removed: \(error)") }
    }
  }
}

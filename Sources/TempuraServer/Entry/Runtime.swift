internal import Dispatch
internal import Glibc
internal import HTTPServer
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
  }

  /// The language of a request that no scene answers.
  func language(of exchange: any Exchange, preference: UIApplication.LanguagePreference? = nil) -> Language {
    let choice = Int(Circumstances(exchange, languages: options.languages).language)
    return Language.chosen(
      among: languages, preference: preference?.tag, asked: choice > 0 ? languages[choice - 1].tag : nil)
  }

  /// When a session that is used now may be forgotten, in seconds since 1970.
  func expiry(isUsed: Bool) -> Int64 {
    Int64(time(nil)) + lifetime(isUsed: isUsed)
  }

  /// How long a session is stored without being used, in seconds.
  func lifetime(isUsed: Bool) -> Int64 { Int64(isUsed ? options.sessionLifetime : options.visitLifetime) }

  /// Seconds since some moment in the past, by a clock that is never set back.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec)
  }

  private let isCleaningUp = Atomic(false)

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
    let surplus = sessions.count - options.sessionsInMemory
    if surplus > 0 {
      let candidates = sessions.sessions(unusedSince: now)
        .map { (session: $0, lastUse: $0.lastUse.load(ordering: .relaxed)) }
        .sorted { $0.lastUse < $1.lastUse }
      for (session, lastUse) in candidates.prefix(surplus) { sessions.evict(session, ifUnusedSince: lastUse) }
    }
    do {
      try storage.removeExpired()
    } catch {
      log.report("Expired sessions could not be removed: \(error)")
    }
  }
}

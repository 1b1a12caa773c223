internal import Basics
internal import Dispatch
internal import HTTPServer
internal import Hydra
internal import Katana
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// The parts of a server that all requests share.
final class Runtime: @unchecked Sendable {
  // Safe because everything but the site is immutable, and the site is behind a lock.

  let app: ServedApp
  let storage: MeasuredStorage
  private let currentSite: Locked<Site>
  let log: Log
  let metrics: RuntimeMetrics
  let readiness: Readiness
  /// Clocks, timers and threads.
  let platform: Platform

  let sessions: SessionTable
  /// The streams of open pages.
  let streams: StreamTable
  /// The parts of states that sessions share.
  let parts = PartTable()
  /// Who shares them.
  let attendance: Locked<Attendance>
  let partTurns = PartTurns()
  /// Which sessions want to know what changes outside of them.
  let observers = Locked(Observers())
  /// What could not be loaded, and is loaded again.
  let unloaded = Locked(Unloaded())
  let newSessions: NewSessions
  let turns: TurnThreads
  let longWork: LongWork
  private var subscriptions: [AnyObject] = []

  /// - Parameter memoryLimit: The heap size in bytes above which sessions give memory back.
  init(
    _ app: ServedApp, storage: any SessionStorage, site: Site, memoryLimit: Int = 512 << 20,
    newSessions: AddressRateLimit = .none, log: Log = Log(), readiness: Readiness? = nil, platform: Platform = .system
  ) {
    self.app = app
    self.log = log
    self.platform = platform
    metrics = RuntimeMetrics()
    self.storage = MeasuredStorage(storage, metrics)
    currentSite = Locked(site)
    self.readiness = readiness ?? Readiness(log: log)
    attendance = Locked(Attendance(server: platform.number().hexadecimal))
    streams = StreamTable(after: platform.after)
    sessions = SessionTable(MemoryBudget(limit: memoryLimit))
    self.newSessions = NewSessions(newSessions)
    turns = TurnThreads(on: platform)
    longWork = LongWork(app.configuration, log)
    subscriptions = subscribe(to: storage)
    if app.parts?.hasPresence == true { countUsersLater() }
    addMetrics()
    Scene.isMainActor
    OutsideSessions.isServing.store(true, ordering: .relaxed)
  }

  var options: ServerConfiguration { app.configuration }

  /// Reads what is stored.
  var states: StateReader { app.states }

  /// The templates and files of answers. A request asks once, and uses the same ones to its end.
  var site: Site { currentSite.withLock { $0 } }

  /// Replaces the site while the app is served.
  ///
  /// - Throws: If one of its files is at the path of a route. The old site stays then.
  func replaceSite(by site: Site) throws(RouteURLError) {
    _ = try RouteTable(of: app.type, isReserved: ServedApp.reservedPaths(app.fileGuard, site))
    currentSite.withLock { $0 = site }
  }

  /// Makes the answers to requests that the HTTP server refuses by itself.
  var refusal: @Sendable (RefusedRequest) -> HTTPResponse {
    { [self] refused in site.pages.refusal(of: refused, in: app.languages) }
  }

  /// The language of an answer without a scene.
  func language(of exchange: any Exchange, preference: UIApplication.LanguagePreference? = nil) -> Language {
    let accepted = exchange.header("Accept-Language").map { AcceptedLanguage(among: options.languages, field: $0) }
    return Language.chosen(
      among: app.languages, preference: preference?.tag, asked: accepted.map { app.languages[$0.index].tag },
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
      self.turns.run { [log] in
        await session.turn { turn in
          await session.flush(turn)
          if session.life != .evicted, session.isUnsaved {
            let names = session.state?.journal.map(\.updater.debugDescription).joined(separator: ", ") ?? ""
            log.report(
              "Session \(session.key.shortened) could not be stored before the server stopped. Lost: \(names).",
              session: session.key)
          }
        }
        turns.leave()
      }
    }
    _ = turns.wait(timeout: max(deadline, .now() + .seconds(2)))
    endPresence()
    longWork.close()
  }
}

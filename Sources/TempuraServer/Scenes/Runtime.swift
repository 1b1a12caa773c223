internal import Basics
internal import HTTPServer
internal import Hydra
internal import Katana
internal import Pictures
internal import SessionKernel
internal import Sessions
internal import Synchronization
internal import TempuraUI

/// What all requests of a server share.
final class Runtime: SharingRuntime, SessionHost, @unchecked Sendable {
  // Safe because everything but the site is immutable, and the site is behind a lock.

  let app: ServedApp
  private let currentSite: Locked<Site>
  let readiness: Readiness
  /// Says when animations are over; nil if they are as soon as they begin, as in most tests.
  private let clockOfMotion: Locked<MotionClock?>
  var motionClock: MotionClock? {
    get { clockOfMotion.value }
    set { clockOfMotion.withLock { $0 = newValue } }
  }

  /// - Parameter memoryLimit: The heap size in bytes above which sessions give memory back.
  init(
    _ app: ServedApp, storage: any SessionStorage, site: Site, memoryLimit: Int = 512 << 20,
    log: Log = Log(), readiness: Readiness? = nil, platform: Platform = .system
  ) {
    self.app = app
    currentSite = Locked(site)
    clockOfMotion = Locked(platform.after)
    self.readiness = readiness ?? Readiness(log: log)
    super.init(
      app.configuration, app.slices, firstState: app.firstState, storage: storage, states: app.states,
      memoryLimit: memoryLimit, log: log, platform: platform)
    addMetrics()
    Scene.isMainActor
    PictureProcess.client.set { Origin.current.cause?.client ?? 0 }
    OutsideSessions.isServing.store(true, ordering: .relaxed)
  }

  func screens(of session: Session, _ content: StateContent?) -> any SessionScreens {
    SceneList(content, of: session, self)
  }

  func attachments(of session: Session) -> [any SessionAttachment] {
    app.attachments?.attachments(of: session, self) ?? []
  }

  /// The templates and files of answers. A request asks once, and uses the same ones to its end.
  var site: Site { currentSite.withLock { $0 } }

  /// Replaces the site while the app is served.
  ///
  /// - Throws: If one of its files is at the path of a route. The old site stays then.
  func replaceSite(by site: Site) throws(RouteURLError) {
    _ = try RouteTable(of: app.type, isReserved: ServedApp.reservedPaths(app.fileGuard, site))
    currentSite.withLock { $0 = site }
  }

  /// The answer to a request that the HTTP server refuses by itself.
  func refusal(of refused: RefusedRequest) -> HTTPResponse { site.pages.refusal(of: refused, in: app.languages) }
}

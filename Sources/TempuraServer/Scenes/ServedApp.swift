internal import Basics
package import Katana
internal import SessionKernel
internal import Sessions
internal import Tempura
internal import TempuraUI

/// The app that a server serves, after a trial launch.
struct ServedApp: @unchecked Sendable {
  // Safe because it is immutable, and the metatypes have no isolated conformances.

  let type: any UIApplicationDelegate.Type
  /// The app as the guard of its users' files; nil if it serves none.
  let fileGuard: (any FileGuard.Type)?
  let configuration: ServerConfiguration
  /// The app's languages: at least one.
  let languages: [Language]
  let routes: RouteTable
  /// The slices of the state that sessions share; nil if there are none.
  private(set) var slices: SliceDefinitions?
  /// The state that the app began with in its trial launch; nil if it shares no slices of it.
  private(set) var firstState: (any State)?
  /// Reads the app's states.
  private(set) var states: StateReader
  /// Called for each dispatch of the app's users.
  private(set) var onDispatch: DispatchObserver?
  /// What attaches to its sessions and scenes; nil if nothing does.
  private(set) var attachments: (any AppAttachments)?

  /// Launches the app once, to check that it starts, and to learn the type of its state. A server that stops does not wait for
  /// side effects of this launch.
  ///
  /// - Throws: `RouteURLError`, the first mistake in the paths of its routes, `SharedPartError` or `SceneError`.
  init(
    _ type: any UIApplicationDelegate.Type, _ configuration: ServerConfiguration, _ site: Site, _ log: Log,
    platform: Platform = .system, onDispatch: DispatchObserver? = nil,
    attachments: (any AppAttachments)? = nil
  ) throws {
    self.type = type
    fileGuard = type as? any FileGuard.Type
    self.configuration = configuration
    languages = configuration.languages.isEmpty ? [Language("en")] : configuration.languages.map(Language.init)
    routes = try RouteTable(of: type, isReserved: Self.reservedPaths(fileGuard, site))
    let migrations = (type as? any StateMigrations.Type)?.migration
    states = StateReader(nil, migrations, log)
    let trial = Runtime(self, storage: MemoryStorage(), site: site, log: log, platform: platform)
    let state = try Scene.tryLaunch(in: trial)
    states = StateReader(state.map { Swift.type(of: $0) }, migrations, log)
    slices = try SliceDefinitions(of: type, state)
    if slices != nil { firstState = state }
    self.onDispatch = onDispatch
    self.attachments = attachments
  }

  /// Begins the paths of files of users, which the app's `FileGuard` decides about.
  static let userFiles = "/files/"
  /// Begins the paths of pictures that the app has loaded or made.
  static let pictures = "/tempura-pictures/"

  /// Whether a path is that of a file of users, which no screen can have.
  @inline(__always)  // or each request would copy the app
  func isUserFile(_ path: @autoclosure () -> String) -> Bool { fileGuard != nil && path().hasPrefix(Self.userFiles) }

  /// Whether the server answers a path of the app itself.
  static func reservedPaths(_ fileGuard: (any FileGuard.Type)?, _ site: Site) -> (_ path: String) -> Bool {
    let paths = site.paths  // The site itself must not outlive its replacement.
    return { paths.has($0) || fileGuard != nil && $0.hasPrefix(userFiles) || $0.hasPrefix(pictures) }
  }

  /// The type of the app's state; nil if it has no store.
  var stateType: (any State.Type)? { states.type }

  /// Why sessions cannot be stored. Nil if they can.
  var memoryReason: String? {
    guard let stateType, !(stateType is any Codable.Type) else { return nil }
    return "\(stateType) is not Codable: sessions are only in the memory of this process, and end with it."
  }

  /// Where its sessions are stored.
  func storageChoice(
    _ options: CommandLineOptions, _ program: String, _ environment: [String: String], _ log: Log
  ) throws(StorageError) -> StorageChoice {
    if let reason = memoryReason {
      if options.sessions != .memory { log.report(reason, .warning) }
      return .memory
    }
    if let choice = options.sessions { return choice }
    do throws(StorageError) { return try .byDefault(program: program, environment: environment) } catch {
      guard stateType == nil else { throw error }  // an app without a store may keep nothing
      log.report("What the app keeps is only in the memory of this process. \(error)", .warning)
      return .memory
    }
  }
}

/// What attaches to the sessions and scenes of an app, such as the recorder.
protocol AppAttachments: AnyObject, Sendable {
  /// Whether pages tell the app's developer of mistakes.
  var isDevelopment: Bool { get }
  /// What a new session is watched by.
  func attachments(of session: Session, _ runtime: Runtime) -> [any SessionAttachment]
  /// Describes a side effect or updater that failed, which no code of the app has noticed.
  func report(ofFailed item: any Dispatchable, _ error: any Error) -> DevelopmentReport
}

/// Called for each dispatch, before it is handled, on the dispatching thread.
package typealias DispatchObserver = @Sendable (any Dispatchable) -> Void

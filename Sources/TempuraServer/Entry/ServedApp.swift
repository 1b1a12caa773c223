internal import Basics
internal import Katana
internal import Sessions
internal import Tempura
internal import TempuraUI

/// The app that a server serves, after a trial launch.
struct ServedApp: @unchecked Sendable {
  // Safe because it is immutable, and the metatypes have no isolated conformances.

  let type: any UIApplicationDelegate.Type
  /// The app's languages: at least one.
  let languages: [Language]
  let routes: RouteTable
  /// The type of the app's state; nil if it has no store.
  private(set) var stateType: (any State.Type)?
  /// Called for each dispatch of the app's users.
  private(set) var onDispatch: DispatchObserver?
  /// In development, how code of the app stopped the server before.
  private(set) var trapNotice: TrapNotice?

  /// Launches the app once, to check that it starts, and to learn the type of its state. A server that stops does not wait for
  /// side effects of this launch.
  ///
  /// - Throws: `RouteURLError`, the first mistake in the paths of its routes, or `SceneError`.
  init(
    _ type: any UIApplicationDelegate.Type, _ options: ServerConfiguration, _ site: Site, _ log: Log,
    platform: Platform = .system, onDispatch: DispatchObserver? = nil, trapNotice: TrapNotice? = nil
  ) throws {
    self.type = type
    languages = options.languages.isEmpty ? [Language("en")] : options.languages.map(Language.init)
    routes = try RouteTable(of: type, isReserved: site.paths.has)
    let trial = Runtime(self, options: options, storage: MemoryStorage(), site: site, log: log, platform: platform)
    stateType = try Scene.tryLaunch(in: trial)
    self.onDispatch = onDispatch
    self.trapNotice = trapNotice
  }

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
    if stateType == nil { return .memory }
    if let choice = options.sessions { return choice }
    return try .byDefault(program: program, environment: environment)
  }
}

internal import Basics
internal import HTTPServer
internal import Sessions
internal import TempuraUI

/// The start of a server: steps in their order, from its options to a server that can listen. If a step fails, later ones are
/// not done. The description of its error says what to do.
struct ServerStart {
  let app: any UIApplicationDelegate.Type
  let configuration: ServerConfiguration
  let options: CommandLineOptions
  /// The name of the app if its configuration has none. Also the name of the default folder of its sessions.
  let name: String
  /// Determines where sessions are stored by default.
  var environment: [String: String] = [:]
  /// Called for each dispatch of the app's users.
  var onDispatch: DispatchObserver?
  /// Nil for a process that is not a worker.
  var crashNotes: CrashNotes?
  /// Whether all sessions are recorded.
  var isRecorded = false
  /// Returns whether to go on waiting for another server that has the file of the sessions. Called repeatedly, with the id of its
  /// process. Only for a server that shares its address: others fail at once.
  var mayWait: ((_ process: Int32?) -> Bool)?

  /// Takes the steps.
  ///
  /// - Throws: `FormOriginError`, `FolderError`, `TemplateError`, `RouteURLError`, `SceneError`, `HTTPServerError` or `StorageError`, in the order
  ///   of the steps.
  func server() throws -> AppServer {
    try FormOriginError.check(configuration.formOrigins)
    let recordsAll = options.isDevelopment || isRecorded
    let recorders =
      recordsAll || options.admin != nil
      ? Recorders(recordsAll: recordsAll, folder: EditedProgram(environment)?.folder) : nil
    let log = log(recorders)
    let source = try SiteSource(options, configuration, defaultName: name)
    let site = try source.read()
    let app = try ServedApp(
      app, configuration, site, log, onDispatch: onDispatch,
      attachments: DevelopmentTools(options.isDevelopment ? Development(options, environment) : nil, recorders))
    // Clients that are sent here while another server still has the sessions wait for this one.
    let socket = options.sharesAddress ? try ListeningSocket(options.address, sharesPort: options.sharesPort) : nil
    // After the trial launch, because it determines whether sessions are stored.
    let choice = try app.storageChoice(options, name, environment, log)
    if EditedProgram(environment)?.isSuccessor == true { try checkStored(in: choice, app) }
    let storage = try storage(of: choice, log)
    let runtime = Runtime(
      app, storage: storage, site: site, memoryLimit: options.sessionMemory, log: log)
    try app.development?.pages.watch(runtime)
    if options.hasPanel, let recorders {
      try app.development?.panel.set(PanelServer(for: runtime, recorders, options))
    }
    return AppServer(
      runtime, http: HTTPServerConfiguration(options, configuration, runtime), listeningAt: socket, sessionsIn: choice,
      source: source, options: options, crashNotes: crashNotes)
  }

  /// In development, a build that cannot read what the one before it has stored does not take its place.
  private func checkStored(in choice: StorageChoice, _ app: ServedApp) throws {
    if choice == .memory { return }
    let lines = try SessionCheck.ofAll(in: choice, readBy: app).filter { !$0.problems.isEmpty }.flatMap(\.lines)
    if !lines.isEmpty { throw UnreadableSessions(lines: lines) }
  }

  /// The log that the operator and the app want. In development, recordings have its lines, too.
  private func log(_ recorders: Recorders?) -> Log {
    var log = options.log(configuration)
    guard let recorders, options.isDevelopment else { return log }
    log.handler = { [configuration] entry in
      configuration.onLog?(entry)
      recorders.note(entry)
    }
    return log
  }

  private func storage(of choice: StorageChoice, _ log: Log) throws(StorageError) -> any SessionStorage {
    let limits = StorageLimits(contentBytes: configuration.sessionBytes)
    let wait = options.sharesAddress ? mayWait : nil
    let storage = StorageOptions(isServer: true, durability: options.durability, limits: limits) {
      log.report($0)
    }
    return try choice.open(storage) { wait?($0) ?? false }
  }
}

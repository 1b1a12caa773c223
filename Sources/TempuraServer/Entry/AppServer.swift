internal import Basics
internal import Dispatch
internal import Foundation
internal import HTTPServer
internal import Sessions
internal import Synchronization
package import TempuraUI

/// An app being served: what `main()` starts, and tests start in their own process.
package final class AppServer {
  let runtime: Runtime
  let handler: RequestHandler
  /// Where sessions are stored.
  let place: StoragePlace
  /// How long side effects may go on once the server is told to stop.
  private let drain: Duration
  private let http: HTTPServer
  /// How many connections are wanted.
  private let connections: Int
  // Made in `start`: releasing a timer that was never resumed is a crash, and `init` may throw.
  private var timer: (any DispatchSourceTimer)?

  /// Reads templates and files, and launches the app once to see that it starts. Its sessions are in memory.
  ///
  /// - Parameter onDispatch: Is told of everything that the app's users have dispatched.
  /// - Throws: `TemplateError`, `RouteURLError`, `SceneError` or an error about a folder, each with a sentence that says what to do.
  package convenience init(
    app: any UIApplicationDelegate.Type, configuration: ServerConfiguration = ServerConfiguration(), port: UInt16 = 0,
    onDispatch: DispatchObserver? = nil
  ) throws {
    var options = try CommandLineOptions(arguments: [], environment: [:])
    options.port = port
    options.logsRequests = false
    options.sessions = .memory
    try self.init(
      app: app, configuration: configuration, options: options, defaultName: "App", onDispatch: onDispatch)
  }

  /// - Parameter environment: Says where sessions are stored if the options do not.
  init(
    app: any UIApplicationDelegate.Type, configuration: ServerConfiguration, options: CommandLineOptions,
    defaultName: String, environment: [String: String] = [:], onDispatch: DispatchObserver? = nil
  ) throws {
    let folders = try AppFolders(options, bundle: configuration.bundle)
    let templates = try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: folders.templateFolders)
    let pages = PageWriter(
      templates: templates, appName: configuration.name ?? defaultName,
      stylesheets: ["/tempura.css"] + configuration.stylesheets,
      language: Language(configuration.languages.first ?? "en"))
    let files = StaticFiles(folders: folders.publicFolders, builtIn: BuiltInFiles.publicFiles)
    runtime = try Runtime(
      app: app, options: configuration, pages: pages, files: files,
      images: ImageCatalog(publicFolders: folders.publicFolders),
      memoryLimit: options.sessionMemory, onDispatch: onDispatch)
    drain = .seconds(options.drain)
    connections = options.connections
    handler = RequestHandler(runtime: runtime)

    var server = HTTPServerConfiguration()
    server.host = options.host
    server.port = options.port
    server.threads = options.threads
    server.limits.bodyBytes = options.bodyLimit
    server.limits.takeFiles(of: configuration)
    server.temporaryFolder = PickedFiles.temporaryFolder
    server.limits.formFiles = options.filesPerForm
    server.limits.connections = options.connections
    if let most = options.connectionsPerAddress {
      server.limits.connectionsPerAddress = most == 0 ? .max : most
      server.limits.countsThisMachine = true
    }
    server.limits.answerBytes = options.answerMemory
    server.trustsForwardedHeaders = options.trustsProxy
    server.accessLog = options.logsRequests ? AccessLog() : nil
    server.errorPage = { status, message, requestID in
      pages.errorBody(status, message: message, requestID: requestID)
    }
    server.errorHeaders = SecurityHeaders.errorPage
    http = HTTPServer(configuration: server, handler: handler)
    try runtime.tryApp()
    // Only now it is known whether there is anything to be stored.
    place = try Self.place(of: runtime, options, defaultName, environment)
    let limits = StorageLimits(
      sessionsPerAddress: options.sessionsPerAddress, contentBytes: configuration.sessionBytes)
    runtime.use(try place.open(durability: options.durability, limits: limits, isServer: true))
  }

  private static func place(
    of runtime: Runtime, _ options: CommandLineOptions, _ program: String, _ environment: [String: String]
  ) throws(StorageError) -> StoragePlace {
    if let reason = runtime.memoryReason {
      if options.sessions != .memory { runtime.log.report(reason) }
      return .memory
    }
    if runtime.stateType == nil { return .memory }
    if let place = options.sessions { return place }
    return try .byDefault(program: program, environment: environment)
  }

  deinit { timer?.cancel() }

  /// Starts to serve.
  ///
  /// - Returns: The port.
  /// - Throws: `HTTPServerError`, for one if the port is in use.
  @discardableResult package func start() throws -> UInt16 {
    let port = try http.start()
    if http.mostConnections < connections {
      runtime.log.report(
        "The system allows so few open files that at most \(http.mostConnections) connections are served, and not "
          + "\(connections). Raise the limit (ulimit -n).")
    }
    if self.runtime.options.uploadBytes > 0 { PickedFiles.removeLeftovers() }
    let runtime = runtime
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tempura.clean-up", qos: .utility))
    timer.schedule(deadline: .now() + 10, repeating: 10)
    timer.setEventHandler { runtime.cleanUp() }
    timer.resume()
    self.timer = timer
    return port
  }

  /// Announces that the server is about to stop: it goes on, says so at `/health` and `/ready`, and ends each
  /// connection after an answer.
  package func leave() { http.leave() }

  /// Stops: requests that are being answered are finished, new ones are refused; side effects that are running may go on for a
  /// while, and what they change is stored.
  package func stop() {
    timer?.cancel()
    http.stop(grace: .seconds(10))
    runtime.stop(within: drain)
    runtime.storage.close()
  }
}

extension HTTPLimits {
  /// The most bytes of files that a server can be told to take.
  private static let mostUploadBytes = 1 << 48

  /// What is too large by less than as much again, or 16 MB, is read nevertheless, so that the page can say so.
  mutating func takeFiles(of configuration: ServerConfiguration) {
    uploadBytes = min(max(configuration.uploadBytes, 0), Self.mostUploadBytes)
    uploadExcessBytes = uploadBytes == 0 ? 0 : max(uploadBytes, 16 * 1024 * 1024)
  }
}

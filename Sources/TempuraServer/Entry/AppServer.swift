internal import Basics
internal import Dispatch
internal import Foundation
internal import HTTPServer
internal import Sessions
internal import Synchronization
package import TempuraUI

/// An app and its HTTP server. `main()` starts one. Tests start them in their own process.
package final class AppServer {
  let runtime: Runtime
  let handler: RequestHandler
  private let source: SiteSource
  private let certificateFiles: CertificateFiles?
  private var redirect: RedirectServer?
  private let redirectConfiguration: HTTPServerConfiguration?
  /// Where sessions are stored.
  let place: StoragePlace
  private let options: CommandLineOptions
  private let http: HTTPServer
  /// The server of the admin address; nil if there is none.
  private let admin: HTTPServer?
  /// The admin address; nil before the start, and without one.
  private(set) var adminAddress: ListeningAddress?
  // Made in `start`, because `init` may throw, and releasing a timer that was not resumed crashes.
  private var timer: (any DispatchSourceTimer)?

  /// Reads templates and files, and launches the app once as a check. Its sessions are in memory.
  ///
  /// - Parameter onDispatch: Called for each dispatch of the app's users.
  /// - Throws: `TemplateError`, `RouteURLError`, `SceneError` or `FolderError`. Their descriptions say what to do.
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

  /// - Parameters:
  ///   - environment: The environment. It determines the default place of sessions.
  ///   - mayWait: Whether to wait on while another server uses the file of the sessions. It gets the id of that process, and is
  ///     asked again and again. Only for a server that shares its address: others fail at once.
  init(
    app: any UIApplicationDelegate.Type, configuration: ServerConfiguration, options: CommandLineOptions,
    defaultName: String, environment: [String: String] = [:], onDispatch: DispatchObserver? = nil,
    mayWait: ((_ process: Int32?) -> Bool)? = nil
  ) throws {
    source = try SiteSource(options, configuration, defaultName: defaultName)
    runtime = try Runtime(
      app: app, options: configuration, site: try source.read(), memoryLimit: options.sessionMemory,
      newSessions: options.newSessionsPerAddress, log: options.log(configuration),
      slowRequest: options.slowTap == 0 ? nil : Double(options.slowTap) / 1000, onDispatch: onDispatch)
    self.options = options
    handler = RequestHandler(runtime: runtime)

    certificateFiles = CertificateFiles(options, runtime.log)
    let certificate = try certificateFiles?.read()
    var server = HTTPServerConfiguration(
      options, configuration, certificate.map { TLSSettings($0, strictTransport: options.strictTransport) })
    server.use(runtime)
    redirectConfiguration = options.redirectPort.map {
      server.redirecting(at: .tcp(host: options.host, port: $0), sharesPort: options.sharesAddress)
    }
    http = HTTPServer(configuration: server, handler: handler)
    if let address = options.admin {
      admin = AdminServer.make(at: address, sharesPort: options.sharesAddress, runtime) { [http] in http.isStopping }
    } else {
      admin = nil
    }
    runtime.metrics.add(http)
    runtime.metrics.addBuild(app: source.name) { [runtime] in runtime.site.pages.release.id }
    try runtime.tryApp()
    // Clients that are sent here while another server still has the sessions wait for this one.
    if options.sharesAddress { try http.listen() }
    // After the check, because it determines whether sessions are stored.
    place = try Self.place(of: runtime, options, defaultName, environment)
    let limits = StorageLimits(
      sessionsPerAddress: options.sessionsPerAddress, contentBytes: configuration.sessionBytes)
    let wait = options.sharesAddress ? mayWait : nil
    runtime.use(
      try place.open(StorageOptions(isServer: true, durability: options.durability, limits: limits)) {
        wait?($0) ?? false
      })
  }

  /// Where the sessions of an app are stored.
  static func place(
    of runtime: Runtime, _ options: CommandLineOptions, _ program: String, _ environment: [String: String]
  ) throws(StorageError) -> StoragePlace {
    if let reason = runtime.memoryReason {
      if options.sessions != .memory { runtime.log.report(reason, .warning) }
      return .memory
    }
    if runtime.stateType == nil { return .memory }
    if let place = options.sessions { return place }
    return try .byDefault(program: program, environment: environment)
  }

  deinit { timer?.cancel() }

  /// Opens the socket. Clients can connect from now on, and wait until the server is started.
  ///
  /// - Throws: `HTTPServerError`, for example if the port is in use.
  @discardableResult func listen() throws -> ListeningAddress { try http.listen() }

  /// Starts the server.
  ///
  /// - Returns: The port; 0 for a Unix socket.
  /// - Throws: `HTTPServerError`, for example if the port is in use, `AdminAddressError` or `RedirectAddressError`.
  @discardableResult package func start() throws -> UInt16 {
    // First, so that a mistake in its address is known before there are visitors.
    do throws(HTTPServerError) {
      adminAddress = try admin?.listen()
      try admin?.start()
    } catch {
      throw AdminAddressError(reason: error)
    }
    let securePort = try http.listen().port
    if let address = http.numericAddress, admin?.numericAddress?.overlaps(address) == true {
      throw CommandLineError.adminIsPublic(address.description)
    }
    redirect = try redirectConfiguration.map { try RedirectServer($0, to: securePort, runtime) }
    let port = try http.start()
    warnOfFewDescriptors()
    if runtime.options.uploadBytes > 0 { PickedFiles.removeLeftovers() }
    startCleaningUp()
    return port
  }

  private func warnOfFewDescriptors() {
    if http.maxConnections < options.connections {
      runtime.log.report(
        "The system's limit of open files allows only \(http.maxConnections) connections instead of \(options.connections). "
          + "Raise the limit (ulimit -n).", .warning)
    }
    if let streams = options.streams, http.maxStreams < streams {
      runtime.log.report(
        "The system's limit of open files allows only \(http.maxStreams) streams of live pages instead of \(streams). Raise "
          + "the limit (ulimit -n), or set --streams.", .warning)
    }
  }

  private func startCleaningUp() {
    let runtime = runtime
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tempura.clean-up", qos: .utility))
    timer.schedule(deadline: .now() + 10, repeating: 10)
    timer.setEventHandler {
      runtime.cleanUp()
      runtime.handOverMetrics()
    }
    timer.resume()
    self.timer = timer
  }

  /// The address for plain HTTP that leads to HTTPS; nil if there is none.
  var redirectAddress: ListeningAddress? { redirect?.address }

  /// Reads templates, public files and the certificate anew. Pages that are rendered and connections that open from now on
  /// use them.
  ///
  /// - Throws: What is wrong with them, with file and line. The server goes on with the old ones.
  package func reload() throws {
    do {
      let site = try source.read()
      let certificate = try certificateFiles?.read()
      try runtime.replaceSite(by: site)
      if let certificate { http.use(certificate) }
    } catch {
      runtime.metrics.countReload(isDone: false)
      throw error
    }
    runtime.metrics.countReload(isDone: true)
  }

  /// Announces that the server will stop: `/health` and `/ready` answer 503, and each connection ends after its next answer.
  /// The server continues to serve.
  package func leave() {
    redirect?.announceStop()
    http.announceStop()
  }

  private static let grace = Duration.seconds(10)

  /// The longest time that `stop()` takes, unless code of the app never returns.
  package var longestStop: Duration { Self.longestStop(options) }

  static func longestStop(_ options: CommandLineOptions) -> Duration { grace + .seconds(options.drain + 10) }

  /// Refuses new requests, finishes the current ones, waits for side effects for a while, and stores all changes.
  package func stop() {
    timer?.cancel()
    redirect?.stop()
    http.stop(grace: Self.grace)
    runtime.stop(within: .seconds(options.drain))
    runtime.storage.close()
    runtime.handOverMetrics()
    // Last, so that operators see the server stop.
    admin?.stop(grace: .zero)
  }
}

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
  /// The files of the certificate and its key; nil for a server without TLS.
  private let certificateFiles: (certificate: String, key: String)?
  /// The server for plain HTTP that sends browsers to HTTPS.
  private var redirect: HTTPServer?
  private let redirectConfiguration: HTTPServerConfiguration?
  /// Where sessions are stored.
  let place: StoragePlace
  /// How long side effects may continue after the server stopped serving.
  private let drain: Duration
  private let http: HTTPServer
  /// The server of the admin address; nil if there is none.
  private let admin: HTTPServer?
  /// The admin address; nil before the start, and without one.
  private(set) var adminAddress: ListeningAddress?
  /// The number of connections that the operator wants.
  private let connections: Int
  /// The number of streams that the operator wants; nil if not given.
  private let streams: Int?
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
    drain = .seconds(options.drain)
    connections = options.connections
    streams = options.streams
    handler = RequestHandler(runtime: runtime)

    var server = HTTPServerConfiguration()
    server.address = options.address
    server.sharesPort = options.sharesPort
    server.threads = options.threads
    server.limits.bodyBytes = options.bodyLimit
    server.limits.setUploadSize(of: configuration)
    server.temporaryFolder = PickedFiles.temporaryFolder
    server.limits.formFiles = options.filesPerForm
    server.limits.connections = options.connections
    if let most = options.streams { server.limits.streams = most }
    if let most = options.connectionsPerAddress {
      server.limits.connectionsPerAddress = most == 0 ? .max : most
      server.limits.streamsPerAddress = most == 0 ? .max : most
      server.limits.countsThisMachine = true
    }
    server.limits.requestsPerAddress = options.requestsPerAddress
    server.limits.answerBytes = options.answerMemory
    server.vitalPaths = [HealthCheck.healthPath, HealthCheck.readyPath]
    server.limits.longestWait = .milliseconds(options.longestWait)
    server.compression = Int32(options.compression)
    server.trustsForwardedHeaders = options.trustsProxy
    if options.logsRequests {
      server.observers = [AccessLog(format: options.logFormat)]
      if let handler = configuration.onLog { server.observers.append(RequestLogHandler(handle: handler)) }
    }
    let metrics = runtime.metrics
    let errorPage = runtime.errorPage
    server.otherRequests = metrics.requests.none
    server.connectionRefused = { metrics.countRefusal(.tooManyConnectionsOfAddress) }
    server.overloadRefused = { metrics.countRefusal(RequestProblem.overloaded) }
    server.errorPage = { refused in
      // The page of that one is made once, for all requests.
      if refused.problem != .overloaded { metrics.countRefusal(refused.problem) }
      return errorPage(refused)
    }
    server.errorHeaders = SecurityHeaders.errorPage
    if let file = options.certificate, let keyFile = options.key {
      certificateFiles = (file, keyFile)
      let certificate = try Certificate(file: file, keyFile: keyFile)
      if let warning = certificate.warning() { runtime.log.report("\(warning)") }
      server.tls = TLSSettings(certificate, strictTransport: options.strictTransport)
    } else {
      certificateFiles = nil
    }
    redirectConfiguration = options.redirectPort.map { server.redirecting(at: .tcp(host: options.host, port: $0)) }
    http = HTTPServer(configuration: server, handler: handler)
    if let address = options.admin {
      admin = AdminServer.make(at: address, sharesPort: options.sharesAddress, runtime) { [http] in http.isStopping }
    } else {
      admin = nil
    }
    metrics.add(http)
    metrics.addBuild(app: source.name, release: runtime.site.pages.release.id)
    try runtime.tryApp()
    // Clients that are sent here while another server still has the sessions wait for this one.
    if options.sharesAddress { try http.listen() }
    // After the check, because it determines whether sessions are stored.
    place = try Self.place(of: runtime, options, defaultName, environment)
    let limits = StorageLimits(
      sessionsPerAddress: options.sessionsPerAddress, contentBytes: configuration.sessionBytes)
    let wait = options.sharesAddress ? mayWait : nil
    runtime.use(
      try place.open(durability: options.durability, limits: limits, isServer: true) { wait?($0) ?? false })
  }

  private static func place(
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
    try startRedirect(to: http.listen().port)
    let port = try http.start()
    if http.mostConnections < connections {
      runtime.log.report(
        "The system's limit of open files allows only \(http.mostConnections) connections instead of \(connections). "
          + "Raise the limit (ulimit -n).", .warning)
    }
    if let streams, http.mostStreams < streams {
      runtime.log.report(
        "The system's limit of open files allows only \(http.mostStreams) streams of live pages instead of \(streams). Raise "
          + "the limit (ulimit -n), or set --streams.", .warning)
    }
    if self.runtime.options.uploadBytes > 0 { PickedFiles.removeLeftovers() }
    let runtime = runtime
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tempura.clean-up", qos: .utility))
    timer.schedule(deadline: .now() + 10, repeating: 10)
    timer.setEventHandler {
      runtime.cleanUp()
      runtime.handOverMetrics()
    }
    timer.resume()
    self.timer = timer
    return port
  }

  /// The address for plain HTTP that leads to HTTPS; nil if there is none.
  private(set) var redirectAddress: ListeningAddress?

  private func startRedirect(to securePort: UInt16) throws {
    guard let redirectConfiguration else { return }
    let server = HTTPServer(
      configuration: redirectConfiguration,
      handler: RedirectHandler(
        runtime: runtime, port: redirectConfiguration.address.port, securePort: securePort))
    do throws(HTTPServerError) {
      redirectAddress = try server.listen()
      try server.start()
    } catch {
      throw RedirectAddressError(reason: error)
    }
    redirect = server
  }

  /// Reads templates, public files and the certificate anew. Pages that are rendered and connections that open from now on
  /// use them.
  ///
  /// - Throws: What is wrong with them, with file and line. The server goes on with the old ones.
  package func reload() throws {
    let site = try source.read()
    let certificate = try certificateFiles.map { try Certificate(file: $0.certificate, keyFile: $0.key) }
    try runtime.replaceSite(by: site)
    guard let certificate else { return }
    if let warning = certificate.warning() { runtime.log.report("\(warning)") }
    http.use(certificate)
  }

  /// Announces that the server will stop: `/health` and `/ready` answer 503, and each connection ends after its next answer.
  /// The server continues to serve.
  package func leave() {
    redirect?.announceStop()
    http.announceStop()
  }

  private static let grace = Duration.seconds(10)

  /// The longest time that `stop()` takes, unless code of the app never returns.
  package var longestStop: Duration { Self.longestStop(drain: drain) }

  static func longestStop(drain: Duration) -> Duration { grace + drain + .seconds(10) }

  /// Refuses new requests, finishes the current ones, waits for side effects for a while, and stores all changes.
  package func stop() {
    timer?.cancel()
    redirect?.stop(grace: .zero)
    http.stop(grace: Self.grace)
    runtime.stop(within: drain)
    runtime.storage.close()
    runtime.handOverMetrics()
    // Last, so that operators see the server stop.
    admin?.stop(grace: .zero)
  }
}

extension HTTPServerConfiguration {
  /// The configuration of the server for plain HTTP beside this one. Its answers are small, and it takes no forms.
  fileprivate func redirecting(at address: ListeningAddress) -> HTTPServerConfiguration {
    var other = HTTPServerConfiguration()
    other.address = address
    other.threads = 1
    other.limits.connections = min(limits.connections, 1000)
    other.limits.connectionsPerAddress = min(limits.connectionsPerAddress, 100)
    other.limits.streams = 0
    other.limits.uploadBytes = 0
    other.limits.bodyBytes = 16 * 1024
    other.observers = observers
    other.errorPage = errorPage
    other.errorHeaders = errorHeaders
    return other
  }
}

extension HTTPLimits {
  /// The largest size of files that can be configured, in bytes.
  private static let mostUploadBytes = 1 << 48

  /// Sets the allowed size of a form's files. The server reads files of up to twice this size, or 16 MB more than it, so
  /// that the page can say that they are too large.
  mutating func setUploadSize(of configuration: ServerConfiguration) {
    uploadBytes = min(max(configuration.uploadBytes, 0), Self.mostUploadBytes)
    uploadExcessBytes = uploadBytes == 0 ? 0 : max(uploadBytes, 16 * 1024 * 1024)
  }
}

internal import AppData
internal import DevelopmentPanel
internal import HTTPServer
internal import SessionKernel
internal import TempuraMetrics
internal import TempuraUI

extension HTTPServerConfiguration {
  /// The configuration of the server for the app's pages.
  init(_ options: CommandLineOptions, _ configuration: ServerConfiguration, _ runtime: Runtime) {
    self.init()
    address = options.address
    sharesPort = options.sharesPort
    basePath = options.basePath
    threads = options.threads
    limits = HTTPLimits(options, configuration)
    temporaryFolder = ScratchFolder.parent
    pathsExemptFromLimits = OwnPath.checks + OwnPath.checks.map { basePath + $0 }
    compression = Int32(options.compression)
    trustsForwardedHeaders = options.trustsProxy
    if options.logsRequests {
      observers = [runtime.app.development?.log ?? AccessLog(format: options.logFormat)]
      if let handler = configuration.onLog { observers.append(RequestLogHandler(handle: handler)) }
    }
    use(runtime)
  }

  /// Counts what the server refuses by itself, and answers as the app's pages do.
  private mutating func use(_ runtime: Runtime) {
    let metrics = runtime.metrics
    otherRequests = metrics.requests.none
    handlerWait = { [turns = runtime.turns] in turns.wait(for: $0?.number ?? 0) }
    connectionRefused = { metrics.countRefusal(.tooManyConnectionsOfAddress) }
    overloadRefused = { metrics.countRefusal(RequestError.overloaded) }
    refusal = { refused in
      // The answer to that one is made once, for all requests.
      if refused.problem != .overloaded { metrics.countRefusal(refused.problem) }
      return runtime.refusal(of: refused)
    }
  }
}

extension HTTPLimits {
  /// The largest size of files that can be configured, in bytes.
  private static let maxUploadBytes = 1 << 48

  init(_ options: CommandLineOptions, _ configuration: ServerConfiguration) {
    self.init()
    bodyBytes = options.bodyLimit
    setUploadSize(of: configuration)
    // The panel opens files of recordings.
    if options.hasPanel { uploadBytes = max(uploadBytes, PanelDelegate.serverConfiguration.uploadBytes) }
    formFiles = options.filesPerForm
    setFieldCount(of: configuration)
    connections = options.connections
    if let limit = options.streams { streams = limit }
    if let limit = options.connectionsPerAddress {
      connectionsPerAddress = limit == 0 ? .max : limit
      streamsPerAddress = limit == 0 ? .max : limit
      countsThisMachine = true
    }
    requestsPerAddress = options.requestsPerAddress
    answerBytes = options.answerMemory
    longestWait = .milliseconds(options.longestWait)
  }

  /// The length of a text that always fits into a field, in UTF-16 units: each has three bytes at most.
  static let textLength = HTTPLimits().fieldBytes / 3

  /// Sets the allowed number of fields. The form is read before its screen is known, and no screen has more fields than views.
  mutating func setFieldCount(of configuration: ServerConfiguration) {
    fieldCount = max(fieldCount, configuration.viewsPerPage)
  }

  /// Sets the allowed size of a form's files. The server reads files of up to twice this size, or 16 MB more than it, so
  /// that the page can say that they are too large.
  mutating func setUploadSize(of configuration: ServerConfiguration) {
    uploadBytes = min(max(configuration.uploadBytes, 0), Self.maxUploadBytes)
    uploadExcessBytes = uploadBytes == 0 ? 0 : max(uploadBytes, 16 * 1024 * 1024)
  }
}

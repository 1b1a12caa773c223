internal import HTTPServer
internal import TempuraMetrics

/// The server of the admin address: metrics, checks and recordings, for operators alone. It has no password and no TLS.
final class AdminServer: HTTPHandler {
  /// The path of the metrics.
  static let metricsPath = "/metrics"

  /// Nil for a Unix socket, whose file no browser can connect to.
  private let names: AllowedHosts?
  private let runtime: Runtime
  /// Whether the server of the app's pages is about to stop.
  private let isStopping: @Sendable () -> Bool

  private init(at address: ListeningAddress, _ runtime: Runtime, isStopping: @escaping @Sendable () -> Bool) {
    if case .tcp(let own, _) = address { names = AllowedHosts([own]) } else { names = nil }
    self.runtime = runtime
    self.isStopping = isStopping
  }

  /// Makes the server of an address. It has one thread, and limits for a few clients that read.
  ///
  /// - Parameter sharesPort: Whether the server that this one replaces may still have the port.
  static func make(
    at address: ListeningAddress, sharesPort: Bool, _ runtime: Runtime, isStopping: @escaping @Sendable () -> Bool
  ) -> HTTPServer {
    var configuration = HTTPServerConfiguration()
    configuration.address = address
    configuration.sharesPort = sharesPort
    configuration.threads = 1
    configuration.limits.connections = 64
    configuration.limits.streams = 0
    configuration.limits.requestTimeout = .seconds(5)
    configuration.limits.uploadBytes = 0
    configuration.limits.bodyBytes = 1024
    configuration.limits.answerBytes = 64 * 1024 * 1024
    configuration.limits.countsThisMachine = false
    return HTTPServer(configuration: configuration, handler: AdminServer(at: address, runtime, isStopping: isStopping))
  }

  static let unknownHost =
    "This address answers requests that name it by an IP address, by localhost, or by the host that --admin has."

  func handle(_ exchange: HTTPExchange) {
    guard names?.has(exchange.host) != false else {
      return exchange.respond(.plain("\(Self.unknownHost)\n", status: .misdirectedRequest))
    }
    if exchange.path.hasPrefix(Runtime.recordingsPath) { return runtime.answerRecording(exchange) }
    guard exchange.method == .get || exchange.method == .head else {
      var refusal = HTTPResponse.plain("Only GET and HEAD.\n", status: .methodNotAllowed)
      refusal.headers.append("Allow", "GET, HEAD")
      return exchange.respond(refusal)
    }
    if exchange.path == Self.metricsPath {
      return exchange.respond(.plain(PrometheusText(runtime.allMetrics).text, type: PrometheusText.mediaType))
    }
    switch OwnPath(rawValue: exchange.path) {
    case .health: exchange.answerHealth(isStopping: isStopping())
    case .ready: exchange.answerReadiness(runtime, isStopping: isStopping)
    case .live, .offline, nil:
      exchange.respond(.plain("There are /metrics, /health and /ready.\n", status: .notFound))
    }
  }
}

/// The admin address cannot be used.
struct AdminAddressError: Error, CustomStringConvertible {
  let reason: HTTPServerError

  /// The sentences of the HTTP server, which name the flags of the public address.
  var description: String {
    ["--host", "--port", "--socket"].reduce(reason.description) { $0.replacing($1, with: "--admin") }
  }
}

internal import HTTPServer

/// The server's own paths, which come before the app's screens: those of the table, and the files.
///
/// A route of the app cannot have one of them as its path: see `RouteURLError.reservedPath`. A class, because each request would
/// copy the tables of files.
final class ServerPaths: Sendable {
  private typealias Answer = @Sendable (HTTPExchange, Runtime) -> Void

  private static let table: [String: Answer] = [
    LivePath.path: LivePath.open,
    HealthCheck.healthPath: { exchange, _ in exchange.answerHealth(isStopping: exchange.isServerStopping) },
    HealthCheck.readyPath: { exchange, runtime in
      exchange.answerReadiness(runtime) { exchange.isServerStopping }
    },
    Installation.offlineURL: { exchange, runtime in
      exchange.respond(runtime.site.pages.offlinePage(in: runtime.language(of: exchange)))
    },
  ]

  /// The paths that take forms.
  private static let forms: [String: Answer] = [LivePath.path: LivePath.close]

  /// The paths that the server answers itself before it looks for a screen, in their order.
  static var answered: [String] { table.keys.sorted() }

  /// The paths of built-in files without which pages do not work as they should.
  static let essentialFiles = ["/offline.js", "/tempura.css", "/tempura.js"]

  let files: StaticFiles

  init(files: StaticFiles) { self.files = files }

  /// Whether the server answers a path itself.
  func has(_ path: String) -> Bool {
    Self.table[path] != nil || Self.looksLikeFile(path) && files.hasFile(at: path)
  }

  /// Answers a GET or HEAD request if its path is one of the server's.
  ///
  /// - Returns: Whether it is.
  func answer(_ exchange: HTTPExchange, _ runtime: Runtime) -> Bool {
    let path = exchange.path
    if Self.looksLikeFile(path), let response = files.response(for: exchange) {
      exchange.group = runtime.metrics.requests.files
      exchange.respond(response)
      return true
    }
    guard let answer = Self.table[path] else { return false }
    exchange.group = Self.group(of: path, in: runtime.metrics.requests)
    answer(exchange, runtime)
    return true
  }

  /// Answers a POST if its path is one of the server's that takes forms.
  ///
  /// - Returns: Whether it is.
  func answerForm(_ exchange: HTTPExchange, _ runtime: Runtime) -> Bool {
    let path = exchange.path
    guard let answer = Self.forms[path] else { return false }
    exchange.group = Self.group(of: path, in: runtime.metrics.requests)
    answer(exchange, runtime)
    return true
  }

  /// The methods that a path of the server's has.
  func methods(of path: String) -> String {
    Self.forms[path] == nil ? "GET, HEAD, OPTIONS" : "GET, HEAD, POST, OPTIONS"
  }

  /// The group that metrics count the requests to a path of the table in.
  private static func group(of path: String, in requests: RequestTable) -> RequestCounts {
    switch path {
    case LivePath.path: requests.live
    case HealthCheck.healthPath, HealthCheck.readyPath: requests.checks
    default: requests.offline
    }
  }

  /// Whether the last part of a path has an ending, as the names of files have, and those of screens seldom.
  static func looksLikeFile(_ path: String) -> Bool {
    var hasDot = false
    for byte in path.utf8 { hasDot = byte == UInt8(ascii: ".") || hasDot && byte != UInt8(ascii: "/") }
    return hasDot
  }
}

internal import Foundation
internal import HTTPServer

/// The server's own paths, which come before the app's screens: those of the table, and the files.
///
/// A route of the app cannot have one of them as its path: see `RouteURLError.reservedPath`. A class, because each request would
/// copy the tables of files.
final class ServerPaths: Sendable {
  private typealias PathHandler = @Sendable (HTTPExchange, Runtime) -> Void

  private static let table: [String: PathHandler] = [
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
  private static let forms: [String: PathHandler] = [LivePath.path: LivePath.close]

  /// The paths that the server answers itself before it looks for a screen, in their order.
  static var answered: [String] { table.keys.sorted() }

  /// The paths of the server's files without which pages do not work as they should.
  static let essentialFiles = ["/offline.js", "/tempura-site.css", "/tempura.css", "/tempura.js"]

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

/// Files of an app at the server's own paths. A route of the app at such a path is a `RouteURLError`.
extension ServerPaths {
  /// Returns a sentence for each file of the folders that is never sent, or that stands for one of the server's own that pages
  /// rely on.
  ///
  /// - Parameter folders: The folders of files to serve, the first one before the others.
  static func collisions(in folders: [String]) -> [String] {
    (answered + essentialFiles).flatMap { path in
      files(at: path, in: folders).filter { !isCopy($0, of: path) }
        .map { looksLikeFile(path) ? replacement(of: path, by: $0) : unreachable($0, path) }
    }
  }

  /// Whether a file is the same as the server's own, as those of this package are.
  private static func isCopy(_ file: String, of path: String) -> Bool {
    guard let own = BuiltInFiles.publicFiles[String(path.dropFirst())] else { return false }
    guard let content = RegularFile.contents(atPath: file) else { return false }
    if content == Data(own.bytes) { return true }
    // The server's own scripts are without comments, indentation and empty lines: see `BuiltInFilesGenerator`.
    let text = String(decoding: content, as: UTF8.self).replacing(/(?m)^\s*(?:\/\/.*\n)?/, with: "")
    return path.hasSuffix(".js") && Data(text.utf8) == Data(own.bytes)
  }

  private static func files(at path: String, in folders: [String]) -> [String] {
    folders.map { $0 + path }.filter { file in
      var isFolder = ObjCBool(false)
      return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  private static func unreachable(_ file: String, _ path: String) -> String {
    "The file \(file) is never sent: the server answers \(path) itself. Give the file another name."
  }

  private static func replacement(of path: String, by file: String) -> String {
    "The file \(file) replaces the server's own \(path). If that is not intended, give it another name. Otherwise compare it "
      + "with the server's after each update of the package."
  }
}

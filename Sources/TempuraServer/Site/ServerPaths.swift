internal import Foundation
internal import HTTPServer

/// A path that the server answers itself before it looks for a screen.
enum OwnPath: String, CaseIterable {
  /// The liveness check: 200 while the server runs, 503 when it is about to stop.
  case health = "/health"
  /// GET opens a stream of changes, POST says that a tab was closed. See docs/reference/live-protocol.md.
  case live = "/live"
  /// The page that the service worker shows if the server cannot be reached.
  case offline = "/offline.html"
  /// The readiness check: 200 if requests should be sent to the server. See `Readiness`.
  case ready = "/ready"

  /// Those that also work without the base path.
  static let checks = [health, ready].map(\.rawValue)
}

/// The server's own paths, which come before the app's screens: `OwnPath`, and the files.
///
/// A route of the app cannot have one of them as its path: see `RouteURLError.reservedPath`. A class, because each request would
/// copy the tables of files.
final class ServerPaths: Sendable {
  /// The paths of the server's files without which pages do not work as they should.
  static let essentialFiles =
    ["/offline.js", "/tempura-site.css", "/tempura.css", "/tempura.js"] + PageWriter.scriptParts.map(\.url)

  private let files: StaticFiles

  init(files: StaticFiles) { self.files = files }

  /// Whether the server answers a path itself.
  func has(_ path: String) -> Bool {
    OwnPath(rawValue: path) != nil || Self.looksLikeFile(path) && files.hasFile(at: path)
  }

  /// The answer with the file at a request's path; nil if there is none.
  func file(for exchange: HTTPExchange) -> HTTPResponse? {
    Self.looksLikeFile(exchange.path) ? files.response(for: exchange) : nil
  }

  /// Whether the last part of a path has an ending, as the names of files have, and those of screens seldom.
  static func looksLikeFile(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { $0.last { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") } == UInt8(ascii: ".") }
  }
}

/// Files of an app at the server's own paths. A route of the app at such a path is a `RouteURLError`.
extension ServerPaths {
  /// Returns a sentence for each file of the folders that is never sent, or that stands for one of the server's own that pages
  /// rely on.
  ///
  /// - Parameter folders: The folders of files to serve, the first one before the others.
  static func collisions(in folders: [String]) -> [String] {
    (OwnPath.allCases.map(\.rawValue) + essentialFiles).flatMap { path in
      files(at: path, in: folders).filter { !isCopy($0, of: path) }
        .map { looksLikeFile(path) ? replacement(of: path, by: $0) : unreachable($0, path) }
    }
  }

  /// Whether a file is the same as the server's own, as those of this package are.
  private static func isCopy(_ file: String, of path: String) -> Bool {
    guard let own = BuiltInFiles.publicFiles[String(path.dropFirst())] else { return false }
    guard let content = RegularFile.contents(atPath: file) else { return false }
    if content == Data(own.bytes) { return true }
    // The server's own are without comments, indentation and empty lines: see `BuiltInFilesGenerator`.
    let text = String(decoding: content, as: UTF8.self)
    let script = text.replacing(/(?m)^\s*(?:\/\/.*\n)?/, with: "")
    let sheet = text.replacing(/\/\*(?s:.*?)\*\//, with: "").replacing(/(?m)^\s+/, with: "")
    return [script, sheet].contains { Data($0.utf8) == Data(own.bytes) }
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

internal import Foundation
internal import HTTPServer

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
    // The server's own style sheets are without their comments.
    let text = String(decoding: content, as: UTF8.self).replacing(/\/\*(?s:.*?)\*\/\n?/, with: "")
    return path.hasSuffix(".css") && Data(text.utf8) == Data(own.bytes)
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

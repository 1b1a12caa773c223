internal import Basics
internal import Foundation
internal import HTTPServer
internal import TempuraUI

extension PublicImages {
  /// The number of bytes that contain the size of an image. Photos may have a small picture of themselves before it.
  private static func headBytes(of path: String) -> Int { MediaType.ofFile(path) == "image/jpeg" ? 1 << 16 : 4096 }

  /// Finds the images of an app, and the built-in symbols. Other built-in files are not images of the app.
  ///
  /// - Parameter publicFolders: The folders of files to serve. A file overrides files of the same name in later folders.
  convenience init(publicFolders: [String]) {
    var files: [String: String] = [:]
    for folder in publicFolders.reversed() {
      for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] { files[path] = folder }
    }
    self.init(paths: files.keys) { path in
      files[path].flatMap { RegularFile.contents(atPath: "\($0)/\(path)", limit: Self.headBytes(of: path)) }
    } contents: { [files] path in
      if let folder = files[path] { return RegularFile.contents(atPath: "\(folder)/\(path)") }
      return BuiltInFiles.publicFiles[path].map { Data($0.bytes) }
    } symbolVersion: { path in
      path.hasPrefix("symbols/") ? BuiltInFiles.publicFiles[path]?.digits : nil
    }
  }
}

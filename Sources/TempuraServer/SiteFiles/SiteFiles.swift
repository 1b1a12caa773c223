internal import Basics
internal import Foundation
internal import HTTPServer
internal import TempuraUI

/// The files that the server of an app sends.
struct SiteFiles: Sendable {
  /// The folders of files to serve. A file overrides files of the same name in later folders, and the built-in one.
  let publicFolders: [String]
  let fonts: AppFonts
  /// The paths of the files of asset catalogues in the file system, by their paths below the server's root.
  let assets: [String: String]

  /// Returns the content of a file.
  ///
  /// - Parameter path: The path below the server's root, such as `tempura.css`.
  func contents(of path: String) -> Data? {
    guard !path.split(separator: "/").contains("..") else { return nil }
    if let bytes = fonts.files[path] { return Data(bytes) }
    // Not a lazy map, which reads a file twice and stops the program if it has gone meanwhile.
    for folder in publicFolders {
      if let contents = RegularFile.contents(atPath: "\(folder)/\(path)") { return contents }
    }
    return assets[path].flatMap { RegularFile.contents(atPath: $0) }
      ?? BuiltInFiles.publicFiles[path].map { Data($0.bytes) }
  }

  /// Returns the content of a file, by its URL on this server, such as `/tempura.css`.
  func contents(ofURL url: String) -> Data? {
    guard url.hasPrefix("/"),
      let path = url.dropFirst().prefix(while: { $0 != "?" && $0 != "#" }).removingPercentEncoding
    else { return nil }
    return contents(of: path)
  }

  /// Whether a file with a URL is in one of the folders.
  func isInFolder(url: String) -> Bool {
    publicFolders.contains { FileManager.default.fileExists(atPath: $0 + url) }
  }
}

internal import Basics
internal import Foundation
internal import Glibc
internal import HTTPServer
internal import TempuraUI

/// What a server sends around the screens of its app: templates, public files, and what is made of them.
///
/// It never changes. When files have changed, the server gets another one: see `SiteSource`. A page belongs to the site that
/// it was rendered for, and is not sent any more when the server has another one.
final class Site: Sendable {
  let pages: PageWriter
  let paths: ServerPaths
  let images: PublicImages?
  /// The folders of the files.
  let publicFolders: [String]

  init(pages: PageWriter, files: StaticFiles, images: PublicImages? = nil, publicFolders: [String] = []) {
    self.pages = pages
    paths = ServerPaths(files: files)
    self.images = images
    self.publicFolders = publicFolders
  }
}

/// The release of the templates of pages and of the files that pages name: a short hash of their contents.
///
/// A page and the script that patches it must be of one release. If the server has another one, the client loads the page.
struct Release: Equatable, Sendable {
  /// Eight hexadecimal digits.
  let id: String

  /// - Parameters:
  ///   - urls: The URLs of the files, which name their versions. The order counts.
  ///   - templates: The fingerprint of the templates. Empty for none.
  init(of urls: [String], templates: String = "") {
    var hash = StableHash()
    for text in [templates] + urls { hash.combine(text) }
    id = hash.digits
  }

  /// The release of a server without files.
  static let none = Release(of: [])
}

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

/// Files in folders in which there may be anything. Opening a pipe would block for ever.
enum RegularFile {
  /// Reads a file.
  ///
  /// - Parameter limit: The bytes that are read at most; nil for all.
  /// - Returns: Nil if there is no such file, if it cannot be read, or if it is not a regular file.
  static func contents(atPath path: String, limit: Int? = nil) -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0 { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard let limit else { return (try? file.readToEnd()) ?? (status.st_size == 0 ? Data() : nil) }
    return try? file.read(upToCount: limit) ?? Data()
  }
}

internal import Basics
internal import Foundation

/// The release of the templates of pages and of the files that pages name: a short hash of their contents.
///
/// A page and the script that patches it must be of one release. If the server has another one, the client loads the page.
struct Release: Equatable, Sendable {
  /// Eight hexadecimal digits.
  let id: String

  /// - Parameters:
  ///   - urls: The URLs of the files. The order counts. A file that does not exist, or is of another server, counts with its
  ///     URL only.
  ///   - templates: The fingerprint of the templates. Empty for none.
  ///   - contents: Returns the content of the file with a URL.
  init(of urls: [String], templates: String = "", contents: (_ url: String) -> Data?) {
    var hash = StableHash()
    if !templates.isEmpty { hash.combine(templates) }
    for url in urls {
      hash.combine(url)
      let data = contents(url) ?? Data()
      hash.combine(String(data.count))
      data.withUnsafeBytes { hash.combine($0) }
    }
    let digits = String((hash.value ^ hash.value >> 32) & 0xffff_ffff, radix: 16)
    id = String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The URL of a file that browsers may keep as long as the release is the same.
  func url(of file: String) -> String { "\(file)?\(id)" }

  /// The release of a server without files.
  static let none = Release(of: []) { _ in nil }
}

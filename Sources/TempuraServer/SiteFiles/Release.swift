internal import Basics

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

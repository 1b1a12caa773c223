internal import Basics
package import Foundation

/// A video on a page: a file of the app or of its user, or a link. The content security policy of pages allows no files of other
/// servers, because such a server would learn who reads the page.
package enum VideoSource: Equatable, Sendable {
  /// The path of a file on this server, from the root.
  case file(String)
  case link(LinkTarget)

  /// - Parameter url: A file, a path in `Public` without a scheme and a host, or a URL with `http` or `https`.
  /// - Returns: nil for other URLs, which are reported.
  package init?(_ url: URL) {
    if url.scheme == nil, url.host == nil, let path = Self.path(url.path.split(separator: "/")) {
      self = .file(path)
    } else if url.isFileURL, let folder = url.pathComponents.lastIndex(of: "Public"),
      let path = Self.path(url.pathComponents[(folder + 1)...])
    {
      self = .file(path)
    } else if url.isFileURL, let path = Graphics.path(ofFile: url) {
      self = .file(path)
    } else if let target = LinkTarget(url), target.isPage {
      self = .link(target)
    } else {
      Misuse.report(
        "A page cannot play \(url.isFileURL ? "the file \(url.path), which cannot be read" : "a URL with the scheme \(url.scheme ?? "")")."
      )
      return nil
    }
  }

  /// Returns the path of these names, from the root; nil if there is none, or one leads out of a folder.
  private static func path(_ names: some Sequence<some StringProtocol>) -> String? {
    var path = ""
    for name in names {
      if name == ".." { return nil }
      path += "/" + PercentEncoding.encode(String(name))
    }
    return path.isEmpty ? nil : path
  }
}

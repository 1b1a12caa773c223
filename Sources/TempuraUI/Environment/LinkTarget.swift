package import Foundation

/// A URL to which a page may link.
package struct LinkTarget: Sendable, Equatable {
  /// The URL as it is written into pages and header fields: printable ASCII without spaces.
  package let url: String
  /// What the user is told to open: a host, or an address.
  package let name: String
  /// Whether browsers show it as a page. They open other programs for the rest.
  package let isPage: Bool

  package init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased() else { return nil }
    let text = url.absoluteString
    guard text.utf8.count <= 8192, text.utf8.allSatisfy({ (33...126).contains($0) }) else { return nil }
    switch scheme {
    case "http", "https":
      guard let host = url.host, !host.isEmpty else { return nil }
      name = host
      isPage = true
    case "mailto", "tel", "sms":
      let address = text.dropFirst(scheme.utf8.count + 1).prefix { $0 != "?" }
      guard !address.isEmpty || scheme == "mailto" else { return nil }
      name = address.isEmpty ? "mailto" : address.removingPercentEncoding ?? String(address)
      isPage = false
    default: return nil
    }
    self.url = text
  }
}

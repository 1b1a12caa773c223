internal import Basics
public import Foundation

extension UIApplication {
  /// The options of `open(_:options:completionHandler:)`. None has an effect.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let universalLinksOnly = OpenExternalURLOptionsKey(rawValue: "universalLinksOnly")
  }

  /// The URL of the app's settings on a phone. A page cannot open it.
  public static let openSettingsURLString = "app-settings:"
  /// The URL of the app's notification settings on a phone. A page cannot open it.
  public static let openNotificationSettingsURLString = "app-settings:notifications"

  /// Opens a URL. The next page has a link to it. If it is a web page, the browser follows the link by itself.
  ///
  /// - Parameters:
  ///   - url: A URL with `http`, `https`, `mailto`, `tel` or `sms`. All others are refused: a page has no other apps, and
  ///     `javascript` and `data` would run code in the page.
  ///   - completion: Gets whether the URL is opened.
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:], completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    if let target = LinkTarget(url) {
      addNote(.link(target))
    } else {
      Misuse.report(
        "UIApplication.open does nothing with a URL of the scheme \"\(url.scheme ?? "")\": a page opens http, https, mailto, "
          + "tel and sms.")
    }
    completion?(canOpenURL(url))
  }

  /// Opens a URL: see `open(_:options:completionHandler:)`.
  @discardableResult public func openURL(_ url: URL) -> Bool {
    open(url)
    return canOpenURL(url)
  }

  /// Whether a page can lead to a URL.
  public func canOpenURL(_ url: URL) -> Bool { LinkTarget(url) != nil }
}

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

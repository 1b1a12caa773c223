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

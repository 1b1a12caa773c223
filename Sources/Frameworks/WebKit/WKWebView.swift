public import Foundation
@_exported public import FoundationNetworking
public import TempuraUI

/// Shows a web page. On a page it is a link to the URL that was loaded, because the content security policy of pages allows no
/// content of other servers. Loaded markup is shown in a frame without scripts, forms, and files of other servers; its links
/// open in another tab.
open class WKWebView: UIView {
  private let content = WebContentView()

  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    self.configuration = configuration
    super.init(frame: frame)
    addSubview(content)
  }

  override public convenience init(frame: CGRect) {
    self.init(frame: frame, configuration: WKWebViewConfiguration())
  }

  public required init?(coder: NSCoder) {
    configuration = WKWebViewConfiguration()
    super.init(coder: coder)
    addSubview(content)
  }

  public final let configuration: WKWebViewConfiguration
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  /// Never asked: there are no scripts.
  open weak var uiDelegate: (any WKUIDelegate)?

  // MARK: - Loading

  /// The URL that was loaded.
  open private(set) var url: URL?

  /// Shows a link to the URL of a request.
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? {
    url = request.url
    content.markup = nil
    content.link = request.url.flatMap { LinkTarget($0) }
    return finish()
  }

  /// Shows markup in a frame.
  ///
  /// - Parameter baseURL: No effect.
  @discardableResult open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    url = baseURL
    content.link = nil
    content.markup = string
    return finish()
  }

  /// Shows the markup of a file.
  @discardableResult open func loadFileURL(_ URL: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
    guard let markup = try? String(contentsOf: URL, encoding: .utf8) else { return nil }
    return loadHTMLString(markup, baseURL: URL)
  }

  private func finish() -> WKNavigation {
    let navigation = WKNavigation()
    navigationDelegate?.webView(self, didStartProvisionalNavigation: navigation)
    navigationDelegate?.webView(self, didCommit: navigation)
    navigationDelegate?.webView(self, didFinish: navigation)
    return navigation
  }

  // MARK: - Without effect on a page

  open var title: String? { nil }
  open var isLoading: Bool { false }
  open var estimatedProgress: Double { 1 }
  open var canGoBack: Bool { false }
  open var canGoForward: Bool { false }
  open var allowsBackForwardNavigationGestures = false
  open var allowsLinkPreview = true
  open var customUserAgent: String?

  /// A scroll view for settings. A browser scrolls the frame.
  public private(set) final lazy var scrollView = UIScrollView()

  @discardableResult open func goBack() -> WKNavigation? { nil }
  @discardableResult open func goForward() -> WKNavigation? { nil }
  @discardableResult open func reload() -> WKNavigation? { nil }
  open func stopLoading() {}

  /// - Parameter completionHandler: Called with nil: there are no scripts.
  open func evaluateJavaScript(
    _ javaScriptString: String, completionHandler: ((Any?, (any Error)?) -> Void)? = nil
  ) { completionHandler?(nil, nil) }

  // MARK: - The page

  override open func layoutSubviews() {
    super.layoutSubviews()
    content.setFlowingFrame(bounds)
  }
}

/// A navigation of a web view.
open class WKNavigation: NSObject {}

/// Responds to a web view. Loading starts, commits and finishes at once; the other methods are never called.
public protocol WKNavigationDelegate: AnyObject {
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping (WKNavigationActionPolicy) -> Void)
}

extension WKNavigationDelegate {
  public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {}
  public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
  public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {}
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
  ) { decisionHandler(.allow) }
}

/// Answers to scripts of a web view. Never called.
public protocol WKUIDelegate: AnyObject {}

public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow, download }

public enum WKNavigationType: Int, Sendable {
  case linkActivated, formSubmitted, backForward, reload, formResubmitted
  case other = -1
}

/// A navigation about which a delegate is asked. A page never asks.
open class WKNavigationAction: NSObject {
  open var request: URLRequest
  open var navigationType: WKNavigationType { .other }

  init(_ request: URLRequest) { self.request = request }
}

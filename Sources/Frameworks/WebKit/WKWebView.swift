public import Foundation
@_exported public import FoundationNetworking
public import TempuraUI

/// Shows a web page: in a frame if the operator allows its origin (`--frames`), else as a link to it. Loaded markup is shown in
/// a frame without scripts, forms, and files of other servers; its links open in another tab.
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

  private var (loads, position) = ([URL?](), -1)
  private var current: WKNavigation?

  /// Shows the URL of a request, in a frame or as a link.
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? {
    loads = loads.prefix(position + 1) + [request.url]
    return show(position + 1)
  }

  private func show(_ index: Int) -> WKNavigation? {
    guard loads.indices.contains(index) else { return nil }
    (position, url) = (index, loads[index])
    content.markup = nil
    content.link = url.flatMap { LinkTarget($0) }
    content.load += 1
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
    current = navigation
    navigationDelegate?.webView(self, didStartProvisionalNavigation: navigation)
    content.finish { [weak self] in
      guard let self, current === navigation else { return }
      current = nil
      navigationDelegate?.webView(self, didCommit: navigation)
      navigationDelegate?.webView(self, didFinish: navigation)
    }
    return navigation
  }

  /// The host: the title is not known.
  open var title: String? { content.link?.name }
  open var isLoading: Bool { current != nil }
  /// Whether the app loaded another URL before. What the user opened in the frame is not known.
  open var canGoBack: Bool { position > 0 }
  open var canGoForward: Bool { position + 1 < loads.count }
  @discardableResult open func goBack() -> WKNavigation? { show(position - 1) }
  @discardableResult open func goForward() -> WKNavigation? { show(position + 1) }
  @discardableResult open func reload() -> WKNavigation? { content.link.flatMap { _ in show(position) } }

  // MARK: - Without effect on a page

  open var estimatedProgress: Double { 1 }
  open var allowsBackForwardNavigationGestures = false
  open var allowsLinkPreview = true
  open var customUserAgent: String?

  /// A scroll view for settings. A browser scrolls the frame.
  public private(set) final lazy var scrollView = UIScrollView()

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

/// Responds to a web view. A load finishes when its frame or link is on the page. The methods for errors are never called.
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

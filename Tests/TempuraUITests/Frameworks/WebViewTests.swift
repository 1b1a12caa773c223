import Foundation
import FoundationNetworking
import Testing
import WebKit

@testable import TempuraUI

/// Web pages within an app.
@Suite(.app) struct WebViewTests {
  private final class Delegate: WKNavigationDelegate {
    var log: [String] = []
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { log.append("finished") }
  }

  @Test func aPageIsALink() {
    let (web, delegate) = (WKWebView(frame: .zero), Delegate())
    web.navigationDelegate = delegate
    web.load(URLRequest(url: URL(string: "https://example.com/?a&b")!))
    #expect(html(web).contains(#"href="https://example.com/?a&amp;b">Open example.com</a>"#))
    #expect(delegate.log == ["finished"] && web.url?.host == "example.com")
    web.load(URLRequest(url: URL(string: "javascript:alert(1)")!))
    #expect(!html(web).contains("javascript") && !html(web).contains("href"))
  }

  @Test func markupIsInAFrameWithoutScripts() {
    let web = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    web.accessibilityLabel = "Terms"
    web.loadHTMLString(#"<p class="x">"</iframe><script>alert(1)</script>"#, baseURL: nil)
    let markup = html(web)
    #expect(
      markup.contains("<iframe sandbox=\"allow-popups allow-popups-to-escape-sandbox\" title=\"Terms\" srcdoc=\""))
    #expect(!markup.contains("<script") && markup.components(separatedBy: "</iframe>").count == 2)
    #expect(markup.contains("class=&quot;x&quot;") || markup.contains("class=&#34;x&#34;"))
    #expect(!markup.contains("allow-scripts") && !markup.contains("allow-same-origin"))
  }
}

import Foundation
import FoundationNetworking
import Hydra
import TestSupport
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

  private final class Turns: SerialApp, @unchecked Sendable {
    // Safe because it is immutable.
    private let owner = Main.app
    override var app: AnyObject? { owner }
  }

  @Test func anAllowedPageIsInAFrame() throws {
    UIApplication.shared.environment.otherServers.frames = ["https://example.com"]
    let (web, delegate, turns) = (WKWebView(frame: .zero), Delegate(), Turns())
    web.navigationDelegate = delegate
    turns.suspend()
    Main.run(as: turns) {
      for page in ["https://example.com/1", "https://example.com/2", "https://example.com.evil/"] {
        web.load(URLRequest(url: URL(string: page)!))
      }
      #expect(!html(web).contains("<iframe") && html(web).contains("Open example.com.evil"))
      #expect(delegate.log == ["finished"], "links are there at once")
      web.goBack()
      #expect(web.canGoBack && web.canGoForward && web.isLoading && web.title == "example.com")
      let markup = html(web)
      #expect(markup.contains(#"src="https://example.com/2""#) && !markup.contains("allow-top-navigation"))
      web.reload()
      #expect(html(web) != markup, "another load has another element")
      web.goBack()
      #expect(web.url?.path == "/1" && !web.canGoBack && web.goBack() == nil)
    }
    turns.resume()
    turns.sync {}
    #expect(delegate.log == ["finished", "finished"] && !web.isLoading, "the loads in between were replaced")
    UIApplication.shared.environment.otherServers.frames = ["*"]
    web.loadHTMLString("", baseURL: nil)
    #expect(web.title == nil && web.reload() == nil)
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

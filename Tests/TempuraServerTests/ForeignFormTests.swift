import Katana
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// Forms that the pages of other sites send, such as those of sign in with Apple.
@Suite struct ForeignFormTests {
  private let server: TestServer
  private let browser: Browser
  private static let url = "/signed-in"
  private static let fields = [
    ("state", "<1>\""), ("code", "a b"), ("state", "2"), ("submit", ""), ("page", "p"), ("tap", "t"),
  ]

  init() throws {
    server = try TestServer(SignInDelegate.self)
    browser = server.browser()
  }

  /// Sends a form as a browser does for the page of another site: without the cookie.
  private func postFromOtherSite(_ headers: [String: String], to url: String = url) throws -> Answer {
    let stranger = server.browser()
    stranger.headers = headers
    return try stranger.post(Self.fields, to: url)
  }

  @Test(arguments: [["Sec-Fetch-Site": "cross-site"], ["Origin": "https://appleid.apple.com"], ["Origin": "null"]])
  func theFieldsAreSentAgainFromThisSite(headers: [String: String]) throws {
    let page = try postFromOtherSite(headers)
    #expect(page.status == 200 && page.cookies.isEmpty && server.runtime.sessions.count == 0)
    let nonce = try #require(page.first(/<script nonce="([0-9a-f]{32})">/))
    let policy = page.header("Content-Security-Policy") ?? ""
    #expect(policy.contains("script-src 'nonce-\(nonce)'") && policy.contains("form-action 'self'"))
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(page.header("Cache-Control") == "no-store")
    #expect(page.body.contains("<form method=\"post\">") && page.body.contains("<button>Continue</button>"))
    #expect(page.body.contains("<input type=\"hidden\" name=\"state\" value=\"&lt;1&gt;&quot;\">"))
    #expect(page.body.matches(of: /type="hidden"/).count == Self.fields.count)
  }

  @Test func theScreenGetsTheFieldsAsItsContext() throws {
    try browser.open("/list")
    try browser.tap("increment")
    let session = server.session(of: browser)?.key
    let answer = try browser.post(Self.fields, to: Self.url)
    let location = answer.header("Location") ?? ""
    #expect(answer.status == 303 && location.hasPrefix("/signed-in?signed-in.kept="))
    #expect(!location.contains("state") && !location.contains("code"))
    let page = try browser.open(location)
    #expect(page.text("signed-in.context") == "String code=a b page=p state=&lt;1&gt;&quot; submit= tap=t")
    #expect(server.session(of: browser)?.key == session, "It is the session that began the sign-in")
    #expect(page.text("countLabel") == "2", "The screen dispatched when it appeared")

    // It is an ordinary screen, whose own forms are interactions.
    #expect(try browser.tap("signed-in.go", ["signed-in.field": "count"]).text("countLabel") == "3")
    #expect(browser.path == location)
    try server.evictAll()
    #expect(try browser.open(location).notice == RouteTests.gone)
    #expect(browser.page.text("countLabel") == "3")
  }

  @Test func aBrowserWithoutASessionBeginsOne() throws {
    let answer = try browser.post(Self.fields, to: Self.url)
    #expect(answer.status == 303 && browser.cookie != nil)
    #expect(try browser.open(answer.header("Location") ?? "").text("countLabel") == "1")
  }

  @Test func filesAreLeftOut() throws {
    let parts = [Browser.Part(name: "code", content: "1"), Browser.Part(name: "f", filename: "f", content: "x")]
    let server = try TestServer(SignInDelegate.self) { $0.uploadBytes = 10 }
    let browser = server.browser()
    let answer = try browser.post(multipart: parts, to: Self.url)
    #expect(try browser.open(answer.header("Location") ?? "").text("signed-in.context") == "String code=1")
  }

  @Test func otherURLsTakeNoFormsOfOtherSites() throws {
    for url in ["/list", "/signed-in/x", "/signed-in?signed-in.kept=1", "/live", "/health"] {
      #expect(try postFromOtherSite(["Sec-Fetch-Site": "cross-site"], to: url).status == 403, "\(url)")
    }
  }

  /// Its closure would trap.
  @Test func theScreenIsNotShownWithoutAForm() throws {
    #expect(try browser.get(Self.url).status == 404)
    #expect(try browser.get("/signed-in?signed-in=x").status == 404)
    #expect(server.runtime.sessions.count == 0)
  }

  @Test func theGuardDecides() throws {
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "become nobody"])
    let answer = try browser.post(Self.fields, to: Self.url)
    #expect(answer.status == 403 && !answer.body.contains("code"))
  }
}

private final class SignInDelegate: LibraryDelegate, RouteGuard {
  override class var routeContexts: [RouteElementIdentifier: ContextType] { ["signed-in": .form] }

  func access(to route: Route, in state: LibraryState) -> RouteAccess {
    state.role == "nobody" && route == ["signed-in"] ? .refused : .allowed
  }

  override func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "signed-in" else {
      return super.installRoot(identifier: identifier, context: context, completion: completion)
    }
    let fields = context as! [String: String]
    let text = fields.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
    window?.rootViewController = PageController(identifier, text, store: store)
    store.dispatch(Count())
    completion()
    return true
  }
}

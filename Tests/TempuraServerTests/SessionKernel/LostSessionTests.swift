import Foundation
import Sessions
import TempuraUI
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// Pages whose session is gone: it expired or was removed, or the browser has another one.
@Suite struct LostSessionTests {
  private let storage = TestStorage(bytes: true)
  private let server: TestServer
  /// A browser with a page of a session whose count is 1.
  private let browser: Browser
  private let nonce = "0123456789abcdef"

  init() throws {
    server = try TestServer(storage: storage)
    browser = server.browser()
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "count"])
    #expect(try text(browser) == "section 0 count 1")
  }

  private func text(_ browser: Browser) throws -> String? { try browser.open("/list").text("list.label") }

  /// The same browser when it loads a page after a live answer.
  private func reloaded(_ page: LivePage) throws -> Answer { try server.browser(of: page.browser).open(page.url) }

  private func livePage() throws -> LivePage {
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list")
    page.browser.headers["Tempura-Session"] = try mark(of: browser)
    try page.ask()
    return page
  }

  /// What the browser's page says of its session.
  private func mark(of browser: Browser) throws -> String {
    String(try #require(browser.page.nonce?.split(separator: ".").last))
  }

  private func removeAllSessions() throws {
    try server.evictAll()
    for stored in storage.all() { storage.memory.remove(stored.key) }
  }

  /// Another browser's session. It begins in the same second, as all sessions in tests.
  private func otherSession() throws -> Browser {
    let other = try server.browser(at: "/list")
    try other.tap("list.go", ["list.field": "count"])
    try other.tap("list.go", ["list.field": "count"])
    return other
  }

  private func isTold(_ notice: String?) -> Bool { notice?.contains("session has ended") == true }

  // MARK: - The session is gone

  @Test func aFormOfASessionThatIsGoneChangesNothing() throws {
    try removeAllSessions()
    let old = browser.cookie
    let answer = try browser.post(browser.form(tap: "list.go", ["list.field": "count"]))
    #expect(answer.status == 409)
    #expect(isTold(answer.notice))
    #expect(answer.text("list.label") == "section 0 count 0")
    #expect(browser.cookie != old)
    #expect(try text(browser) == "section 0 count 0")
    #expect(browser.page.notice == nil)
    #expect(try browser.tap("list.go", ["list.field": "count"]).text("list.label") == "section 0 count 1")
  }

  @Test func aLiveTapOfASessionThatIsGoneLoadsThePageThatSaysSo() throws {
    let page = try livePage()
    try removeAllSessions()
    let patch = try page.tap("list.go", ["list.field": "count"], nonce: nonce)
    #expect(patch.isReload)
    #expect(patch.answer.cookies["session"] != nil)
    let loaded = try reloaded(page)
    #expect(isTold(loaded.notice))
    #expect(loaded.text("list.label") == "section 0 count 0")
    #expect(try reloaded(page).notice == nil)
  }

  @Test func anOpenPageOfASessionThatIsGoneIsLoadedAgain() throws {
    let page = try livePage()
    try removeAllSessions()
    #expect(try page.ask().isReload)
    #expect(isTold(try reloaded(page).notice))
  }

  @Test func aLivePageAtAPlaceThatTheNewSessionDoesNotHaveIsToldWhereItIsSent() throws {
    try removeAllSessions()
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list/book?book.kept=1")
    #expect(try page.ask().isReload)
    #expect(page.url == "/list")
    #expect(isTold(try reloaded(page).notice))
  }

  // MARK: - The browser has another session

  @Test func aFormOfAnotherSessionsPageChangesNothing() throws {
    let form = browser.form(tap: "list.go", ["list.field": "count"])
    let other = try otherSession()
    let answer = try other.post(form, to: "/list")
    #expect(answer.status == 409)
    #expect(isTold(answer.notice))
    #expect(try text(other) == "section 0 count 2")
  }

  @Test func aLivePageOfAnotherSessionIsLoadedAgain() throws {
    let mark = try mark(of: browser)
    let other = try otherSession()
    let page = LivePage(server.browser(of: other), tab: "a", at: "/list")
    page.browser.headers["Tempura-Session"] = mark
    #expect(try text(other) == "section 0 count 2")  // this page is kept
    #expect(try page.ask().isReload)
    #expect(isTold(try reloaded(page).notice))
    #expect(try page.tap("list.go", ["list.field": "count"], nonce: "\(nonce).\(mark)").isReload)
    #expect(isTold(try reloaded(page).notice))
    #expect(try text(other) == "section 0 count 2")
  }

  @Test func formsAndLiveRequestsThatDoNotNameTheirSessionAreThoseOfTheCookie() throws {
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list")
    #expect(try page.tap("list.go", ["list.field": "count"], nonce: nonce).isWhole)
    #expect(try browser.post([("tap", "list.go"), ("list.field", "count"), ("page", "")]).status == 303)
    #expect(try text(browser) == "section 0 count 3")
  }

  // MARK: - Streams

  private func stream(of browser: Browser) throws -> Answer {
    try browser.get("/live?stream=streamstreamstream")
  }

  @Test func aStreamOfASessionThatIsGoneTellsThePageToAsk() throws {
    try removeAllSessions()
    for browser in [browser, server.browser()] {
      let answer = try stream(of: browser)
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "text/event-stream")
      #expect(answer.header("Set-Cookie") == nil)
      #expect(answer.body.hasSuffix("event: change\ndata:\n\n"))
    }
    #expect(server.runtime.sessions.count == 0)
    #expect(server.runtime.streams.isEmpty)
  }

  @Test func aSessionThatCannotBeReadIsQuarantinedByThePageThatSaysSo() throws {
    let page = try livePage()
    try server.evictAll()
    try storage.rewrite { _ in "{" }
    #expect(try stream(of: server.browser(of: browser)).status == 200)
    #expect(storage.all().allSatisfy { !$0.record.isQuarantined })
    #expect(try page.tap("list.go", ["list.field": "count"], nonce: nonce).isReload)
    #expect(storage.all().filter(\.record.isQuarantined).count == 1)
    let loaded = try reloaded(page)
    #expect(loaded.notice?.contains("cannot read your earlier data") == true)
    #expect(loaded.text("list.label") == "section 0 count 0")
  }
}

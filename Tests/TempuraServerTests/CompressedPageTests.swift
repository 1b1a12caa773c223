import HTTPServer
import TestSupport
import Testing

@testable import TempuraServer

/// Pages that are sent compressed say the same as others.
@Suite struct CompressedPageTests {
  private func browsers(_ server: TestServer) throws -> (plain: Browser, compressed: Browser) {
    let plain = try server.browser(at: "/home")
    let compressed = plain.newTab()
    compressed.headers["Accept-Encoding"] = "gzip, br"
    return (plain, compressed)
  }

  @Test func aCompressedPageIsThePage() throws {
    let server = try TestServer(ShopDelegate.self)
    let (plain, compressed) = try browsers(server)
    for _ in 0..<3 {
      let (page, other) = (try plain.open("/home"), try compressed.open("/home"))
      #expect(page.header("Content-Encoding") == nil)
      #expect(other.header("Content-Encoding") == "gzip" && other.header("Vary") == "Accept-Encoding")
      #expect(other.withoutNonces == page.withoutNonces)
      #expect(other.size < page.size / 2)
      try compressed.tap("increment")
    }
  }

  @Test func eachHasNoncesAndALengthOfItsOwn() throws {
    let server = try TestServer(ShopDelegate.self)
    let (_, browser) = try browsers(server)
    let pages = try (0..<40).map { _ in try browser.get("/home") }
    #expect(Set(pages.map(\.nonce)).count == pages.count)
    #expect(Set(pages.map { $0.header("Content-Security-Policy") }).count == pages.count)
    #expect(Set(pages.map(\.withoutNonces)).count == 1)
    // 40 of 128 lengths.
    #expect(Set(pages.map(\.size)).count > 20)
    for page in pages {
      let nonce = try #require(page.first(/<style nonce="([0-9a-f]{32})">/))
      #expect(page.header("Content-Security-Policy")?.contains("'nonce-\(nonce)'") == true)
    }
  }

  @Test func aFormOfACompressedPageIsAppliedOnce() throws {
    let server = try TestServer(ShopDelegate.self)
    let (plain, compressed) = try browsers(server)
    try compressed.open("/home")
    let form = compressed.form(tap: "increment")
    #expect(try compressed.post(form).status == 303)
    #expect(try compressed.post(form).status == 303)
    #expect(try plain.open("/home").text("countLabel") == "1")
  }

  @Test func aKeptPageThatAnotherSessionGetsIsOfThatSession() throws {
    let server = try TestServer(ShopDelegate.self)
    let (_, browser) = try browsers(server)
    try browser.open("/home")
    let session = try #require(server.session(of: browser))
    #expect(browser.page.nonce?.hasSuffix("." + session.mark.digits) == true)
    let page = try #require(session.scenes.pages.page { $0 == "/home" })
    let other = SessionMark(created: session.lifetime.created + 1)
    let body = server.runtime.site.pages.response(page, mark: other, coding: .gzip(level: 6)).body
    var bytes: [UInt8] = []
    body.withBytes { bytes += $0 }
    let text = String(decoding: try #require(bytes.gunzipped), as: UTF8.self)
    #expect(text.contains("." + other.digits))
    #expect(!text.contains(session.mark.digits))
  }

  @Test func aPageWithAMessageIsCompressedButNotKept() throws {
    let server = try TestServer(ShopDelegate.self)
    let (_, browser) = try browsers(server)
    try browser.open("/home")
    let refused = try browser.post(browser.form(tap: "missing"))
    #expect(refused.status == 409)
    #expect(refused.header("Content-Encoding") == "gzip")
    #expect(refused.notice != nil)
    #expect(try browser.open("/home").notice == nil)
  }

  @Test func redirectsAndErrorsAreNotCompressed() throws {
    let server = try TestServer(ShopDelegate.self)
    let (_, browser) = try browsers(server)
    #expect(try browser.get("/").header("Content-Encoding") == nil)
    #expect(try browser.get("/nothing/here").header("Content-Encoding") == nil)
  }

  // MARK: - New sessions

  @Test func newSessionsOfAnAddressAreLimited() throws {
    let server = try TestServer(
      ShopDelegate.self, newSessions: AddressRateLimit(1, per: 3600, burst: 2, countsThisMachine: true))
    let (one, other, third) = (server.browser(), server.browser(), server.browser())
    #expect(try one.open("/home").status == 200)
    #expect(try other.open("/home").status == 200)
    let refused = try third.get("/home")
    #expect(refused.status == 429)
    #expect(refused.header("Retry-After") != nil && refused.header("Set-Cookie") == nil)
    #expect(refused.body.contains("Too many new visits"))
    // Those that have a session go on.
    #expect(try one.tap("increment").status == 200)
    #expect(try other.open("/home").status == 200)
  }
}

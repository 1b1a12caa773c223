import HTTPServer
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// Pages that are sent compressed say the same as others.
@Suite struct CompressedPageTests {
  private let server: TestServer
  private let plain: Browser
  private let browser: Browser

  init() throws {
    (server, plain) = try visit()
    browser = plain.newTab()
    browser.headers["Accept-Encoding"] = "gzip, br"
  }

  @Test func aCompressedPageIsThePage() throws {
    for _ in 0..<3 {
      let (page, other) = (try plain.open("/list"), try browser.open("/list"))
      #expect(page.header("Content-Encoding") == nil)
      #expect(other.header("Content-Encoding") == "gzip" && other.header("Vary") == "Accept-Encoding")
      #expect(other.withoutNonces == page.withoutNonces)
      #expect(other.size < page.size / 2)
      try browser.tap("increment")
    }
  }

  @Test func eachHasNoncesAndALengthOfItsOwn() throws {
    let pages = try (0..<40).map { _ in try browser.get("/list") }
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

  @Test func aPageThatIsSentAgainHasOtherNonces() throws {
    let pages = try (0..<4).map { _ in try plain.get("/list") }
    #expect(Set(pages.map(\.nonce)).count == pages.count)
    #expect(Set(pages.map { $0.header("Content-Security-Policy") }).count == pages.count)
    #expect(Set(pages.map(\.withoutNonces)).count == 1)
  }

  @Test(arguments: [ContentCoding.gzip(level: 6), .identity])
  func aKeptPageThatAnotherSessionGetsIsOfThatSession(coding: ContentCoding) throws {
    try browser.open("/list")
    let session = try #require(server.session(of: browser))
    #expect(browser.page.nonce?.hasSuffix("." + session.mark.digits) == true)
    let page = try #require(session.scenes.first?.page.screen)
    let other = SessionMark(created: session.lifetime.created + 1)
    let body = server.runtime.site.pages.response(page, mark: other, coding: coding).body
    var bytes: [UInt8] = []
    body.withBytes { bytes += $0 }
    let text = String(decoding: coding == .identity ? bytes : try #require(bytes.gunzipped), as: UTF8.self)
    #expect(text.contains("." + other.digits))
    #expect(!text.contains(session.mark.digits))
  }

  @Test func aPageWithAMessageIsCompressedButNotKept() throws {
    try browser.open("/list")
    let refused = try browser.post(browser.form(tap: "missing"))
    #expect(refused.status == 409)
    #expect(refused.header("Content-Encoding") == "gzip")
    #expect(refused.notice != nil)
    #expect(try browser.open("/list").notice == nil)
  }

  @Test func redirectsAndErrorsAreNotCompressed() throws {
    #expect(try browser.get("/").header("Content-Encoding") == nil)
    #expect(try browser.get("/nothing/here").header("Content-Encoding") == nil)
  }

  // MARK: - New sessions

  @Test func newSessionsOfAnAddressAreLimited() throws {
    let server = try TestServer(
      LibraryDelegate.self, newSessions: AddressRateLimit(1, per: 3600, burst: 2, countsThisMachine: true))
    let (one, other, third) = (server.browser(), server.browser(), server.browser())
    #expect(try one.open("/list").status == 200)
    #expect(try other.open("/list").status == 200)
    let refused = try third.get("/list")
    #expect(refused.status == 429)
    #expect(refused.header("Retry-After") != nil && refused.header("Set-Cookie") == nil)
    #expect(refused.body.contains("Too many new visits"))
    // Those that have a session go on.
    #expect(try one.tap("increment").status == 200)
    #expect(try other.open("/list").status == 200)
  }
}

import Foundation
import Testing

@testable import TempuraServer

/// What a guard says holds for pages, forms, and states that change meanwhile.
@Suite struct RouteGuardTests {
  private let server: TestServer
  private let browser: Browser

  init() throws {
    server = try TestServer(GuardedLibraryDelegate.self)
    browser = server.browser()
  }

  private func become(_ role: String) throws {
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "become \(role)"])
  }

  @Test func aFormIsSentToWhereTheGuardSays() throws {
    try browser.open("/list/book?book=7")
    let answer = try browser.post(browser.form(tap: "book.go", ["book.field": "become guest"]))
    #expect(answer.status == 303 && answer.header("Location") == "/list/login")
    #expect(try browser.get("/list/book?book=7").header("Location") == "/list/login")
    #expect(
      try browser.post(browser.form(tap: "book.more"), to: "/list/book?book=7").header("Location") == "/list/login")
    #expect(try browser.get("/list/book?book=8").header("Location") == "/list/login")
    #expect(try browser.open("/list/book?book=8").text("login.context") == "none")
  }

  @Test func aFormThatIsRefusedLateDoesNotShowWhatIsNotAllowedAnyMore() throws {
    try browser.open("/list/book?book=7")
    // Typing changes the role, which disables the button that is tapped with it.
    let answer = try browser.post(browser.form(tap: "book.more", ["book.field": "become nobody"]))
    #expect(answer.status == 403)
    #expect(!answer.body.contains("Int 7"))
    try browser.open("/list/note")
    let note = try browser.post([("tap", "note.more")], to: "/list/note")
    #expect(note.status == 409 && note.body.contains("none"), "a screen that is allowed says what is wrong")
  }

  @Test func aPageThatWasKeptIsNotShownOnceItIsNotAllowed() throws {
    try browser.open("/list/book?book=7")
    let session = try #require(server.session(of: browser))
    let screen = try #require(session.scenes.first?.page.screen)
    #expect(try browser.get("/list/book?book=7").status == 200)
    #expect(session.scenes.first?.page.screen === screen, "asking the guard changes nothing")
    let other = browser.newTab()
    try other.open("/list")
    try other.tap("list.go", ["list.field": "become nobody"])
    #expect(try browser.get("/list/book?book=7").status == 403)
    try other.tap("list.go", ["list.field": "become member"])
    #expect(try browser.get("/list/book?book=7").status == 200)
  }

  @Test func redirectsOfAGuardAreFollowedAtOnce() throws {
    try become("chain")
    #expect(try browser.get("/list/book").header("Location") == "/list/shelf")
    #expect(try browser.open("/list/book").text("shelf.context") == "none")
  }

  @Test(arguments: ["refusing", "circle", "self"]) func aGuardThatContradictsItselfIsAnError(role: String) throws {
    try browser.open("/list/book")
    try become(role)
    for _ in 0..<2 {
      for url in ["/list/book", "/list/book?book=7"] {
        #expect(try browser.get(url).status == 500)
        #expect(try browser.post([("tap", "book.more")], to: url).status == 500)
      }
    }
    #expect(try browser.get("/list").status == 200, "the session goes on")
  }

  @Test func aGuardThatSendsBackToWhereTheScreensCameFromIsAnError() throws {
    try browser.open("/tabs")
    #expect(browser.path == "/tabs/left")
    try become("moving")
    for url in ["/tabs/left", "/tabs", "/tabs"] { #expect(try browser.get(url).status == 500, "\(url)") }
    #expect(try browser.open("/tabs/right").status == 200)
  }

  @Test func screensThatAppearedWithoutBeingAllowedAreMadeAgain() throws {
    try become("outsider")
    let session = try #require(server.session(of: browser))
    let (tab, count) = (browser.newTab(), session.scenes.count)
    #expect(try tab.get("/").header("Location") == "/list/login")
    #expect(session.scenes.count == count)
  }

  @Test func aGuardThatSendsHomeFromHomeIsAnError() throws {
    try become("home")
    for url in ["/list", "/"] { #expect(try browser.get(url).status == 500) }
  }

  @Test func aScreenThatIsRefusedWhereTheBrowserWasNotSentByTheGuardIsForbidden() throws {
    try become("tabless")
    #expect(try browser.get("/tabs").status == 403)
    #expect(try browser.get("/tabs/right").status == 200)
  }

  @Test func aGuardThatNamesNoRouteIsNotFound() throws {
    try become("lost")
    #expect(try browser.get("/list/book").status == 404)
  }

  @Test func contradictionsOfAGuardAreWordedForTheLog() {
    #expect(
      RequestRefusal.redirectLoop(trail: ["/a", "/b", "/a"], isCircle: true).report(of: GuardedLibraryDelegate.self)
        == "The route guard of GuardedLibraryDelegate redirects browsers again and again: /a, then /b, then /a. "
        + "Allow one of these routes.")
    #expect(
      RequestRefusal.redirectLoop(trail: ["/a", "/b"], isCircle: false).report(of: GuardedLibraryDelegate.self)
        == "The route guard of GuardedLibraryDelegate refuses the route that it redirects to: /a, then /b. "
        + "Allow it, or redirect elsewhere.")
  }
}

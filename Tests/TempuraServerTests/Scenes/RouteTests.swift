import Foundation
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// What URLs lead to, and what they say.
@Suite struct RouteTests {
  static let gone = "That page cannot be shown again: what it was about is gone. Nothing was changed. Go on from here."

  // MARK: - Contexts

  @Test(
    arguments: [
      ("book 7", "/list/book?book=7", "book", "Int 7"),
      (
        "shelf Poetry", "/list/shelf?shelf=%7B%22name%22%3A%22Poetry%22%2C%22row%22%3A3%7D", "shelf", "Shelf Poetry 3"
      ),
      ("note a b", "/list/note?note=a%20b", "note", "String a b"), ("book", "/list/book", "book", "none"),
    ]) func aScreenIsShownAgainWithWhatItWasShownWith(text: String, url: String, name: String, context: String) throws
  {
    let (server, browser) = try visit()
    #expect(try browser.tap("list.go", ["list.field": text]).text("\(name).context") == context)
    #expect(browser.path == url)
    try server.evictAll()
    #expect(try browser.open(url).text("\(name).context") == context)
    #expect(browser.path == url)
    #expect(try server.browser().open(url).text("\(name).context") == context, "anybody's bookmark")
  }

  @Test(arguments: ["/list/book?book=seven", "/list/book?book=", "/list/shelf?shelf=%7B", "/list/shelf?shelf=%7B%7D"])
  func aContextThatIsNoneIsNotFound(url: String) throws {
    let server = try TestServer()
    #expect(try server.browser().get(url).status == 404)
    #expect(try server.browser().post([("tap", "book.more")], to: url).status == 404)
    #expect(server.runtime.sessions.count == 0)
  }

  @Test func aContextThatNoURLCanHaveLivesAsLongAsItsScene() throws {
    let (server, browser) = try visit()
    #expect(try browser.tap("list.go", ["list.field": "secret one"]).text("secret.context") == "Secret one")
    let first = browser.path
    #expect(first.hasPrefix("/list/secret?secret.kept="))
    #expect(try browser.open(first + "&x=1").text("secret.context") == "Secret one")
    #expect(try browser.tap("secret.more").text("secret.label") == "section 1 count 0")

    // Another one is another page, which does not take the place of the first.
    let tab = browser.newTab()
    try tab.open("/list")
    #expect(try tab.tap("list.go", ["list.field": "secret two"]).text("secret.context") == "Secret two")
    #expect(tab.path != first)
    #expect(try browser.open(first).text("secret.context") == "Secret one")

    try server.evictAll()
    let answer = try browser.open(first)
    #expect(answer.status == 200 && browser.path == "/list")
    #expect(answer.notice == Self.gone)
    #expect(answer.text("secret.context") == nil)
    #expect(try browser.open("/list").notice == nil, "it is said once")
  }

  @Test func aFormOfAScreenThatIsGoneChangesNothing() throws {
    let (server, browser) = try visit()
    try browser.tap("list.go", ["list.field": "secret one"])
    try server.evictAll()
    try browser.open("/list")
    let answer = try browser.post([("secret.field", "count"), ("tap", "secret.go")], to: "/list/secret?secret.kept=x")
    #expect(answer.status == 303 && answer.header("Location") == "/list")
    #expect(try browser.open("/list").notice == Self.gone)
    #expect(browser.page.text("list.label") == "section 0 count 0")
  }

  @Test func theNearestScreenIsTheOneBelow() throws {
    let server = try TestServer()
    for (url, nearest) in [
      ("/list/book/page?book=7&page.kept=a", "/list/book?book=7"), ("/list/book/page?book.kept=b&page.kept=a", "/list"),
      ("/list?list.kept=a", "/list"), ("/welcome/x?welcome.kept=a", "/list"),
    ] {
      let browser = server.browser()
      #expect(try browser.open(url).notice == Self.gone, "\(url)")
      #expect(browser.path == nearest)
    }
    #expect(try server.browser().get("/unknown/x?x.kept=1").status == 404)
  }

  // MARK: - What can be reached

  @Test(
    arguments: [
      ("/list", "/list"), ("/welcome", "/welcome"),
      ("/list/book/page", "/list/book/page"),  // by a screen that is there
      ("/list/book/book", "/list/book/book"),  // by one further below
      ("/list/custom", "/list/custom"), ("/list/plain/byHand", "/list/plain/byHand"),
      ("/tabs", "/tabs/left"), ("/tabs/left", "/tabs/left"), ("/tabs/right", "/tabs/right"),
      ("/list/elsewhere", "/list/login"), ("/list/nothing", "/list"),  // where the app's own code leads
    ]) func screensThatARouteShowsCanBeReached(url: String, end: String) throws
  {
    let server = try TestServer()
    let browser = server.browser()
    #expect(try browser.open(url).status == 200)
    #expect(browser.path == end)
    #expect(try browser.open(end).status == 200)
    try server.evictAll()
    #expect(try browser.open(end).status == 200 && browser.path == end)
  }

  @Test(
    arguments: [
      "/book", "/page", "/login", "/plain", "/left",  // no roots
      "/list/page", "/list/byHand",  // shown by screens that are not there
      "/welcome/book", "/list/list", "/list/welcome", "/list/tabs", "/list/book/welcome",  // roots are no screens above
      "/list/picky", "/list/unknown", "/list/custom/page", "/list/plain/byHand/x", "/list/book/page/byHand",
    ]) func routesThatNoScreenShowsAreNotFound(url: String) throws
  {
    let server = try TestServer()
    #expect(try server.browser().get(url).status == 404)
    #expect(try server.browser().post([("tap", "list.more")], to: url).status == 404)
  }

  @Test func aPageWhoseScreensMovedOnTheirOwnLeadsToWhereTheyAre() throws {
    let server = try TestServer() { $0.sideEffectTimeout = 0.01 }
    let (browser, gate) = (server.browser(), UUID().uuidString)
    try browser.open("/list")
    #expect(try browser.tap("list.go", ["list.field": "later \(gate)"]).isWorking)
    #expect(browser.path == "/list")
    Gates.of(gate).signal()
    // Wherever it is by then: the page that it was before would be a window of its own.
    try waitUntil { try !browser.open(browser.path).isWorking }
    #expect(browser.path == "/list/note")
    #expect(browser.page.text("note.context") == "none")
  }

  // MARK: - Paths of the app's own

  @Test func anAppMayHavePathsOfItsOwn() throws {
    let server = try TestServer(PrettyLibraryDelegate.self)
    let browser = server.browser()
    #expect(try browser.open("/").text("list.label") == "section 0 count 0")
    #expect(browser.path == "/")
    #expect(try browser.tap("list.go", ["list.field": "book 7"]).text("book.context") == "Int 7")
    #expect(browser.path == "/books/7")
    #expect(try browser.tap("book.go", ["book.field": "hide"]).text("book.context") == nil)
    #expect(browser.path == "/")
    try server.evictAll()
    #expect(try browser.open("/books/8").text("book.context") == "Int 8")
    #expect(try browser.open("/list/book?book=8").text("book.context") == "Int 8")
    #expect(try browser.get("/books/eight").status == 404)
    #expect(try browser.open("/enter").text("login.context") == "none")
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.map(\.url).sorted() == ["/books/8", "/enter"])
  }

  @Test(arguments: ["a/b", "100%", "👍🏽 é", "שלום", "..", ".", "...", "new.txt", "?x=1#y", "%2e%2e", "a+b", "{note}"])
  func theURLOfAnyContextLeadsBack(text: String) throws {
    let (server, browser) = try visit(PrettyLibraryDelegate.self, at: "/")
    let escaped = text.replacing("&", with: "&amp;")
    #expect(try browser.tap("list.go", ["list.field": "note \(text)"]).text("note.context") == "String \(escaped)")
    let url = browser.path
    #expect(url.hasPrefix("/notes/") == (text != "." && text != ".."))
    try server.evictAll()
    #expect(try browser.open(url).text("note.context") == "String \(escaped)")
    #expect(browser.path == url)
  }

  @Test func aFileIsNotHiddenNorHidesAScreen() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let notes = folder.appending(path: "notes")
    try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
    try Data("file".utf8).write(to: notes.appending(path: "a.txt"))
    let server = try TestServer(PrettyLibraryDelegate.self, folder: folder.path)
    let browser = server.browser()
    #expect(try browser.get("/notes/a.txt").body == "file")
    #expect(try browser.open("/notes/b.txt").text("note.context") == "String b.txt")
    try browser.open("/")
    #expect(try browser.tap("list.go", ["list.field": "note a.txt"]).text("note.context") == "String a.txt")
    #expect(browser.path == "/list/note?note=a.txt")
  }

  @Test func aScreenWhoseURLAPathTookIsShownAsLongAsItLives() throws {
    let server = try TestServer(GreedyLibraryDelegate.self)
    let browser = server.browser()
    #expect(try browser.open("/list/book").text("login.context") == "none")
    let tab = browser.newTab()
    try tab.open("/list")
    #expect(try tab.tap("list.go", ["list.field": "book"]).text("book.context") == "none")
    try server.evictAll()
    #expect(try tab.open("/list/book").text("login.context") == "none", "and it is not redirected for ever")
  }

  @Test func anAppWithPathsThatCannotBeIsNotServed() {
    #expect(throws: RouteURLError.reservedPath("/health")) { try AppServer.inMemory(MistakenLibraryDelegate.self) }
  }
}

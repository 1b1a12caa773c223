import AppData
import Foundation
import Sessions
import Tempura
import Testing

@testable import SessionKernel
@testable import TempuraServer
@testable import TempuraUI

/// Local states outlive their scenes.
@Suite struct RememberedScenesTests {
  // MARK: - In a scene

  @Test func aLocalStateStaysAsLongAsItsScreen() throws {
    let browser = try TestServer().browser(at: "/list")
    #expect(try browser.tap("list.more").text("list.label") == "section 1 count 0")
    #expect(try browser.open("/list").text("list.label") == "section 1 count 0", "when the page is got again")
    try browser.tap("list.go", ["list.field": "note x"])
    #expect(browser.page.text("list.label") == "section 1 count 0", "under a modal screen")
    try browser.tap("note.more")
    #expect(browser.page.text("note.label") == "section 1 count 0")
    try browser.tap("note.go", ["note.field": "hide"])
    #expect(browser.path == "/list")
    #expect(browser.page.text("list.label") == "section 1 count 0")
    try browser.tap("list.go", ["list.field": "note x"])
    #expect(browser.page.text("note.label") == "section 0 count 0", "another screen of that name begins anew")
  }

  // MARK: - After it

  @Test(arguments: [false, true]) func aSessionThatLeftMemoryShowsWhatItShowed(inBytes: Bool) throws {
    let storage: any SessionStorage = inBytes ? TestStorage(bytes: true) : MemoryStorage()
    let (server, browser) = try visit(storage: storage)
    try browser.tap("list.more")
    try browser.tap("list.go", ["list.field": "note x"])
    try browser.tap("note.more")
    try browser.tap("note.more")
    let tab = browser.newTab()
    try tab.open("/list/book?book=7")
    try tab.tap("book.go", ["book.field": "count"])
    try server.evictAll()
    #expect(try browser.open("/list/note?note=x").text("list.label") == "section 1 count 1")
    #expect(browser.page.text("note.label") == "section 2 count 1")
    #expect(try browser.tap("note.more").text("note.label") == "section 3 count 1")
    try server.evictAll()
    #expect(try browser.open("/list/note?note=x").text("note.label") == "section 3 count 1")
    #expect(try browser.open("/list").text("list.label") == "section 1 count 1", "as it was left there")
    #expect(try browser.open("/list/book?book=7").text("book.label") == "section 0 count 1")
    #expect(try server.browser().open("/list").text("list.label") == "section 0 count 0", "and nobody else's")
  }

  @Test func twoTabsAtOneURLKeepTheirOwn() throws {
    let (server, browser) = try visit(storage: TestStorage(bytes: true))
    let (first, second) = (try server.page("a", of: browser), try server.page("b", of: browser))
    try first.tap("list.more")
    try second.tap("list.more")
    try second.tap("list.more")
    try server.evictAll()
    #expect(try #require(try first.ask().markup).contains("section 1 count 0"))
    #expect(try #require(try second.ask().markup).contains("section 2 count 0"))
    try second.tap("list.more")
    try server.evictAll()
    #expect(try #require(try first.ask().markup).contains("section 1 count 0"))
    #expect(
      try #require(try server.page("c", of: browser).patch.markup).contains("section 0 count 0"),
      "a new tab begins anew")
    #expect(try #require(try second.ask().markup).contains("section 3 count 0"))
  }

  @Test func aTabThatChangedNothingDoesNotGetTheLocalStateOfAnother() throws {
    let (server, browser) = try visit(storage: TestStorage(bytes: true))
    let (first, second) = (try server.page("a", of: browser), try server.page("b", of: browser))
    try second.tap("list.more", ["list.field": "draft"])
    try server.evictAll()
    #expect(try #require(try first.tap("list.more").markup).contains("section 1 count 0"))
    #expect(try #require(first.patch.markup).contains("draft") == false)
    #expect(try #require(try second.ask().markup).contains("section 1 count 0"))
    #expect(try #require(second.patch.markup).contains("draft"))
  }

  @Test func aPageThatIsLoadedAgainIsThatOfTheTabThatWasUsedLast() throws {
    let (server, browser) = try visit(storage: TestStorage(bytes: true))
    let (first, second) = (try server.page("a", of: browser), try server.page("b", of: browser))
    try second.tap("list.more")
    try server.evictAll()
    #expect(try browser.open("/list").text("list.label") == "section 1 count 0")
    #expect(try #require(try first.ask().markup).contains("section 0 count 0"), "its scene is not given away")
    #expect(try #require(try second.ask().markup).contains("section 1 count 0"))
    #expect(try #require(server.session(of: browser)).scenes.count == 2)
  }

  @Test func aTabKeepsTheScenesOfItsEarlierURLs() throws {
    let (server, browser) = try visit()
    let page = try server.page("a", of: browser)
    try page.tap("list.more")
    try server.page("a", of: browser, at: "/list/book").ask()
    #expect(try #require(try server.page("b", of: browser).patch.markup).contains("section 0 count 0"))
    #expect(try #require(try server.page("a", of: browser).patch.markup).contains("section 1 count 0"))
  }

  // MARK: - The marks of pages

  @Test func aFormOfAPageWithOtherLocalStatesIsRefused() throws {
    let server = try TestServer()
    let (browser, page) = (server.browser(), { (browser: Browser) in browser.page.text("list.label") })
    try browser.open("/list")
    let other = browser.newTab()
    try other.open("/list")
    try other.tap("list.more")
    #expect(try browser.tap("list.go", ["list.field": "count"]).status == 409)
    #expect(page(browser) == "section 1 count 0" && browser.page.body.contains(#"value="count""#))
    try browser.tap("list.go", ["list.field": "count"])
    #expect(page(browser) == "section 1 count 1", "the page that shows them may use them")
  }

  @Test func aTapOnAPageWhoseLocalStateIsGoneIsRefused() throws {
    let (server, browser) = try visit(at: "/list/vague", storage: TestStorage(bytes: true))
    let page = try server.page("a", of: browser, at: "/list/vague")
    try page.tap("vagueView.more")
    try page.tap("vagueView.more")
    #expect(page.patch.status == 200)
    try server.evictAll()
    #expect(try page.tap("vagueView.more").status == 409)
    #expect(try #require(page.patch.markup).contains("section 0"))
    #expect(try page.tap("vagueView.more").status == 200)
  }

  @Test func aLocalStateThatChangesByItselfRefusesNoTap() throws {
    let (server, browser) = try visit()
    let scene = try #require(server.session(of: browser)?.scenes.first)
    let controller = try #require(scene.window?.rootViewController as? PageController)
    for _ in 0..<3 {
      scene.session.inTurn { scene.run { controller.localState.section += 1 } }
      _ = try browser.get("/list")
    }
    #expect(try browser.tap("list.more").text("list.label") == "section 4 count 0")
  }

  @Test(arguments: [false, true]) func homeIsAsItWas(inBytes: Bool) throws {
    let storage: any SessionStorage = inBytes ? TestStorage(bytes: true) : MemoryStorage()
    let (server, browser) = try visit(at: "/", storage: storage)
    try browser.tap("list.more")
    try server.evictAll()
    #expect(try browser.open("/").text("list.label") == "section 1 count 0")
  }

  @Test func aScreenBesideTheOthersIsAsItWas() throws {
    let (server, browser) = try visit(at: "/tabs/right", storage: TestStorage(bytes: true))
    try browser.tap("right.more")
    try server.evictAll()
    #expect(try browser.open("/tabs/right").text("right.label") == "section 1 count 0")
    #expect(try browser.open("/tabs/left").text("left.label") == "section 0 count 0")
  }

  @Test func aSceneThatIsLetGoIsRememberedToo() throws {
    let browser = try TestServer() { $0.scenesPerSession = 2 }.browser(at: "/list")
    try browser.tap("list.more")
    for number in 0..<3 { try browser.open("/list/book?book=\(number)") }
    #expect(try browser.open("/list").text("list.label") == "section 1 count 0")
  }

  @Test func aScreenThatWasHiddenBeginsAnew() throws {
    let (server, browser) = try visit(at: "/list/note")
    try browser.tap("note.more")
    try browser.tap("note.go", ["note.field": "hide"])
    try server.evictAll()
    #expect(try browser.open("/list/note").text("note.label") == "section 0 count 0")
  }

  // MARK: - What is stored

  @Test func aChangeOfLocalStateAloneIsStored() throws {
    let storage = MemoryStorage()
    let (server, browser) = try visit(storage: storage)
    let session = try #require(server.session(of: browser))
    #expect(storage.record(for: session.key)?.version == 1)
    try browser.open("/list/book?book=7")
    #expect(storage.record(for: session.key)?.version == 1, "looking around changes nothing")
    try browser.open("/list")
    try browser.tap("list.more")
    let version = storage.record(for: session.key)?.version
    #expect(version != 1)
    try browser.open("/list")
    #expect(storage.record(for: session.key)?.version == version)
    let content = try #require(try storage.record(for: session.key)?.content.encoded())
    let json = try JSONSerialization.jsonObject(with: Data(content)) as? NSDictionary
    let state: NSDictionary = ["count": 0, "role": "", "notes": [String]()]
    let scenes = json?["scenes"] as? [NSDictionary]
    #expect(json?["state"] as? NSDictionary == state)
    #expect(scenes?.count == 1 && scenes?.first?["url"] as? String == "/list")
    let localState = (scenes?.first?["localStates"] as? [String: String])?["0.PageController"]
    #expect(localState?.contains("\"section\":1") == true)
  }

  @Test func localStatesOfScreensThatCannotBeShownAgainAreNotStored() throws {
    let storage = MemoryStorage()
    let (server, browser) = try visit(storage: storage)
    try browser.tap("list.go", ["list.field": "secret x"])
    try browser.tap("secret.more")
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.remembered.entries == [])
  }

  @Test func aLocalStateThatIsNotCodableIsNotStored() throws {
    let (server, browser) = try visit(at: "/list/vague", storage: TestStorage(bytes: true))
    #expect(try browser.tap("vagueView.more").text("vagueView.label") == "section 1")
    try server.evictAll()
    #expect(try browser.open("/list/vague").text("vagueView.label") == "section 0")
  }

  @Test func aLocalStateThatIsTooLargeIsNotStored() throws {
    let (server, browser) = try visit()
    let session = try #require(server.session(of: browser))
    try browser.tap("list.go", ["list.field": "fill 10000"])
    #expect(session.scenes.remembered.entry(at: "/list")?.localStates.count == 1)
    try browser.tap("list.go", ["list.field": "fill 20000"])
    #expect(session.scenes.remembered.entry(at: "/list")?.localStates.count == 0)
  }

  @Test func aLocalStateOfAnotherShapeBeginsAnew() throws {
    let storage = TestStorage(bytes: true)
    let (server, browser) = try visit(storage: storage)
    try browser.tap("list.more")
    try browser.tap("list.go", ["list.field": "count"])
    try server.evictAll()
    try storage.rewrite { $0.replacing("\\\"section\\\":1", with: "\\\"sections\\\":[]") }
    #expect(try browser.open("/list").text("list.label") == "section 0 count 1")
  }

  @Test func onlyTheRecentOnesAreRemembered() {
    var remembered = RememberedScenes(limit: 3)
    for number in 0..<5 { remembered.remember(["a": "\(number)"], at: "/\(number)") }
    #expect(remembered.entries.map(\.url) == ["/4", "/3", "/2"])
    #expect(remembered.version == 5)
    remembered.remember(["a": "2"], at: "/2")
    #expect(remembered.entries.map(\.url) == ["/2", "/4", "/3"])
    remembered.remember([:], at: "/0")
    #expect(remembered.version == 5, "nothing changed")
    remembered.remember([:], at: "/2")
    #expect(remembered.entries.map(\.url) == ["/4", "/3"] && remembered.version == 6)
    remembered.remember(["a": String(repeating: "x", count: RememberedScenes.maxBytes - 10)], at: "/5")
    #expect(remembered.entries.map(\.url) == ["/5", "/4"], "as many as there is room for")
    remembered.remember(["a": String(repeating: "x", count: RememberedScenes.maxBytes)], at: "/6")
    #expect(remembered.entries == [])
  }

  private typealias Entry = RememberedScenes.Entry

  /// What is remembered when another server has stored `theirs`, and both began with `base`.
  private func merged(_ own: [Entry], _ theirs: [Entry], from base: [Entry]) -> RememberedScenes {
    var remembered = RememberedScenes(own, limit: 3)
    remembered.merge(theirs, from: base)
    return remembered
  }

  @Test func whatAnotherServerStoredIsTakenOver() {
    let (old, new) = (Entry(url: "/a", localStates: ["a": "1"]), Entry(url: "/a", localStates: ["a": "2"]))
    let other = Entry(url: "/b", localStates: ["b": "1"])
    for theirs in [[new], [], [old, other]] {
      let remembered = merged([old], theirs, from: [old])
      #expect(remembered.entries == theirs && remembered.version == 0, "there is nothing to store")
    }
  }

  @Test func whatChangedHereStaysWhenAnotherServerStored() {
    let (old, new) = (Entry(url: "/a", localStates: ["a": "1"]), Entry(url: "/a", localStates: ["a": "2"]))
    let others = [1, 2].map { Entry(url: "/a", tab: "tab", localStates: ["a": "\($0)"]) }
    let remembered = merged([new, others[0]], [old, others[1]], from: [old, others[0]])
    #expect(remembered.entries == [new, others[1]] && remembered.version == 1)
    #expect(merged([new], [Entry(url: "/a", localStates: ["a": "3"])], from: [old]).entries == [new])
    #expect(merged([], [old, others[0]], from: [old]).entries == [others[0]], "a screen was hidden here")
    #expect(merged([], [new], from: [old]).entries == [new], "it was hidden here, and used there")
  }

  @Test func inputThatWasTypedHereKeepsNoLocalStateFromBeingTakenOver() {
    let input = ["field": UnusedInput(text: "typed")]
    let (old, new) = (["a": "1"], ["a": "2"])
    let remembered = merged(
      [Entry(url: "/a", localStates: old, input: input)], [Entry(url: "/a", localStates: new)],
      from: [Entry(url: "/a", localStates: old)])
    #expect(remembered.entries == [Entry(url: "/a", localStates: new, input: input)])
  }
}

import AppData
import Foundation
import Sessions
import Synchronization
import Testing

@testable import SessionKernel
@testable import TempuraServer
@testable import TempuraUI

/// What was typed and not used outlives its scene.
@Suite struct RememberedInputTests {
  private let storage = TestStorage(bytes: true)
  private let server: TestServer
  private let browser: Browser

  init() throws {
    server = try TestServer(storage: storage)
    browser = server.browser()
    try browser.open("/desk")
  }

  /// What is stored of all sessions, as a text.
  private func stored() throws -> String {
    try storage.all().map { String(decoding: try $0.record.content.encoded(), as: UTF8.self) }.joined()
  }

  @Test func aTextThatWasNotUsedIsThereAgain() throws {
    try browser.tap("desk.nothing", ["desk.field": "wine"])
    #expect(browser.page.text("heard") == "(wine)")
    try server.evictAll()
    #expect(try browser.open("/desk").body.contains(#"value="wine""#))
    #expect(browser.page.text("heard") == "", "nobody is told again")
    try browser.tap("desk.use", ["desk.field": "wine"])
    #expect(browser.page.text("used") == "wine")
    #expect(browser.page.text("heard") == "")
  }

  @Test func aTextThatWasUsedIsGone() throws {
    try browser.tap("desk.nothing", ["desk.field": "wine"])
    #expect(try stored().contains("wine"))
    try browser.tap("desk.clear", ["desk.field": "wine"])
    #expect(try !stored().contains("wine"))
    #expect(try !stored().contains("scenes"))
    try server.evictAll()
    #expect(try !browser.open("/desk").body.contains("wine"))
    try browser.tap("desk.nothing", ["desk.field": "yam"])
    try server.evictAll()
    try browser.open("/desk")
    try browser.tap("desk.use", ["desk.field": "yam"])
    try server.evictAll()
    #expect(try browser.open("/desk").text("used") == "yam")
    #expect(!browser.page.body.contains(#"value="yam""#))
  }

  @Test func aSessionCanForgetWhatWasDoneInAllTabs() throws {
    PageController.define("forgetAll") { _, _ in UIApplication.shared.renewSession(forgettingAllButState: true) }
    let (one, two) = (try server.page("one", of: browser), try server.page("two", of: browser, at: "/desk"))
    try one.tap("list.go", ["list.field": "count"])
    #expect(try one.tap("list.more").answer.body.contains("section 1 count 1"))
    try two.tap("desk.nothing", ["desk.field": "wine"])
    #expect(try stored().contains("wine") && stored().contains("section"))
    let patch = try one.tap("list.go", ["list.field": "forgetAll"])
    #expect(patch.isWhole && patch.answer.body.contains("section 0 count 1"))
    #expect(!patch.answer.body.contains("forgetAll"))
    for text in ["wine", "section", "forgetAll"] { #expect(try !stored().contains(text), "\(text)") }
    let again = try server.page("two", of: one.browser, at: "/desk")
    #expect(again.patch.status == 200 && !again.patch.answer.body.contains("wine"))
    try again.tap("desk.nothing", ["desk.field": "yam"])
    #expect(try stored().contains("yam"))
  }

  @Test func aTextThatWasUsedOnTheWayToAnotherScreenIsGone() throws {
    try browser.tap("desk.nothing", ["desk.field": "wine", "deskView.notes": "yam"])
    try browser.tap("desk.detail")
    let scene = try #require(server.session(of: browser)?.scenes.first)
    let view = try #require(scene.window?.rootViewController?.view as? DeskView)
    #expect(view.field.text == "wine")
    try browser.tap("detail.nothing", ["detail.field": "bread"])
    try server.evictAll()
    #expect(try browser.open("/desk/detail").body.contains("bread"))
    try browser.tap("detail.hide")
    #expect(browser.path == "/desk")
    #expect(browser.page.body.contains("wine"), "under a modal screen")
    try browser.tap("desk.use", ["desk.field": "wine"])
    try browser.tap("desk.detail")
    try server.evictAll()
    #expect(try !browser.open("/desk").body.contains(#"value="wine""#))
    #expect(browser.page.body.contains(">\nyam</textarea>"))
    #expect(try !browser.open("/desk/detail").body.contains("bread"), "a screen that was hidden begins anew")
  }

  @Test func inputThatIsUsedWhileItsScreenIsLeftIsGone() throws {
    try browser.tap("desk.nothing", ["desk.field": "wine", "deskView.notes": "yam"])
    let scene = try #require(server.session(of: browser)?.scenes.first)
    let view = try #require(scene.window?.rootViewController?.view as? DeskView)
    // As an app does that uses a text and shows another screen at once.
    view.field.on(.editingChanged) { field in
      scene.launched.navigator.map { _ in field.text = "" }
    }
    try browser.tap("desk.detail", ["desk.field": "wine and honey"])
    #expect(browser.path == "/desk/detail")
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.remembered.entry(at: "/desk")?.input?.values.map(\.text) == ["yam"])
    #expect(session.scenes.remembered.entry(at: "/desk/detail")?.input?.values.map(\.text) == ["yam"])
    try browser.tap("detail.hide")
    try browser.tap("desk.secret", ["desk.field": ""])
    #expect(session.scenes.remembered.entry(at: "/desk")?.input?.values.map(\.text) == ["yam"])
    view.notes.text = ""
    try browser.tap("secret.nothing")
    #expect(session.scenes.remembered.entry(at: "/desk") == nil, "also while it is under what no URL can show again")
  }

  @Test func refusedInputIsThereAgainWithItsProblem() throws {
    let refused = try browser.tap("desk.use", ["desk.field": "wine", "deskView.short": "much too long"])
    #expect(refused.status == 422)
    try server.evictAll()
    let page = try browser.open("/desk")
    #expect(page.body.contains(#"value="wine""#))
    #expect(page.body.contains(#"value="much too long""#))
    #expect(page.body.contains("This is too long: it has 13 characters, and 5 fit.</p>"))
    try browser.tap("desk.use", ["desk.field": "wine", "deskView.short": "short"])
    #expect(browser.page.text("used") == "wine")
    #expect(browser.page.text("heard") == "(wine)(short)", "now it is typed")
    #expect(!browser.page.body.contains("problem"))
    #expect(try !stored().contains("much"))
  }

  @Test func theInputOfAnOutdatedPageIsKept() throws {
    #expect(try browser.tap("gone", ["desk.field": "wine"]).status == 409)
    try server.evictAll()
    #expect(try browser.open("/desk").body.contains(#"value="wine""#))
    #expect(browser.page.text("used") == "")
  }

  @Test(arguments: ["one\n\n two\n", "👩‍👩‍👧 e\u{301} \u{FEFF}", "שלום \u{202E}abc", "<b>&\"'</b>\u{1F}"])
  func anyTextIsAsItWas(text: String) throws {
    try browser.tap("desk.nothing", ["deskView.notes": text.replacing("\n", with: "\r\n")])
    try server.evictAll()
    try browser.open("/desk")
    let scene = try #require(server.session(of: browser)?.scenes.first)
    let view = try #require(scene.window?.rootViewController?.view as? DeskView)
    #expect(view.notes.text.unicodeScalars.elementsEqual(text.unicodeScalars))
    try browser.tap("desk.nothing", ["deskView.notes": text.replacing("\n", with: "\r\n")])
    #expect(browser.page.text("heard") == "")
  }

  @Test func secretsAreNotStored() throws {
    try browser.tap("desk.nothing", ["deskView.password": "hush", "deskView.code": "123456"])
    try browser.tap("desk.reveal", ["deskView.shown": "hush"])
    try browser.tap("desk.use", ["deskView.shown": "hush hush", "deskView.short": "much too long"])
    let stored = try stored()
    #expect(!stored.contains("hush") && !stored.contains("123456"))
    #expect(stored.contains("much too long"))
    try server.evictAll()
    #expect(try !browser.open("/desk").body.contains("hush"))
  }

  @Test func twoTabsHaveTheirOwn() throws {
    try browser.tap("desk.nothing", ["desk.field": "wine"])
    let tab = browser.newTab()
    try tab.open("/desk/detail")
    try tab.tap("detail.nothing", ["detail.field": "yam"])
    try server.evictAll()
    #expect(try browser.open("/desk").body.contains(#"value="wine""#))
    #expect(!browser.page.body.contains("yam"))
    #expect(try tab.open("/desk/detail").body.contains(#"value="yam""#))
    #expect(try !server.browser().open("/desk").body.contains("wine"), "and nobody else has it")
  }

  @Test func aRowKeepsWhatWasTypedInIt() throws {
    try browser.tap("desk.nothing", ["deskView.table.b.field": "wine", "deskView.search.searchTextField": "yam"])
    try browser.tap("desk.reverse")
    let row = #"name="deskView.table.b.field" aria-label="x" type="text" value="wine""#
    #expect(browser.page.body.contains(row))
    try server.evictAll()
    try browser.open("/desk")
    #expect(browser.page.body.contains(row))
    #expect(browser.page.body.contains(#"value="yam""#))
    try browser.tap("desk.delete")
    #expect(try stored().contains("wine"))
    try browser.tap("desk.delete")
    #expect(try !stored().contains("wine"), "its row is gone")
  }

  @Test func aFieldThatTakesNothingNowIsPassedOver() throws {
    try browser.tap("desk.nothing", ["desk.field": "wine", "deskView.notes": "yam"])
    let tab = browser.newTab()
    try tab.open("/desk/detail")
    try tab.tap("detail.lock")
    try server.evictAll()
    #expect(try !browser.open("/desk").body.contains("wine"))
    #expect(!browser.page.body.contains("yam"))
  }

  @Test func aFieldThatIsNotThereIsPassedOver() throws {
    try browser.tap("desk.nothing", ["deskView.table.b.field": "wine"])
    try server.evictAll()
    try storage.rewrite { $0.replacing(".table.b.", with: ".table.x.") }
    #expect(try browser.open("/desk").status == 200)
    #expect(!browser.page.body.contains("wine"))
  }

  @Test func aTextThatIsTooLargeIsNotStored() throws {
    try browser.tap("desk.nothing", ["deskView.notes": String(repeating: "x", count: 16 * 1024)])
    #expect(try stored().contains("xxx"))
    try browser.tap("desk.nothing", ["deskView.notes": String(repeating: "x", count: 16 * 1024 + 1)])
    #expect(try !stored().contains("xxx"))
    #expect(browser.page.body.contains("xxx"), "it is there as long as its scene")
  }

  @Test func lookingAroundStoresNothing() throws {
    try browser.tap("desk.nothing", ["desk.field": "wine"])
    let session = try #require(server.session(of: browser))
    try browser.open("/desk")
    let saves = Atomic(0)
    storage.willSave = { _, _ in saves.add(1, ordering: .relaxed) }
    try browser.tap("desk.nothing", ["desk.field": "wine"])
    #expect(saves.load(ordering: .relaxed) <= 1, "the answer to the form")
    try server.evictAll()
    try browser.open("/desk")
    try browser.open("/desk/detail")
    try browser.open("/desk")
    let again = try #require(server.session(of: browser))
    #expect(again.record?.version == session.record?.version)
  }

  // MARK: - What is remembered

  @Test func typedTextCountsAsLocalStateDoes() {
    var remembered = RememberedScenes(limit: 3)
    let input = ["0.A/.field": UnusedInput(text: "wine")]
    remembered.remember([:], input, at: "/a")
    #expect(remembered.entries == [RememberedScenes.Entry(url: "/a", localStates: [:], input: input)])
    #expect(remembered.version == 1)
    remembered.remember([:], input, at: "/a")
    #expect(remembered.version == 1)
    remembered.keep(input, at: "/b")
    #expect(remembered.version == 1, "there is nothing to keep it with")
    remembered.remember(["0.A": "{}"], input, at: "/b")
    remembered.keep([:], at: "/b")
    #expect(remembered.entry(at: "/b") == RememberedScenes.Entry(url: "/b", localStates: ["0.A": "{}"]))
    remembered.keep([:], at: "/a")
    #expect(remembered.entries.map(\.url) == ["/b"])
    #expect(remembered.version == 4)
    let large = String(repeating: "x", count: RememberedScenes.maxBytes)
    var draft = FieldDraft()
    draft.texts = ["": large]
    remembered.remember([:], ["0.A/.field": UnusedInput(draft: draft)], at: "/c")
    #expect(remembered.entries == [], "more than there is room for")
  }

  @Test func contentWithoutTheValueCanBeRead() throws {
    let old = #"{"url":"/a","localStates":{"0.A":"{}"}}"#
    let entry = try JSONDecoder().decode(RememberedScenes.Entry.self, from: Data(old.utf8))
    #expect(entry == RememberedScenes.Entry(url: "/a", localStates: ["0.A": "{}"]))
    #expect(try !String(decoding: JSONEncoder().encode(entry), as: UTF8.self).contains("input"))
  }
}

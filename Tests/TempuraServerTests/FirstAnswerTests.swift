import Foundation
import HTML
import HTTPServer
import Katana
import Sessions
import Tempura
import TempuraUI
import Testing

@testable import TempuraServer

/// Answers to first requests that several new visitors get.
@Suite struct FirstAnswerTests {
  private func server(
    _ app: any UIApplicationDelegate.Type = RaffleDelegate.self, storage: any SessionStorage = MemoryStorage(),
    lifetime: Int = 3600
  ) throws -> TestServer {
    try TestServer(app, storage: storage) { $0.firstPageLifetime = lifetime }
  }

  @Test func aNewVisitorGetsACopyWithoutALaunch() throws {
    let server = try server()
    let (first, second) = (server.browser(), server.browser())
    try first.open("/home")
    try second.open("/home")
    #expect(second.page.status == 200)
    #expect(second.page.withoutNonces == first.page.withoutNonces)
    #expect(second.page.nonce != first.page.nonce)
    #expect(second.cookie != nil)
    #expect(second.cookie != first.cookie)
    #expect(server.session(of: first) != nil)
    #expect(server.session(of: second) == nil, "it is only stored")
  }

  @Test(arguments: [false, true])
  func theSessionOfACopyHasTheStateOfItsPageAndIsItsOwn(isStoredAsBytes: Bool) throws {
    let server = try server(storage: TestStorage(bytes: isStoredAsBytes))
    let browsers = (0..<3).map { _ in server.browser() }
    for browser in browsers { try browser.open("/home") }
    let number = try #require(browsers[0].page.text("notesLabel"))
    #expect(number.count == 36)
    #expect(try browsers[1].tap("increment").text("countLabel") == "1")
    #expect(browsers[1].page.text("notesLabel") == number)
    #expect(try browsers[2].tap("increment").text("countLabel") == "1")
    #expect(try browsers[1].tap("increment").text("countLabel") == "2")
    #expect(try browsers[0].open("/home").text("countLabel") == "0")
    #expect(try server.browser().open("/home").text("countLabel") == "0")
  }

  @Test func aFormOfACopyThatComesTwiceIsAppliedOnce() throws {
    let server = try server()
    try server.browser().open("/home")
    let browser = try server.browser(at: "/home")
    let form = browser.form(tap: "increment")
    #expect(try browser.post(form).status == 303)
    #expect(try browser.post(form).status == 303)
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test func withoutTheOptionEachVisitorHasALaunch() throws {
    let server = try server(lifetime: 0)
    let (first, second) = (server.browser(), server.browser())
    try first.open("/home")
    try second.open("/home")
    #expect(first.page.text("notesLabel") != second.page.text("notesLabel"))
    #expect(server.session(of: second) != nil)
  }

  @Test func otherURLsLanguagesAndWindowsHaveOtherPages() throws {
    let server = try TestServer(RaffleDelegate.self) {
      $0.firstPageLifetime = 3600
      $0.languages = ["en", "it"]
    }
    var numbers: Set<String> = []
    for (url, name, value) in [
      ("/home", "Accept", "*/*"), ("/home?x=1", "Accept", "*/*"), ("/home", "Accept-Language", "it"),
      ("/home", "Accept-Language", "it-CH"), ("/home", "Sec-CH-Prefers-Color-Scheme", "\"dark\""),
      ("/home", "Sec-CH-Viewport-Width", "600"),
    ] {
      let browser = server.browser()
      browser.headers = [name: value]
      let page = try browser.open(url)
      #expect(page.status == 200)
      numbers.insert(page.text("notesLabel") ?? "")
    }
    #expect(numbers.count == 6)
  }

  @Test func anUnknownCookieGetsACopyUnderAnotherID() throws {
    let server = try server()
    let first = try server.browser(at: "/home")
    let made = SessionID.random().cookieValue
    let browser = Browser(port: server.port, cookie: made)
    try browser.open("/home")
    #expect(browser.page.text("notesLabel") == first.page.text("notesLabel"))
    #expect(browser.cookie != made)
  }

  @Test func aCopyTellsTheVersionOfItsSession() throws {
    let storage = TestStorage(isShared: true)
    storage.isInTouch = true
    let server = try server(storage: storage)
    try server.browser().open("/home")
    let browser = try server.browser(at: "/home")
    #expect(server.session(of: browser) == nil)
    #expect(browser.version == "1")
    #expect(try browser.tap("increment").text("countLabel") == "1")
    #expect(browser.version != "1")
  }

  @Test func aCopiedRedirectNeedsNoSession() throws {
    let server = try server()
    let first = try server.browser(at: "/")
    #expect(first.path == "/home")
    try server.browser().open("/home")
    let sessions = server.runtime.sessions.count
    let browser = server.browser()
    let answer = try browser.get("/")
    #expect(answer.status == 303)
    #expect(answer.header("Location") == "/home")
    #expect(browser.cookie == nil)
    try browser.open("/home")
    #expect(browser.cookie != nil)
    #expect(try browser.tap("increment").text("countLabel") == "1")
    #expect(server.runtime.sessions.count == sessions + 1)
  }

  // MARK: - What is not copied

  @Test func aRedirectWithAMessageIsNotCopied() throws {
    let server = try server()
    for _ in 0..<2 {
      let browser = server.browser()
      let answer = try browser.get("/home/detail?detail.kept=1")
      #expect(answer.status == 303)
      #expect(browser.cookie != nil)
      #expect(try browser.open("/home").notice != nil)
    }
  }

  @Test func aFirstFormBeginsASessionOfItsOwn() throws {
    let server = try server()
    try server.browser().open("/home")
    let browser = server.browser()
    #expect(try browser.post([("tap", "increment")], to: "/home").status == 303)
    #expect(server.session(of: browser) != nil)
    #expect(try server.browser().open("/home").text("countLabel") == "0")
  }

  @Test func aPageOfAChangedSessionIsNotCopied() throws {
    let server = try server()
    let browser = server.browser()
    _ = try browser.post([("tap", "increment")], to: "/home")
    try browser.open("/home")
    #expect(browser.page.text("countLabel") == "1")
    #expect(try server.browser().open("/home").text("countLabel") == "0")
  }

  @Test func aPageWhoseLaunchStillWorksIsNotCopied() throws {
    let server = try TestServer(SlowRaffleDelegate.self) {
      $0.firstPageLifetime = 3600
      $0.sideEffectTimeout = 0
    }
    for _ in 0..<2 {
      let browser = try server.browser(at: "/home")
      #expect(browser.page.isWorking)
      #expect(server.session(of: browser) != nil)
    }
    // Not before, as the second launch would take what is meant for the first.
    for _ in 0..<2 { Gates.of("slow raffle").signal() }
  }

  @Test func aPageThatCannotBeMadeAgainIsNotCopied() throws {
    let server = try server(PlainShopDelegate.self)
    for _ in 0..<2 {
      let browser = try server.browser(at: "/")
      #expect(browser.page.status == 200)
      #expect(server.session(of: browser) != nil)
    }
  }

  @Test func aStateThatCannotBeReadAgainIsNotCopied() throws {
    let server = try server(EncodableDelegate.self)
    for _ in 0..<2 {
      let browser = try server.browser(at: "/note")
      #expect(browser.page.status == 200)
      #expect(server.session(of: browser) != nil)
    }
  }

  @Test func aCopyThatCannotBeStoredIsRefused() throws {
    let storage = TestStorage()
    let server = try server(storage: storage)
    try server.browser().open("/home")
    storage.problem = .unavailable("The disk is full.")
    let answer = try server.browser().get("/home")
    #expect(answer.status == 503)
    #expect(answer.header("Set-Cookie") == nil)
    storage.problem = nil
    let browser = server.browser()
    #expect(try browser.open("/home").status == 200)
    #expect(server.session(of: browser) == nil)
  }

  // MARK: - The answers that are kept

  private func insert(_ url: String, _ answers: FirstAnswers, at now: Int64) {
    answers.insert(.redirect(to: "/home"), to: url, for: Circumstances(), at: now)
  }

  private func has(_ answers: FirstAnswers, _ url: String, at now: Int64) -> Bool {
    answers.answer(for: Circumstances(), at: now) { $0 == url } != nil
  }

  @Test func anAnswerIsKeptForItsLifetime() {
    let answers = FirstAnswers(lifetime: 10)
    insert("/a", answers, at: 100)
    #expect(has(answers, "/a", at: 109))
    #expect(!has(answers, "/a", at: 110))
    insert("/a", answers, at: 110)
    #expect(has(answers, "/a", at: 119))
  }

  @Test func onlyTheLastAnswersAreKept() {
    let answers = FirstAnswers(lifetime: 10)
    for number in 0..<100 { insert("/\(number)", answers, at: 100) }
    #expect((0..<100).filter { has(answers, "/\($0)", at: 100) } == Array(36..<100))
  }

  @Test func aLargePageIsNotKept() throws {
    let templates = try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: [])
    let site = Site(
      pages: PageWriter(templates: templates, appName: "", stylesheets: []),
      files: StaticFiles(folders: [], builtIn: [:]))
    for (size, isKept) in [(256 * 1024, true), (256 * 1024 + 1, false)] {
      let answers = FirstAnswers(lifetime: 10)
      var markup = HTMLBuffer(capacity: size)
      for _ in 0..<size { markup.append(" ") }
      let head = PageHead(
        title: nil, appName: nil, language: Language("en"), hasTopHeading: false, framedWidth: nil)
      let page = Scene.Rendering(
        markup: Markup(markup), css: "", head: head, url: "/a", screen: nil, tab: nil, patches: PatchLog(),
        circumstances: Circumstances(), site: site)
      answers.insert(.page(page, EncodedContent(bytes: [])), to: "/a", for: Circumstances(), at: 100)
      #expect(has(answers, "/a", at: 100) == isKept)
    }
  }
}

/// A shop whose first launch of a session notes a random number.
class RaffleDelegate: ShopDelegate {
  override func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    defer { if store.state.notes.isEmpty { store.dispatch(TakeNote(text: UUID().uuidString)) } }
    return super.application(application, didFinishLaunchingWithOptions: options)
  }
}

/// One that begins a side effect, too.
final class SlowRaffleDelegate: RaffleDelegate {
  override func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    defer { store.dispatch(WaitForGate(gate: "slow raffle", fails: false)) }
    return super.application(application, didFinishLaunchingWithOptions: options)
  }
}

/// A shop with a view controller that is not Tempura's.
final class PlainShopDelegate: ShopDelegate {
  override func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<ShopState, NavigatorOnly>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UIViewController()
    window?.makeKeyAndVisible()
    return true
  }
}

// MARK: - An app whose state can only be written

private struct EncodableNote: State, Encodable {
  var text = "A note."
}

private struct EncodableModel: ViewModelWithState {
  let text: String
  init?(state: EncodableNote) { text = state.text }
}

private final class EncodableView: UIView, ViewControllerModellableView {
  let label = UILabel()
  func setup() { addSubview(label) }
  func style() {}
  func update(oldModel: EncodableModel?) { label.text = model?.text }
}

private final class EncodableController: ViewController<EncodableView>, Routable {
  var routeIdentifier: RouteElementIdentifier { "note" }
}

private final class EncodableDelegate: TestDelegate<EncodableNote, NavigatorOnly> {
  override var root: String { "note" }
  override func makeRoot() -> UIViewController { EncodableController(store: store) }
}

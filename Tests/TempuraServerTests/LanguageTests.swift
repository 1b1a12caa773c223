import Foundation
import Hydra
import Katana
import Tempura
import Testing

@testable import HTTPServer
@testable import TempuraServer
@testable import TempuraLocalization
@testable import TempuraUI

// An app whose user may choose the language. Its label is given its text once.

struct LingoState: State, Codable {
  var language: String?
  var taps = 0
}

struct ChooseLanguage: StateUpdater {
  let language: String?
  func updateState(_ state: inout LingoState) { state.language = language }
}

struct CountTap: StateUpdater {
  func updateState(_ state: inout LingoState) { state.taps += 1 }
}

/// Chooses a language on a thread of its own.
struct ChooseLanguageLater: SideEffect {
  let language: String
  let fails: Bool
  func sideEffect(_ context: SideEffectContext<LingoState, NavigatorOnly>) throws {
    context.dispatch(ChooseLanguage(language: language))
    UIApplication.shared.preferredLanguage = language
    if fails { throw Failure() }
  }
}

struct LingoModel: ViewModelWithState {
  let taps: Int
  init(state: LingoState) { taps = state.taps }
}

final class LingoView: UIView, ViewControllerModellableView {
  let label = UILabel()
  let taps = UILabel()
  let italian = UIButton()
  let browsers = UIButton()
  let tap = UIButton()
  let later = UIButton()
  let fail = UIButton()
  /// Whether the view heard of another direction in a turn of its session; nil if it did not hear of one.
  var heardInTurn: Bool?
  var chooseLater: ((String, Bool) -> Void)?
  var choose: ((String?) -> Void)?
  var didTap: (() -> Void)?

  func setup() {
    italian.on(.touchUpInside) { [unowned self] _ in choose?("it") }
    browsers.on(.touchUpInside) { [unowned self] _ in choose?(nil) }
    tap.on(.touchUpInside) { [unowned self] _ in didTap?() }
    later.on(.touchUpInside) { [unowned self] _ in chooseLater?("ar", false) }
    fail.on(.touchUpInside) { [unowned self] _ in chooseLater?("it", true) }
    for view in [label, taps, italian, browsers, tap, later, fail] { addSubview(view) }
  }

  func style() {
    label.text = localized(.screenClose)
    for button in [italian, browsers, tap, later, fail] { button.setTitle("x", for: .normal) }
  }

  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    guard previous?.layoutDirection != traitCollection.layoutDirection else { return }
    heardInTurn = heardInTurn != false && (Main.scoped as? Scene)?.session.queue.isCurrent == true
  }

  func update(oldModel: LingoModel?) { taps.text = model.map { "\($0.taps)" } }
}

final class LingoController: ViewController<LingoView> {
  override func setupInteraction() {
    rootView.choose = { [unowned self] language in
      dispatch(ChooseLanguage(language: language))
      UIApplication.shared.preferredLanguage = language
    }
    rootView.chooseLater = { [unowned self] in dispatch(ChooseLanguageLater(language: $0, fails: $1)) }
    rootView.didTap = { [unowned self] in dispatch(CountTap()) }
  }
}

final class LingoDelegate: TestDelegate<LingoState, NavigatorOnly> {
  override func makeStore() -> Store<LingoState, NavigatorOnly> {
    let store = super.makeStore()
    UIApplication.shared.preferredLanguage = store.state.language
    return store
  }

  override var root: String { "first" }
  override func makeRoot() -> UIViewController { LingoController(store: store) }
}

extension LingoController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { "first" }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.show("note"): .presentModally { [unowned self] _ in NoteController(store: store) }]
  }
}

final class NoteController: ViewController<LingoView>, Routable {
  var routeIdentifier: RouteElementIdentifier { "note" }
}

/// Which language pages are in, and what becomes of screens when it changes.
@Suite struct LanguageTests {
  private let server: TestServer

  init() throws { server = try TestServer(LingoDelegate.self) { $0.languages = ["en", "it", "ar", "en-XA"] } }

  private func browser(_ language: String?) throws -> Browser {
    let browser = server.browser()
    browser.headers = language.map { ["Accept-Language": $0] } ?? [:]
    try browser.open("/first")
    return browser
  }

  @Test func sessionsInSeveralLanguagesAreServedAtOnce() async throws {
    let words = ["en": "Close", "it": "Chiudi", "ar": "إغلاق"]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<12 {
        let language = ["en", "it", "ar"][index % 3]
        group.addTask {
          let browser = try browser(language)
          for _ in 0..<10 {
            #expect(browser.page.text(".label") == words[language])
            #expect(
              browser.page.body.contains("<html lang=\"\(language)\" dir=\"\(language == "ar" ? "rtl" : "ltr")\">"))
            try browser.open("/first")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Texts that views were given once, too.
  @Test func anotherLanguageOfTheBrowserMakesNewScreensOfTheSameState() throws {
    let browser = try browser("en")
    try browser.tap("lingoView.tap")
    browser.headers = ["Accept-Language": "it"]
    try browser.open("/first")
    #expect(browser.page.text(".label") == "Chiudi")
    #expect(browser.page.text(".taps") == "1")
    browser.headers = ["Accept-Language": "ar"]
    #expect(try browser.tap("lingoView.tap").status == 200)
    #expect(browser.page.text(".label") == "إغلاق" && browser.page.text(".taps") == "2")
  }

  @Test func theChosenLanguageHoldsInAllTabsAndComesBeforeTheBrowsers() throws {
    let browser = try browser("ar")
    let tab = browser.newTab()
    tab.headers = browser.headers
    try tab.open("/first")
    try browser.tap("lingoView.italian")
    #expect(browser.page.text(".label") == "Chiudi" && browser.page.body.contains("<html lang=\"it\" dir=\"ltr\">"))
    try tab.open("/first")
    #expect(tab.page.text(".label") == "Chiudi")
    try browser.tap("lingoView.browsers")
    #expect(browser.page.text(".label") == "إغلاق" && browser.page.body.contains("dir=\"rtl\""))
  }

  /// Texts that views were given once, too.
  @Test func aTapOnALivePageChangesTheLanguageAtOnce() throws {
    let browser = try browser("en")
    let page = LivePage(browser, tab: "tab1", at: "/first")
    try page.ask()
    let patch = try page.tap("lingoView.italian")
    #expect(patch.whole?["language"] as? String == "it")
    #expect((patch.whole?["screen"] as? String)?.contains("Chiudi") == true)
    #expect(try page.tap("lingoView.tap").answer.status == 200, "the new screens are those of the tab")
  }

  @Test func aSideEffectMayChooseTheLanguageOfAllTabs() throws {
    let browser = try browser("en")
    let tab = browser.newTab()
    tab.headers = browser.headers
    for _ in 0..<2 { try tab.open("/first/note") }
    #expect(tab.page.text(".label") == "Close")
    #expect(try browser.post(browser.form(tap: "lingoView.later")).status == 303)
    let session = try #require(server.session(of: browser))
    let views = server.inTurn(of: session) {
      session.scenes.compactMap { ($0.window?.rootViewController as? LingoController)?.rootView.heardInTurn }
    }
    #expect(views == [true, true], "before anybody asks for the screens, and not on the thread of the side effect")
    try tab.open("/first/note")
    #expect(tab.page.text(".label") == "إغلاق" && tab.page.body.contains("<html lang=\"ar\" dir=\"rtl\">"))
    try browser.open("/first")
    #expect(browser.page.text(".label") == "إغلاق" && browser.page.body.contains("<html lang=\"ar\" dir=\"rtl\">"))
  }

  @Test func aFailureIsToldInTheNewLanguage() throws {
    let browser = try browser("en")
    try browser.tap("lingoView.fail")
    #expect(browser.page.text(".label") == "Chiudi")
    #expect(browser.page.body.contains("Qualcosa è andato storto"))
    try browser.open("/first")
    #expect(!browser.page.body.contains("Qualcosa è andato storto"), "it is said once")
  }

  @Test func aChoiceThatTheStateKeepsOutlivesTheSessionsMemory() throws {
    let browser = try browser("ar")
    try browser.tap("lingoView.italian")
    try server.evictAll()
    try browser.open("/first")
    #expect(browser.page.text(".label") == "Chiudi")
  }

  @Test func aPageThatSaysWhatIsWrongIsInTheLanguageToo() throws {
    let browser = try browser("it")
    let page = try browser.open("/nowhere")
    #expect(page.status == 404 && page.body.contains("<html lang=\"it\"") && page.body.contains("Pagina non trovata"))
    #expect(page.body.contains("Vai all’inizio"))
    browser.headers = [:]
    #expect(try browser.open("/nowhere").body.contains("Go to the start"))
  }

  @Test(arguments: [
    ("en", "The request has characters that are not encoded as they should be."),
    ("it", "La richiesta contiene caratteri codificati in modo errato."),
    ("ar-EG;q=0.9, en;q=0.5", "يحتوي الطلب على أحرف مُرمَّزة بشكل غير صحيح."),
  ])
  func aRequestThatTheAppNeverSeesIsRefusedInTheLanguageToo(accepted: String, message: String) throws {
    let browser = server.browser()
    browser.headers = ["Accept-Language": accepted]
    let page = try browser.open("/%")
    #expect(page.status == 400 && page.body.contains("<html lang=\"\(accepted.prefix(2))\""))
    #expect(page.body.contains("<p>\(message)</p>"))
  }

  @Test(arguments: ServerText.builtInLanguages)
  func everyRefusalHasATextInEveryLanguage(language: String) {
    let keys = ServerText.builtIn(language).keys.filter { $0.hasPrefix("request.") }
    #expect(Set(keys) == Set(RequestError.allCases.map(\.text.key)))
  }

  @Test func refusalsAreTheSameInEnglishWithAndWithoutTheApp() {
    for problem in RequestError.allCases {
      #expect(problem.text.string(in: Language("en")) == problem.message, "\(problem)")
    }
  }

  @Test func theAccentedLanguageIsThereIfTheAppHasIt() throws {
    #expect(try browser("en-XA").page.text(".label")?.hasPrefix("[Çļ") == true)
    let other = try TestServer(LingoDelegate.self) { $0.languages = ["en", "it"] }
    let browser = other.browser()
    browser.headers = ["Accept-Language": "en-XA"]
    #expect(try browser.open("/first").text(".label") == "Close")
  }
}

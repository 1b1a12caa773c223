import Foundation
import Hydra
import Katana
import Tempura
import Testing

@testable import HTTPServer
@testable import TempuraServer
@testable import TempuraLocalization
@testable import TempuraUI

/// Chooses a language on a thread of its own.
private struct SpeakLater: SideEffect {
  let language: String
  let fails: Bool
  func sideEffect(_ context: LibraryContext) throws {
    context.dispatch(BecomeRole(role: language))
    UIApplication.shared.preferredLanguage = language
    if fails { throw Failure() }
  }
}

/// The library for users who may choose the language, which is their role.
private final class LingoDelegate: LibraryDelegate {
  override func makeStore() -> Store<LibraryState, NavigatorOnly> {
    let store = super.makeStore()
    UIApplication.shared.preferredLanguage = store.state.role.isEmpty ? nil : store.state.role
    return store
  }
}

/// Which language pages are in, and what becomes of screens when it changes.
@Suite struct LanguageTests {
  private let server: TestServer

  init() throws {
    PageController.define("speak") { page, language in
      page.dispatch(BecomeRole(role: language))
      UIApplication.shared.preferredLanguage = language.isEmpty ? nil : language
    }
    for (verb, fails) in [("speakLater", false), ("speakAndFail", true)] {
      PageController.define(verb) { page, language in page.dispatch(SpeakLater(language: language, fails: fails)) }
    }
    server = try TestServer(LingoDelegate.self) { $0.languages = ["en", "it", "ar", "en-XA"] }
  }

  private func browser(_ language: String?) throws -> Browser {
    let browser = server.browser()
    browser.headers = language.map { ["Accept-Language": $0] } ?? [:]
    try browser.open("/list")
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
            #expect(browser.page.text(".closeLabel") == words[language])
            #expect(
              browser.page.body.contains("<html lang=\"\(language)\" dir=\"\(language == "ar" ? "rtl" : "ltr")\">"))
            try browser.open("/list")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Texts that views were given once, too.
  @Test func anotherLanguageOfTheBrowserMakesNewScreensOfTheSameState() throws {
    let browser = try browser("en")
    try browser.tap("increment")
    browser.headers = ["Accept-Language": "it"]
    try browser.open("/list")
    #expect(browser.page.text(".closeLabel") == "Chiudi")
    #expect(browser.page.text("countLabel") == "1")
    browser.headers = ["Accept-Language": "ar"]
    #expect(try browser.tap("increment").status == 200)
    #expect(browser.page.text(".closeLabel") == "إغلاق" && browser.page.text("countLabel") == "2")
  }

  @Test func theChosenLanguageHoldsInAllTabsAndComesBeforeTheBrowsers() throws {
    let browser = try browser("ar")
    let tab = browser.newTab()
    tab.headers = browser.headers
    try tab.open("/list")
    try browser.tap("list.go", ["list.field": "speak it"])
    #expect(
      browser.page.text(".closeLabel") == "Chiudi" && browser.page.body.contains("<html lang=\"it\" dir=\"ltr\">"))
    try tab.open("/list")
    #expect(tab.page.text(".closeLabel") == "Chiudi")
    try browser.tap("list.go", ["list.field": "speak"])
    #expect(browser.page.text(".closeLabel") == "إغلاق" && browser.page.body.contains("dir=\"rtl\""))
  }

  /// Texts that views were given once, too.
  @Test func aTapOnALivePageChangesTheLanguageAtOnce() throws {
    let browser = try browser("en")
    let page = LivePage(browser, tab: "tab1", at: "/list")
    try page.ask()
    let patch = try page.tap("list.go", ["list.field": "speak it"])
    #expect(patch.values["language"] == "it")
    #expect(patch.markup?.contains("Chiudi") == true)
    #expect(try page.tap("increment").answer.status == 200, "the new screens are those of the tab")
  }

  @Test func aSideEffectMayChooseTheLanguageOfAllTabs() throws {
    let browser = try browser("en")
    let tab = browser.newTab()
    tab.headers = browser.headers
    for _ in 0..<2 { try tab.open("/list/note") }
    #expect(tab.page.text(".closeLabel") == "Close")
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "speakLater ar"])).status == 303)
    let session = try #require(server.session(of: browser))
    let views = server.inTurn(of: session) {
      session.scenes.compactMap { ($0.window?.rootViewController as? PageController)?.rootView.heardInTurn }
    }
    #expect(views == [true, true], "before anybody asks for the screens, and not on the thread of the side effect")
    try tab.open("/list/note")
    #expect(tab.page.text(".closeLabel") == "إغلاق" && tab.page.body.contains("<html lang=\"ar\" dir=\"rtl\">"))
    try browser.open("/list")
    #expect(browser.page.text(".closeLabel") == "إغلاق" && browser.page.body.contains("<html lang=\"ar\" dir=\"rtl\">"))
  }

  @Test func aFailureIsToldInTheNewLanguage() throws {
    let browser = try browser("en")
    try browser.tap("list.go", ["list.field": "speakAndFail it"])
    #expect(browser.page.text(".closeLabel") == "Chiudi")
    #expect(browser.page.body.contains("Qualcosa è andato storto"))
    try browser.open("/list")
    #expect(!browser.page.body.contains("Qualcosa è andato storto"), "it is said once")
  }

  @Test func aChoiceThatTheStateKeepsOutlivesTheSessionsMemory() throws {
    let browser = try browser("ar")
    try browser.tap("list.go", ["list.field": "speak it"])
    try server.evictAll()
    try browser.open("/list")
    #expect(browser.page.text(".closeLabel") == "Chiudi")
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
    #expect(Set(keys) == Set(RequestError.allCases.map(\.key)))
  }

  @Test func refusalsAreTheSameInEnglishWithAndWithoutTheApp() {
    for problem in RequestError.allCases where HTTPLimits().limit(of: problem) == nil {
      #expect(ServerText(problem.key).string(in: Language("en")) == problem.message, "\(problem)")
    }
  }

  @Test func theAccentedLanguageIsThereIfTheAppHasIt() throws {
    #expect(try browser("en-XA").page.text(".closeLabel")?.hasPrefix("[Çļ") == true)
    let other = try TestServer(LingoDelegate.self) { $0.languages = ["en", "it"] }
    let browser = other.browser()
    browser.headers = ["Accept-Language": "en-XA"]
    #expect(try browser.open("/list").text(".closeLabel") == "Close")
  }
}

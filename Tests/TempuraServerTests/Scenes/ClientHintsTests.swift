import Foundation
import Katana
import Tempura
import Testing

@testable import TempuraServer
@testable import TempuraUI

/// What screens make of what a browser tells of itself.
@Suite(.serialized) struct ClientHintsTests {
  private let server: TestServer

  init() throws {
    server = try TestServer() { $0.languages = ["en", "ar", "pt-BR"] }
  }

  private func application(of browser: Browser) throws -> UIApplication {
    let scene = try #require(server.session(of: browser)?.scenes.scene(at: browser.path))
    return scene.application
  }

  @Test func pagesAskForWhatTheyAreLaidOutBy() throws {
    let page = try server.browser().open("/list")
    #expect(page.header("Accept-CH")?.contains("Sec-CH-Viewport-Width") == true)
    let redirect = try server.browser().get("/")
    #expect(redirect.status == 303 && redirect.header("Accept-CH") == page.header("Accept-CH"))
  }

  @Test func aScreenHasTheSizeOfTheBrowsersWindowBeforeItIsMade() throws {
    let browser = server.browser()
    browser.headers = [
      "Sec-CH-Viewport-Width": "1024", "Sec-CH-Viewport-Height": "700", "Sec-CH-DPR": "2", "Sec-CH-UA-Mobile": "?0",
      "Sec-CH-Prefers-Color-Scheme": "\"dark\"",
    ]
    try browser.open("/list")
    let application = try application(of: browser)
    #expect(application.environment.screen.bounds == CGRect(x: 0, y: 0, width: 1024, height: 700))
    #expect(application.keyWindow?.frame == application.environment.screen.bounds)
    #expect(application.environment.traits.userInterfaceStyle == .dark)
    #expect(application.environment.traits.horizontalSizeClass == .regular)
    #expect(application.environment.traits.displayScale == 2)
    #expect(application.environment.traits.userInterfaceIdiom == .pad)
  }

  @Test(arguments: [("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)", true), ("Mozilla/5.0 (Linux; Android 15)", false)])
  func anIPhoneDoesNotEnlargeFieldsWithSmallTexts(name: String, isLimited: Bool) throws {
    let browser = server.browser()
    browser.headers = ["User-Agent": name]
    #expect(try browser.open("/list").body.contains(", maximum-scale=1\"") == isLimited)
  }

  @Test func theNewestRequestCountsAndOneThatSaysNothingChangesNothing() throws {
    let browser = try server.browser(at: "/list")
    #expect(try application(of: browser).environment.screen.bounds.width == 390)
    browser.headers = ["Sec-CH-Viewport-Width": "800"]
    try browser.open("/list")
    #expect(try application(of: browser).environment.screen.bounds.width == 800)
    browser.headers = [:]
    try browser.open("/list")
    #expect(try application(of: browser).environment.screen.bounds.width == 800)
    #expect(try application(of: browser).environment.traits.horizontalSizeClass == .regular)
  }

  @Test func theAppChoosesTheSizeForBrowsersThatDoNotTellTheirs() throws {
    let (server, browser) = try visit { $0.screenSize = CGSize(width: 800, height: 600) }
    let application = try #require(server.session(of: browser)?.scenes.scene(at: browser.path)).application
    #expect(application.keyWindow?.frame == CGRect(x: 0, y: 0, width: 800, height: 600))
    #expect(application.environment.traits.horizontalSizeClass == .regular)
    browser.headers = ["Sec-CH-Viewport-Width": "500"]
    try browser.open("/list")
    #expect(application.environment.screen.bounds.size == CGSize(width: 500, height: 600))
  }

  @Test func windowsOfOneSessionHaveTheirOwnSizes() throws {
    let browser = server.browser()
    browser.headers = ["Sec-CH-Viewport-Width": "400"]
    try browser.open("/list")
    let other = browser.newTab()
    other.headers = ["Sec-CH-Viewport-Width": "900"]
    try other.open("/list/detail")
    #expect(try application(of: browser).environment.screen.bounds.width == 400)
    #expect(try application(of: other).environment.screen.bounds.width == 900)
  }

  @Test func nonsenseIsNoSize() throws {
    for (name, value) in [
      ("Sec-CH-Viewport-Width", "-5"), ("Sec-CH-Viewport-Width", "99999999999999999999"),
      ("Sec-CH-Viewport-Width", "wide"), ("Sec-CH-DPR", "nan"), ("Sec-CH-DPR", "1e99"),
      ("Sec-CH-Prefers-Color-Scheme", "dark\""), ("Accept-Language", ";;;q=,,*;q=x"),
    ] {
      let browser = server.browser()
      browser.headers = [name: value]
      #expect(try browser.open("/list").status == 200)
      let application = try application(of: browser)
      #expect(application.environment.traits == UITraitCollection.standard, "\(name): \(value)")
      #expect(application.environment.screen.bounds.width == 390)
    }
  }

  @Test func thePageIsInTheLanguageThatItsReaderLikesBest() throws {
    let browser = server.browser()
    #expect(try browser.open("/list").body.contains(#"<html lang="en" dir="ltr">"#))
    browser.headers = ["Accept-Language": "he;q=0.3, ar-EG;q=0.9, en;q=0.5"]
    #expect(try browser.open("/list").body.contains(#"<html lang="ar" dir="rtl">"#))
    #expect(try application(of: browser).userInterfaceLayoutDirection == .rightToLeft)
    browser.headers = ["Accept-Language": "pt, en;q=0.5"]
    #expect(try browser.open("/list").body.contains(#"<html lang="pt-BR" dir="ltr">"#))
  }

  @Test func anAppOfOneLanguageIsLaidOutInItsDirectionWhateverTheBrowserTells() throws {
    let server = try TestServer() { $0.languages = ["ar"] }
    let browser = server.browser()
    #expect(try browser.open("/list").body.contains(#"<html lang="ar" dir="rtl">"#))
    let scene = try #require(server.session(of: browser)?.scenes.scene(at: browser.path))
    #expect(scene.application.userInterfaceLayoutDirection == .rightToLeft)
  }

  @Test(arguments: [
    ("", 0), ("fr", 0), ("*", 0), ("ar", 1), ("AR-eg", 1), ("pt", 2), ("pt-BR", 2), ("en;q=0, ar;q=0.1", 1),
    ("en;q=0.5, pt-BR;q=0.7, ar;q=0.6", 2), ("ar, pt-BR", 1), ("pt-PT", 0), (" ar ; q=1 ", 1), ("ar;q=0", 0),
  ])
  func languagesAreChosenByTheirQuality(accepted: String, index: Int) {
    #expect(AcceptedLanguage(among: ["en", "ar", "pt-BR"], field: accepted).index == index)
  }

  @Test(arguments: [
    ("en-GB,en;q=0.9", "GB"), ("en,en-GB;q=0.9", ""), ("fr-CA, EN-us;q=0.9", "US"), ("es-419, en;q=0.5", ""),
    ("es-419, ar-001", "001"), ("zh-Hant-TW", ""), ("ar-Arab-EG", "EG"), ("ar-x-eg", ""), ("pt-BR", "BR"), ("*", ""),
    ("en-GB;q=0", ""), ("", ""),
  ])
  func theRegionIsThatOfTheLanguage(accepted: String, region: String) {
    #expect(AcceptedLanguage(among: ["en", "ar", "pt-BR"], field: accepted).region == region)
  }

  @Test func datesAreWrittenAsInTheRegionOfTheBrowser() throws {
    let browser = server.browser()
    func locale(_ accepted: String) throws -> String {
      browser.headers = ["Accept-Language": accepted]
      try browser.open("/list")
      return try application(of: browser).locale.identifier(.bcp47)
    }
    #expect(try locale("en-GB, en;q=0.9") == "en-GB")
    #expect(try locale("en") == "en")
    #expect(try locale("ar-EG") == "ar-EG")
    #expect(try locale("fr-FR") == "en", "the app has no French")
  }

  @Test func anAppOfOneLanguageTakesTheRegionOfTheBrowserToo() throws {
    let server = try TestServer() { $0.languages = ["en"] }
    let browser = server.browser()
    browser.headers = ["Accept-Language": "en-AU"]
    try browser.open("/list")
    let scene = try #require(server.session(of: browser)?.scenes.scene(at: browser.path))
    #expect(scene.application.locale.region == .australia)
  }

  @Test func aScriptSaysMoreOfTheDirectionThanALanguage() {
    for language in ["ar", "he-IL", "fa", "UR-PK", "ku-Arab", "az-arab-IR"] {
      #expect(Language(language).isRightToLeft, "\(language)")
    }
    for language in ["en", "pt-BR", "ar-Latn", "az", ""] {
      #expect(!Language(language).isRightToLeft, "\(language)")
    }
  }
}

/// Screens that compute sizes once, as their view is loaded.
@Suite struct GuessedWidthTests {
  private let server: TestServer
  private let browser: Browser

  init() throws {
    (server, browser) = try visit()
    #expect(browser.page.text("columnsLabel") == "3 columns")
  }

  private func page(width: Int) throws -> LivePage {
    let page = LivePage(browser, tab: "tab1", at: "/list")
    try ask(page, width: width)
    return page
  }

  private func ask(_ page: LivePage, width: Int) throws {
    page.browser.headers["Tempura-Screen"] = "\(width) 800 16"
    try page.ask()
    let scenes = try #require(server.session(of: browser)).scenes
    #expect(scenes.map(\.application.environment.screen.bounds.width) == [CGFloat(width)])
  }

  /// The text of the screen as the server has it.
  private var columns: String? {
    let scene = server.session(of: browser)?.scenes.first
    return (scene?.window?.rootViewController as? PageController)?.rootView.columnsLabel.text
  }

  @Test func aFirstPageOfAnotherWidthIsMadeAgain() throws {
    let page = try page(width: 1040)
    #expect(page.patch.markup?.contains("8 columns") == true)
    #expect(try page.tap("increment").status == 200)
    #expect(columns == "8 columns")
  }

  @Test func aFirstPageIsMadeAgainForAHintToo() throws {
    browser.headers = ["Sec-CH-Viewport-Width": "1040"]
    #expect(try browser.open("/list").text("columnsLabel") == "8 columns")
  }

  @Test func aFirstPageOfTheGuessedWidthIsKept() throws {
    let page = try page(width: 390)
    #expect(columns == "3 columns")
    try ask(page, width: 1040)
    #expect(columns == "3 columns", "it was resized")
  }

  @Test func aWindowThatIsResizedIsOnlyLaidOutAgain() throws {
    let page = try page(width: 1040)
    try ask(page, width: 520)
    #expect(columns == "8 columns")
  }

  @Test func screensThatWereUsedAreKept() throws {
    #expect(try browser.tap("increment").status == 200)
    _ = try page(width: 1040)
    #expect(columns == "3 columns")
  }

  @Test func screensOnWhichSomethingWasTypedAreKept() throws {
    #expect(try browser.post([("list.field", "tea"), ("page", browser.page.nonce ?? "")]).status == 303)
    _ = try page(width: 1040)
    #expect(columns == "3 columns")
  }

  @Test func screensThatTheAppItselfShowsAreKept() throws {
    let session = try #require(server.session(of: browser))
    server.inTurn(of: session) {
      let controller = session.scenes.first?.window?.rootViewController as? PageController
      controller?.dispatch(Show("note"))
    }
    #expect(try page(width: 1040).url == "/list/note")
    #expect(columns == "3 columns")
  }

  @Test func screensAreMadeAgainWhenTheyAreNotBusyAnyMore() throws {
    let session = try #require(server.session(of: browser))
    let scene = try #require(session.scenes.first)
    server.inTurn(of: session) { scene.effectDidStart() }
    let page = try page(width: 1040)
    #expect(columns == "3 columns")
    server.inTurn(of: session) { scene.effectDidEnd() }
    try ask(page, width: 1040)
    #expect(columns == "8 columns")
  }

  @Test func aFormThatTellsTheWidthIsApplied() throws {
    let page = LivePage(browser, tab: "tab1", at: "/list")
    page.browser.headers["Tempura-Screen"] = "1040 800 16"
    #expect(try page.tap("increment").status == 200)
    try ask(page, width: 1040)
    #expect(columns == "3 columns")
  }
}

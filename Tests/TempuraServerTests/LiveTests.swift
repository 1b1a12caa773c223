import Foundation
import Synchronization
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// The answers to a script: patches instead of pages.
@Suite struct LiveTests {
  private let server: TestServer
  private let browser: Browser
  private let page: LivePage

  init() throws {
    (server, browser) = try visit()
    page = try server.page("a", of: browser)
  }

  // MARK: - Patches

  @Test func anUnknownVersionGetsTheWholePage() throws {
    #expect(page.patch.status == 200)
    #expect(page.patch.answer.header("Content-Type") == "text/vnd.tempura.patch; charset=utf-8")
    #expect(page.patch.answer.header("Cache-Control") == "no-store")
    #expect(page.patch.url == nil, "it is the request's")
    #expect(page.patch.isWhole && page.patch.markup.map { browser.page.body.contains($0) } == true)
    let values = page.patch.values
    #expect(values["title"] == "Test" && values["language"] == "en" && values["direction"] == "ltr")
    #expect(values["viewport"]?.hasPrefix("width=device-width") == true)
    #expect(values["heading"] == "Test")
  }

  @Test(arguments: ["", "x", ".", "1.", "0.18446744073709551616", "-1.2", "zzzzzzzzzzzzzzzzzzz.1", "0.99999999"])
  func aVersionThatNoPageHadGetsTheWholePage(version: String) throws {
    page.browser.headers["Tempura-Version"] = version
    #expect(LivePatch(try page.browser.get("/list")).isWhole)
    let future = page.version.split(separator: ".")[0] + ".999"
    page.browser.headers["Tempura-Version"] = String(future)
    #expect(LivePatch(try page.browser.get("/list")).isWhole)
  }

  @Test func nothingNewIsNoContent() throws {
    #expect(try page.ask().status == 204)
    #expect(page.patch.answer.body.isEmpty)
    try page.tap("increment")
    #expect(try page.ask().status == 204)
  }

  @Test func aTapIsAnsweredByItsPatch() throws {
    let patch = try page.tap("increment")
    #expect(patch.status == 200)
    #expect(patch.url == nil && !patch.isWhole)
    let markup = try #require(patch.markup)
    #expect(markup.contains(#"id="list.countLabel""#) && !markup.contains("notesLabel"))
    #expect(try browser.open("/list").text("countLabel") == "1")
  }

  /// A tap does not wait long for side effects, but there is no answer before the app is at its screens.
  @Test func aLivePageWaitsUntilTheAppIsAtItsScreens() throws {
    let (server, browser) = try visit { $0.liveTimeout = 0 }
    Gates.of("gated").signal()
    #expect(try browser.tap("list.go", ["list.field": "gated"]).text("gated.label") != nil)
    try server.evictAll()
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list/gated")
    let answers = try inParallel([{ try page.ask().status }]) {
      let session = { server.session(of: browser) }
      try waitUntil { session().map { session in server.inTurn(of: session) { !session.waiters.isEmpty } } == true }
      Gates.of("gated").signal()
    }
    #expect(answers == [200])
    #expect(page.patch.url == nil)
    #expect(page.patch.markup?.contains("gated.label") == true)
  }

  @Test func aTapThatLeadsElsewhereSaysWhere() throws {
    #expect(try page.tap("detail", ["list.field": "blue"]).url == "/list/detail?detail=blue")
    #expect(page.patch.values["title"] == "blue – Test")
    #expect(try page.tap("detail.hide").url == "/list")
    #expect(!page.patch.isWhole)
  }

  @Test func theWayBackHidesTheScreenInItsScene() throws {
    try page.tap("detail", ["list.field": "blue"])
    let scenes = try #require(server.session(of: browser)?.scenes)
    let scene = try #require(scenes.first)
    page.browser.headers["Tempura-Version"] = page.version
    let patch = LivePatch(try page.browser.get("/list"))
    #expect(!patch.isWhole && patch.values["depth"] == "1")
    #expect(scenes.count == 1 && scenes.first === scene && scene.url == "/list")
  }

  /// As when the answer to a tap is lost, and the page asks for changes.
  @Test func aPageThatHasNotSeenAScreenDoesNotHideIt() throws {
    let (url, old) = (page.url, page.version)
    try page.tap("detail", ["list.field": "blue"])
    let scene = try #require(server.session(of: browser)?.scenes.first)
    page.browser.headers["Tempura-Version"] = old
    _ = try page.browser.get(url)
    #expect(scene.url == "/list/detail?detail=blue")
  }

  /// As when a user types the URL, or loads it again.
  @Test func aPageOfOtherScreensGetsItsOwn() throws {
    try page.tap("detail", ["list.field": "blue"])
    let scenes = try #require(server.session(of: browser)?.scenes)
    let scene = try #require(scenes.first)
    page.browser.headers["Tempura-Version"] = "0000000000000.1"
    #expect(LivePatch(try page.browser.get("/list")).isWhole)
    #expect(scene.url == "/list/detail?detail=blue" && scenes.first !== scene)
  }

  @Test func whatAPageShowedIsNotLostForALiveOne() throws {
    try browser.tap("increment")  // rendered for a page without a script
    #expect(try page.ask().markup?.contains("countLabel") == true)
  }

  @Test func anOldVersionGetsAPatchOrTheWholePage() throws {
    let first = page.version
    for _ in 0..<3 { try page.tap("increment") }
    page.browser.headers["Tempura-Version"] = first
    #expect(LivePatch(try page.browser.get("/list")).markup?.matches(of: /list.countLabel/).count == 3)
    // The steps may have 16 KB.
    for _ in 0..<10 { try page.tap("write", ["list.field": String(repeating: "x", count: 2_000)]) }
    page.browser.headers["Tempura-Version"] = first
    #expect(LivePatch(try page.browser.get("/list")).isWhole)
  }

  // MARK: - Refusals

  @Test func aStaleTapIsRefusedWithAPatch() throws {
    let patch = try page.tap("gone")
    #expect(patch.status == 409)
    #expect(patch.notices?.contains("class=\"notice\"") == true)
    #expect(patch.markup == nil && patch.version == nil)
    #expect(try page.tap("increment").notices == nil)
  }

  @Test func anUnknownRouteIsLoaded() throws {
    let patch = LivePatch(try page.browser.get("/nowhere"))
    #expect(patch.isReload && patch.url == "/nowhere")
  }

  @Test func theAppsGuardIsAsked() throws {
    let (server, browser) = try visit(GuardedLibraryDelegate.self)
    let page = try server.page("a", of: browser)
    try page.tap("sendAway")
    #expect(LivePatch(try page.browser.get("/list/detail?detail=x")).url == "/list")
  }

  @Test func aRefusedRouteIsLoaded() throws {
    let (server, browser) = try visit(GuardedLibraryDelegate.self)
    let page = try server.page("a", of: browser)
    try page.tap("lock")
    #expect(LivePatch(try page.browser.get("/list/detail?detail=x")).isReload)
  }

  @Test func aPageOfAnotherReleaseIsLoadedAnew() throws {
    page.browser.headers["Tempura-Release"] = "older"
    #expect(try page.ask().isReload)
    #expect(try page.tap("increment").isReload)
    #expect(page.patch.url == "/list")
    #expect(try browser.open("/list").text("countLabel") == "1", "the tap was applied")
  }

  @Test func thePageOfAnotherReleaseSaysWhatTheTapHadToSay() throws {
    page.browser.headers["Tempura-Release"] = "older"
    #expect(try page.tap("gone").isReload)
    #expect(try browser.open("/list").body.contains("out of date"))
    #expect(try page.tap("fail").isReload)
    #expect(try browser.open("/list").body.contains("class=\"notice\""))
  }

  @Test func anotherSiteIsRefused() throws {
    page.browser.headers["Sec-Fetch-Site"] = "cross-site"
    #expect(try page.tap("increment").status == 403)
    #expect(try browser.open("/list").text("countLabel") == "0")
  }

  // MARK: - Tabs

  @Test func twoTabsAtOneURLHaveScenesOfTheirOwn() throws {
    let (first, second) = (page, try server.page("b", of: browser))
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.count == 2)
    try first.tap("detail", ["list.field": "x"])
    #expect(try second.ask().status == 204, "only the first tab moved")
    try first.tap("detail.hide")
    #expect(first.url == "/list")
    #expect(session.scenes.count == 2)
    try first.tap("increment")
    #expect(try second.ask().markup?.contains("countLabel") == true)
    #expect(!second.patch.isWhole)
  }

  @Test func aTabsSceneIsTheOneOfItsPage() throws {
    let (server, browser) = try visit()
    let session = try #require(server.session(of: browser))
    let scene = try #require(session.scenes.first.map(ObjectIdentifier.init))
    _ = try server.page("a", of: browser)
    #expect(session.scenes.map(ObjectIdentifier.init) == [scene])
  }

  @Test func theSceneOfAClosedTabEnds() throws {
    let (first, second) = (page, try server.page("b", of: browser))
    let session = try #require(server.session(of: browser))
    #expect(try browser.post([("tab", "a")], to: "/live").status == 204)
    let isClosed = session.scenes.hasClosedTabs
    #expect(isClosed)
    session.inTurn { session.scenes.endClosed(by: session.runtime.now - 60) }
    #expect(session.scenes.count == 2, "it may be a reload")
    session.inTurn { session.scenes.endClosed(by: session.runtime.now) }
    #expect(session.scenes.map(\.tab) == ["b"])
    let isStillClosed = session.scenes.hasClosedTabs
    #expect(!isStillClosed)
    #expect(try second.ask().status == 204)
    #expect(try first.ask().isWhole, "it was not closed after all")
  }

  @Test(arguments: [true, false]) func aTabThatIsLoadedAnewKeepsItsScene(isChanged: Bool) throws {
    let session = try #require(server.session(of: browser))
    _ = try browser.post([("tab", "a")], to: "/live")
    if isChanged { try page.tap("increment") } else { #expect(try page.ask().status == 204) }
    session.inTurn { session.scenes.endClosed(by: session.runtime.now) }
    #expect(session.scenes.map(\.tab) == ["a"])
  }

  @Test(arguments: ["", "a b", "é", String(repeating: "a", count: 33), "a\"b"])
  func aMalformedNameOfATabIsNone(name: String) throws {
    let (server, browser) = try visit()
    _ = try server.page(name, of: browser)
    #expect(try #require(server.session(of: browser)).scenes.map(\.tab) == [nil])
  }

  // MARK: - The browser's window

  @Test func theScriptTellsTheSizeOfTheWindow() throws {
    let session = try #require(server.session(of: browser))
    page.browser.headers["Tempura-Screen"] = "800 600 20"
    try page.ask()
    #expect(session.scenes.first?.application.environment.screen.bounds.size == CGSize(width: 640, height: 480))
    for wrong in [
      "", "1 2", "a b c", "-1 5 16", "800 600 0", "800 600 nan", "99999999999 600 16", "800 600 16 1", "9 9 16 1 2 3 x",
      "400 800 16 1 2 3 -4",
    ] {
      page.browser.headers["Tempura-Screen"] = wrong
      try page.ask()
    }
    #expect(session.scenes.first?.application.environment.screen.bounds.size == CGSize(width: 640, height: 480))
    #expect(session.scenes.first?.application.environment.screen.safeAreaInsets == .zero)
    page.browser.headers["Tempura-Screen"] = "400 800 16 44 0 34 5"
    try page.ask()
    let covered = UIEdgeInsets(top: 44, left: 5, bottom: 34, right: 0)
    #expect(session.scenes.first?.application.environment.screen.safeAreaInsets == covered)
  }

  @Test func noTextSizeMakesAScreenNarrowerThanAWindow() throws {
    let session = try #require(server.session(of: browser))
    for (screen, width) in [("240 600 100", 240), ("480 600 64", 240), ("1280 600 64", 320), ("240 600 4", 480)] {
      page.browser.headers["Tempura-Screen"] = screen
      try page.ask()
      #expect(session.scenes.first?.application.environment.screen.bounds.width == CGFloat(width))
    }
  }

  @Test func aPageOfFramesHasTheWidthOfTheWindowWhateverTheSizeOfItsText() throws {
    let window = try #require(server.session(of: browser)?.scenes.first?.window)
    window.topViewController?.view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
    page.browser.headers["Tempura-Screen"] = "500 844 20"
    try page.ask()
    #expect(page.patch.values["viewport"]?.contains("width=500") == true)
    page.browser.headers["Tempura-Screen"] = "400 844 16"
    try page.ask()
    #expect(page.patch.values["viewport"]?.contains("width=400") == true)
  }
}

import Foundation
import Synchronization
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// The answers to a script: patches instead of pages.
@Suite struct LiveTests {
  private func shop(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws -> (TestServer, Browser) {
    let server = try TestServer(ShopDelegate.self, configure: configure)
    let browser = try server.browser(at: "/home")
    return (server, browser)
  }

  private func page(_ server: TestServer, _ browser: Browser, tab: String = "a", stream: String? = nil) throws
    -> LivePage
  {
    let page = LivePage(server.browser(of: browser), tab: tab, at: "/home", stream: stream)
    try page.ask()
    return page
  }

  // MARK: - Patches

  @Test func anUnknownVersionGetsTheWholePage() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    #expect(page.patch.status == 200)
    #expect(page.patch.answer.header("Content-Type") == "text/vnd.tempura.patch; charset=utf-8")
    #expect(page.patch.answer.header("Cache-Control") == "no-store")
    #expect(page.patch.url == nil, "it is the request's")
    #expect(page.patch.screen.map { browser.page.body.contains($0) } == true)
    #expect(page.patch.whole?["title"] as? String == "Test")
    #expect(page.patch.whole?["language"] as? String == "en")
    #expect(page.patch.whole?["direction"] as? String == "ltr")
    #expect((page.patch.whole?["viewport"] as? String)?.hasPrefix("width=device-width") == true)
    #expect(page.patch.whole?["heading"] as? String == "Test")
    #expect(page.patch.whole?["style"] as? String == "")
  }

  @Test(arguments: ["", "x", ".", "1.", "0.18446744073709551616", "-1.2", "zzzzzzzzzzzzzzzzzzz.1", "0.99999999"])
  func aVersionThatNoPageHadGetsTheWholePage(version: String) throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    page.browser.headers["Tempura-Version"] = version
    #expect(LivePatch(try page.browser.get("/home")).whole != nil)
    let future = page.version.split(separator: ".")[0] + ".999"
    page.browser.headers["Tempura-Version"] = String(future)
    #expect(LivePatch(try page.browser.get("/home")).whole != nil)
  }

  @Test func nothingNewIsNoContent() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    #expect(try page.ask().status == 204)
    #expect(page.patch.answer.body.isEmpty)
    try page.tap("increment")
    #expect(try page.ask().status == 204)
  }

  @Test func aTapIsAnsweredByItsPatch() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let patch = try page.tap("increment")
    #expect(patch.status == 200)
    #expect(patch.url == nil && patch.version == nil)
    #expect(patch.whole == nil)
    #expect(patch.steps.count == 1)
    #expect(patch.operations == #"[[["t","homeView.countLabel","1"]]]"#)
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test func aTapThatComesTwiceIsAppliedOnce() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    for _ in 0..<3 { #expect(try page.tap("increment", nonce: "abcdefghijklmn").status == 200) }
    #expect(try browser.open("/home").text("countLabel") == "1")
    try server.evictAll()
    #expect(try page.tap("increment", nonce: "abcdefghijklmn").whole != nil, "the scene was made again")
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  /// A tap does not wait long for side effects, but there is no answer before the app is at its screens.
  @Test func aLivePageWaitsUntilTheAppIsAtItsScreens() throws {
    let server = try TestServer(LibraryDelegate.self) { $0.liveTimeout = 0 }
    let browser = try server.browser(at: "/list")
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
    #expect(page.patch.screen?.contains("gated.label") == true)
  }

  @Test func aTapThatLeadsElsewhereSaysWhere() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    #expect(try page.tap("detail", ["homeView.field": "blue"]).url == "/home/detail?detail=blue")
    #expect(page.patch.operations.contains(#""title","blue – Test""#))
    #expect(try page.tap("detailView.closeButton").url == "/home")
    #expect(page.patch.whole == nil)
  }

  @Test func whatAPageShowedIsNotLostForALiveOne() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    try browser.tap("increment")  // rendered for a page without a script
    #expect(try page.ask().operations.contains("countLabel"))
  }

  @Test func anOldVersionGetsTheStepsOrTheWholePage() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let first = page.version
    for _ in 0..<3 { try page.tap("increment") }
    page.browser.headers["Tempura-Version"] = first
    #expect(LivePatch(try page.browser.get("/home")).steps.count == 3)
    for _ in 0..<1000 { try page.tap("increment") }
    page.browser.headers["Tempura-Version"] = first
    #expect(LivePatch(try page.browser.get("/home")).whole != nil)
  }

  // MARK: - Refusals

  @Test func aStaleTapIsRefusedWithAPatch() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let patch = try page.tap("gone")
    #expect(patch.status == 409)
    #expect(patch.notices?.contains("class=\"notice\"") == true)
    #expect(patch.steps.isEmpty && patch.whole == nil)
    #expect(try page.tap("increment").notices == nil)
  }

  @Test func anUnknownRouteIsAPage() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let answer = try page.browser.get("/nowhere")
    #expect(answer.status == 404)
    #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
  }

  @Test func theAppsGuardIsAsked() throws {
    let server = try TestServer(GuardedDelegate.self)
    let browser = try server.browser(at: "/home")
    let page = try page(server, browser)
    try page.tap("sendAway")
    #expect(LivePatch(try page.browser.get("/home/detail?detail=x")).url == "/home")
  }

  @Test func aRefusedRouteIsAPage() throws {
    let server = try TestServer(GuardedDelegate.self)
    let browser = try server.browser(at: "/home")
    let page = try page(server, browser)
    try page.tap("lock")
    let answer = try page.browser.get("/home/detail?detail=x")
    #expect(answer.status == 403)
    #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
  }

  @Test func aPageOfAnotherReleaseIsLoadedAnew() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    page.browser.headers["Tempura-Release"] = "older"
    #expect(try page.ask().isReload)
    #expect(try page.tap("increment").isReload)
    #expect(page.patch.url == "/home")
    #expect(try browser.open("/home").text("countLabel") == "1", "the tap was applied")
  }

  @Test func thePageOfAnotherReleaseSaysWhatTheTapHadToSay() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    page.browser.headers["Tempura-Release"] = "older"
    #expect(try page.tap("gone").isReload)
    #expect(try browser.open("/home").body.contains("out of date"))
    #expect(try page.tap("fail").isReload)
    #expect(try browser.open("/home").body.contains("class=\"notice\""))
  }

  @Test func anotherSiteIsRefused() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    page.browser.headers["Sec-Fetch-Site"] = "cross-site"
    #expect(try page.tap("increment").status == 403)
    #expect(try browser.open("/home").text("countLabel") == "0")
  }

  @Test func aBrowserWithoutItsSessionGetsANewOne() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    try page.tap("increment")
    let other = LivePage(server.browser(), tab: "a", at: "/home")
    #expect(try other.ask().isReload)
    #expect(other.browser.cookie != nil)
    #expect(try other.ask().screen?.contains(">0<") == true)
  }

  // MARK: - Tabs

  @Test func twoTabsAtOneURLHaveScenesOfTheirOwn() throws {
    let (server, browser) = try shop()
    let (first, second) = (try page(server, browser, tab: "a"), try page(server, browser, tab: "b"))
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.count == 2)
    try first.tap("detail", ["homeView.field": "x"])
    #expect(try second.ask().status == 204, "only the first tab moved")
    try first.tap("detailView.closeButton")
    #expect(first.url == "/home")
    #expect(session.scenes.count == 2)
    try first.tap("increment")
    #expect(try second.ask().operations.contains("countLabel"))
    #expect(second.patch.whole == nil)
  }

  @Test func aTabsSceneIsTheOneOfItsPage() throws {
    let (server, browser) = try shop()
    let session = try #require(server.session(of: browser))
    let scene = try #require(session.scenes.first.map(ObjectIdentifier.init))
    _ = try page(server, browser)
    #expect(session.scenes.map(ObjectIdentifier.init) == [scene])
  }

  @Test func theSceneOfAClosedTabEnds() throws {
    let (server, browser) = try shop()
    let (first, second) = (try page(server, browser, tab: "a"), try page(server, browser, tab: "b"))
    let session = try #require(server.session(of: browser))
    #expect(try browser.post([("tab", "a")], to: "/live").status == 204)
    let isClosed = session.scenes.hasClosedTabs.load(ordering: .relaxed)
    #expect(isClosed)
    session.inTurn { session.scenes.endClosed(by: session.runtime.now - 60) }
    #expect(session.scenes.count == 2, "it may be a reload")
    session.inTurn { session.scenes.endClosed(by: session.runtime.now) }
    #expect(session.scenes.map(\.tab) == ["b"])
    let isStillClosed = session.scenes.hasClosedTabs.load(ordering: .relaxed)
    #expect(!isStillClosed)
    #expect(try second.ask().status == 204)
    #expect(try first.ask().whole != nil, "it was not closed after all")
  }

  @Test func aTabThatIsLoadedAnewKeepsItsScene() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let session = try #require(server.session(of: browser))
    _ = try browser.post([("tab", "a")], to: "/live")
    try page.tap("increment")
    session.inTurn { session.scenes.endClosed(by: session.runtime.now) }
    #expect(session.scenes.map(\.tab) == ["a"])
  }

  @Test func aTabThatIsLoadedAnewKeepsItsSceneIfNothingChanged() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let session = try #require(server.session(of: browser))
    _ = try browser.post([("tab", "a")], to: "/live")
    #expect(try page.ask().status == 204)
    session.inTurn { session.scenes.endClosed(by: session.runtime.now) }
    #expect(session.scenes.map(\.tab) == ["a"])
  }

  @Test(arguments: ["", "a b", "é", String(repeating: "a", count: 33), "a\"b"])
  func aMalformedNameOfATabIsNone(name: String) throws {
    let (server, browser) = try shop()
    let page = LivePage(server.browser(of: browser), tab: name, at: "/home")
    try page.ask()
    #expect(try #require(server.session(of: browser)).scenes.map(\.tab) == [nil])
  }

  // MARK: - The browser's window

  @Test func theScriptTellsTheSizeOfTheWindow() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let session = try #require(server.session(of: browser))
    page.browser.headers["Tempura-Screen"] = "800 600 20"
    try page.ask()
    #expect(session.scenes.first?.application.screen.bounds.size == CGSize(width: 640, height: 480))
    for wrong in [
      "", "1 2", "a b c", "-1 5 16", "800 600 0", "800 600 nan", "99999999999 600 16", "800 600 16 1", "9 9 16 1 2 3 x",
      "400 800 16 1 2 3 -4",
    ] {
      page.browser.headers["Tempura-Screen"] = wrong
      try page.ask()
    }
    #expect(session.scenes.first?.application.screen.bounds.size == CGSize(width: 640, height: 480))
    #expect(session.scenes.first?.application.screen.safeAreaInsets == .zero)
    page.browser.headers["Tempura-Screen"] = "400 800 16 44 0 34 5"
    try page.ask()
    let covered = UIEdgeInsets(top: 44, left: 5, bottom: 34, right: 0)
    #expect(session.scenes.first?.application.screen.safeAreaInsets == covered)
  }

  @Test func noTextSizeMakesAScreenNarrowerThanAWindow() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let session = try #require(server.session(of: browser))
    for (screen, width) in [("240 600 100", 240), ("480 600 64", 240), ("1280 600 64", 320), ("240 600 4", 480)] {
      page.browser.headers["Tempura-Screen"] = screen
      try page.ask()
      #expect(session.scenes.first?.application.screen.bounds.width == CGFloat(width))
    }
  }

  @Test func aPageOfFramesHasTheWidthOfTheWindowWhateverTheSizeOfItsText() throws {
    let (server, browser) = try shop()
    let page = try page(server, browser)
    let window = try #require(server.session(of: browser)?.scenes.first?.window)
    window.topViewController?.view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
    page.browser.headers["Tempura-Screen"] = "500 844 20"
    try page.ask()
    #expect(page.patch.operations.contains("width=500"))
    page.browser.headers["Tempura-Screen"] = "400 844 16"
    try page.ask()
    #expect(page.patch.operations.contains("width=400"))
  }
}

import Foundation
import Sessions
import Synchronization
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// What is in use stays: scenes, and states that are not stored yet.
@Suite struct SceneKeepingTests {
  @Test func theAddressWithoutAPathDoesNotReplaceAScene() throws {
    let (server, browser) = try visit(at: "/")
    let session = try #require(server.session(of: browser))
    let scene = session.scenes.first.map(ObjectIdentifier.init)
    #expect(try browser.newTab().open("/").text("countLabel") == "0")
    #expect(session.scenes.map(ObjectIdentifier.init) == [scene].compactMap(\.self))
  }

  @Test func anUnknownAddressCostsNoScene() throws {
    let (server, browser) = try visit { $0.scenesPerSession = 1 }
    let session = try #require(server.session(of: browser))
    let scene = session.scenes.first.map(ObjectIdentifier.init)
    for path in ["/nowhere", "/list/nowhere", "/apple-touch-icon.png"] {
      #expect(try browser.get(path).status == 404)
    }
    #expect(session.scenes.map(ObjectIdentifier.init) == [scene].compactMap(\.self))
  }

  @Test func pagesOfSeveralTabsAreKeptUntilTheyChange() throws {
    let (server, browser) = try visit()
    try browser.open("/list/detail?detail=x")
    try browser.open("/list")
    let session = try #require(server.session(of: browser))
    func screens() throws -> [RenderedScreen?] {
      try ["/list", "/list/detail?detail=x"].map { url in
        try browser.open(url)
        return session.scenes.first { $0.url == url }?.page.screen
      }
    }
    let first = try screens()
    #expect(try zip(screens(), first).allSatisfy { $0 === $1 })
    try browser.open("/list")
    try browser.tap("increment")
    #expect(try zip(screens(), first).allSatisfy { $0 !== $1 }, "both show the number")
  }

  /// A screen whose controller is not Tempura's, so that it may keep anything.
  private final class PlainDelegate: WindowDelegate {
    private final class Counter: UIViewController {
      private var count = 0

      override func viewDidLoad() {
        let button = UIButton()
        button.accessibilityIdentifier = "increment"
        button.on(.touchUpInside) { [unowned self] _ in
          count += 1
          title = "\(count)"
        }
        view.addSubview(button)
        title = "0"
      }
    }

    override func makeRoot() -> UIViewController? { Counter() }
  }

  @Test func aSessionThatCannotBeMadeAgainKeepsItsScreensAndNotWhatTheyLookLike() throws {
    let server = try TestServer(PlainDelegate.self)
    let (browser, other) = (server.browser(), server.browser())
    for browser in [browser, other] { try browser.open("/") }
    try browser.tap("increment")
    let session = try #require(server.session(of: browser))
    let scene = try #require(session.scenes.first)
    weak let screen = scene.page.screen
    #expect(screen != nil)
    session.lifetime.lastUse.store(server.runtime.now - 100, ordering: .relaxed)
    server.runtime.kernel.shrinkSessions(unusedSince: server.runtime.now - 50)
    try waitUntil { screen == nil }
    #expect(server.session(of: other)?.scenes.first?.page.screen != nil, "it was used just now")
    #expect(try browser.open("/").body.contains("<title>1 – Test</title>"))
    #expect(session.scenes.map(ObjectIdentifier.init) == [ObjectIdentifier(scene)])
    server.runtime.kernel.shrinkSessions(unusedSince: server.runtime.now - 50)
    session.lifetime.lastUse.store(server.runtime.now - 40, ordering: .relaxed)
    server.runtime.kernel.shrinkSessions(unusedSince: server.runtime.now - 30)
    try waitUntil { server.inTurn(of: session) { scene.page.screen == nil } }
    #expect(try browser.tap("increment").body.contains("<title>2 – Test</title>"))
  }

  @Test func aSessionThatCanBeMadeAgainLeavesMemory() throws {
    let server = try TestServer()
    let (browser, other) = (server.browser(), server.browser())
    for browser in [browser, other] { try browser.open("/list") }
    try browser.tap("increment", ["list.field": "half"])
    let page = browser.page
    try #require(server.session(of: browser)).lifetime.lastUse.store(server.runtime.now - 100, ordering: .relaxed)
    server.runtime.kernel.shrinkSessions(unusedSince: server.runtime.now - 50)
    try waitUntil { server.session(of: browser) == nil }
    #expect(server.session(of: other) != nil, "it was used just now")
    #expect(try browser.open("/list").withoutNonces == page.withoutNonces)
  }

  @Test func anIdleSessionLeavesMemoryEarlyOnlyIfMemoryIsScarce() throws {
    let (server, browser) = try visit()
    let session = try #require(server.session(of: browser))
    session.lifetime.lastUse.store(server.runtime.now - 100, ordering: .relaxed)
    server.runtime.kernel.freeIdleSessions(isMemoryScarce: false)
    try browser.tap("increment")  // in a turn after that of an eviction
    #expect(server.session(of: browser) === session)
    session.lifetime.lastUse.store(server.runtime.now - 100, ordering: .relaxed)
    server.runtime.kernel.freeIdleSessions(isMemoryScarce: true)
    try waitUntil { server.session(of: browser) == nil }
  }

  @Test(arguments: [("sound", [:]), ("increment", ["volume": "0.5"]), ("increment", ["password": "x"])])
  func aSessionWhoseControlsHaveValuesOfTheUserKeepsItsScreens(control: String, values: [String: String]) throws {
    let (server, browser) = try visit()
    let session = try #require(server.session(of: browser))
    let window = try #require(session.scenes.first?.window)
    let password = UITextField()
    password.isSecureTextEntry = true
    for (view, id) in [(UISwitch(), "sound"), (UISlider(), "volume"), (password, "password")] as [(UIView, String)] {
      view.accessibilityIdentifier = id
      window.topViewController?.view.addSubview(view)
    }
    try browser.tap(control, values)
    session.lifetime.lastUse.store(server.runtime.now - 100, ordering: .relaxed)
    server.runtime.kernel.shrinkSessions(unusedSince: server.runtime.now - 50)
    try waitUntil { server.inTurn(of: session) { session.scenes.first?.page.screen == nil } }
    #expect(server.session(of: browser) === session)
  }

  @Test func aSceneWhosePageIsOnlyGotAgainIsInUse() throws {
    let server = try TestServer() { $0.scenesPerSession = 2 }
    let browser = server.browser()
    for path in ["/list", "/list/detail?detail=1", "/list"] { try browser.open(path) }
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.map(\.url) == ["/list", "/list/detail?detail=1"])
    try browser.open("/list/detail?detail=1")
    try browser.open("/list/detail?detail=2")
    #expect(session.scenes.map(\.url) == ["/list/detail?detail=2", "/list/detail?detail=1"])
  }

  @Test func aSessionWhoseRecordExpiredIsStoredAnew() throws {
    let storage = MemoryStorage { 0 }
    let server = try TestServer(storage: storage) {
      $0.visitLifetime = 0
      $0.sessionLifetime = 0
    }
    let browser = try server.browser(at: "/list")
    let session = try #require(server.session(of: browser))
    storage.remove(session.key)
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "1")
    #expect(storage.record(for: session.key)?.version ?? 0 > 1)
    try server.evictAll()
    #expect(try browser.open("/list").text("countLabel") == "1")
  }
}

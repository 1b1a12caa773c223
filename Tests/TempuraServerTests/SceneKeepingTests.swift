import Foundation
import Sessions
import Synchronization
import TempuraUI
import Testing

@testable import TempuraServer

/// What is in use stays: scenes, and states that are not stored yet.
@Suite struct SceneKeepingTests {
  @Test func theAddressWithoutAPathDoesNotReplaceAScene() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = server.browser()
    try browser.open("/")
    let session = try #require(server.session(of: browser))
    let scene = session.scenes.first.map(ObjectIdentifier.init)
    #expect(try browser.newTab().open("/").text("countLabel") == "0")
    #expect(session.scenes.map(ObjectIdentifier.init) == [scene].compactMap(\.self))
  }

  @Test func anUnknownAddressCostsNoScene() throws {
    let server = try TestServer(ShopDelegate.self) { $0.scenesPerSession = 1 }
    let browser = server.browser()
    try browser.open("/home")
    let session = try #require(server.session(of: browser))
    let scene = session.scenes.first.map(ObjectIdentifier.init)
    for path in ["/nowhere", "/home/nowhere", "/apple-touch-icon.png"] {
      #expect(try browser.get(path).status == 404)
    }
    #expect(session.scenes.map(ObjectIdentifier.init) == [scene].compactMap(\.self))
  }

  @Test func pagesOfSeveralTabsAreKeptSideBySide() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = server.browser()
    try browser.open("/home")
    try browser.open("/home/detail?detail=x")
    try browser.open("/home")
    let session = try #require(server.session(of: browser))
    #expect(session.pages.page { $0 == "/home" } != nil)
    #expect(session.pages.page { $0 == "/home/detail?detail=x" } != nil)
    try browser.open("/home")
    try browser.tap("increment")
    #expect(session.pages.page { $0 == "/home/detail?detail=x" } == nil, "the app ran, and may have changed it")
  }

  @Test func aSessionThatNobodyUsesKeepsItsScreensAndNotWhatTheyLookLike() throws {
    let server = try TestServer(ShopDelegate.self)
    let (browser, other) = (server.browser(), server.browser())
    for browser in [browser, other] { try browser.open("/home") }
    let session = try #require(server.session(of: browser))
    let scene = try #require(session.scenes.first)
    let page = browser.page
    weak let markup = session.pages.page { $0 == "/home" }?.markup
    #expect(markup != nil)
    session.lastUse.store(Runtime.now - 100, ordering: .relaxed)
    server.runtime.forgetMarkup(unusedSince: Runtime.now - 50)
    try server.wait { markup == nil }
    #expect(session.pages.page { $0 == "/home" } == nil)
    #expect(server.session(of: other)?.pages.page { $0 == "/home" } != nil, "it was used just now")
    let again = try browser.open("/home")
    #expect(again.withoutNonces == page.withoutNonces)
    #expect(session.scenes.map(ObjectIdentifier.init) == [ObjectIdentifier(scene)])
    server.runtime.forgetMarkup(unusedSince: Runtime.now - 50)
    session.lastUse.store(Runtime.now - 40, ordering: .relaxed)
    server.runtime.forgetMarkup(unusedSince: Runtime.now - 30)
    try server.wait(until: { session.pages.page { $0 == "/home" } == nil })
    #expect(try browser.tap("increment").text("countLabel") == "1")
  }

  @Test func aSceneWhosePageIsOnlyGotAgainIsInUse() throws {
    let server = try TestServer(ShopDelegate.self) { $0.scenesPerSession = 2 }
    let browser = server.browser()
    for path in ["/home", "/home/detail?detail=1", "/home"] { try browser.open(path) }
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.map(\.url) == ["/home", "/home/detail?detail=1"])
    try browser.open("/home/detail?detail=1")
    #expect(session.scenes.map(\.url) == ["/home", "/home/detail?detail=1"], "that page needed no turn")
    try browser.open("/home/detail?detail=2")
    #expect(session.scenes.map(\.url) == ["/home/detail?detail=2", "/home/detail?detail=1"])
  }

  @Test func aSessionWhoseRecordExpiredIsStoredAnew() throws {
    let storage = MemoryStorage { 0 }
    let server = try TestServer(ShopDelegate.self, storage: storage) {
      $0.visitLifetime = 0
      $0.sessionLifetime = 0
    }
    let browser = server.browser()
    try browser.open("/home")
    let session = try #require(server.session(of: browser))
    storage.remove(session.key)
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "1")
    #expect(storage.record(for: session.key)?.version == 1)
    try server.evictAll()
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test func aFormThatCouldNotBeStoredIsNotAcknowledged() throws {
    let storage = TestStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = server.browser()
    try browser.open("/home")
    storage.problem = .unavailable("The disk is full.")
    #expect(try browser.post(browser.form(tap: "increment")).status == 503)
    storage.problem = nil
    #expect(try browser.post(browser.form(tap: "increment")).status == 303)
  }
}

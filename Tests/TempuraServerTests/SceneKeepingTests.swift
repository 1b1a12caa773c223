import Foundation
import Sessions
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
    #expect(session.page { $0 == "/home" } != nil)
    #expect(session.page { $0 == "/home/detail?detail=x" } != nil)
    try browser.open("/home")
    try browser.tap("increment")
    #expect(session.page { $0 == "/home/detail?detail=x" } == nil, "the app ran, and may have changed it")
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
    let storage = MemoryStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = server.browser()
    try browser.open("/home")
    let session = try #require(server.session(of: browser))
    storage.remove(session.id)
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "1")
    #expect(storage.load(session.id)?.version == 1)
    try server.evictAll()
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test func whatCouldNotBeStoredIsNotAcknowledged() throws {
    let storage = RefusingStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = server.browser()
    try browser.open("/home")
    storage.refuses = true
    #expect(try browser.post(browser.form(tap: "increment")).status == 503)
    storage.refuses = false
    #expect(try browser.post(browser.form(tap: "increment")).status == 303)
  }
}

/// A storage that works until it is told not to.
private final class RefusingStorage: SessionStorage, @unchecked Sendable {
  // Safe because the tests that use it do one thing after the other.
  var refuses = false
  private let memory = MemoryStorage()

  func load(_ id: SessionID) -> SessionRecord? { memory.load(id) }

  func save(_ record: SessionRecord, for id: SessionID, replacing version: UInt64) throws(StorageError) -> Bool {
    if refuses { throw StorageError("it refuses") }
    return memory.save(record, for: id, replacing: version)
  }

  func touch(_ id: SessionID, expiry: Int64) { memory.touch(id, expiry: expiry) }
  func remove(_ id: SessionID) { memory.remove(id) }
  func removeExpired() -> Int { memory.removeExpired() }
  func subscribe(_ observer: @escaping @Sendable (SessionID, UInt64) -> Void) -> AnyObject {
    memory.subscribe(observer)
  }
}

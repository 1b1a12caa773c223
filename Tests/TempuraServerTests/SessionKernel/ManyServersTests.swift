import Basics
import Foundation
import HTTPServer
import Sessions
import TempuraUI
import Testing
import TestSupport

@testable import SessionKernel
@testable import TempuraServer

/// When a server uses a session in memory without asking a storage that other servers use, too.
@Suite struct CurrentSessionTests {
  private let memory = MemoryStorage()

  private func storage() -> TestStorage {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    storage.isInTouch = true
    return storage
  }

  private func server(_ storage: TestStorage) throws -> TestServer {
    try TestServer(storage: storage)
  }

  private let count = [("list.field", "count"), ("tap", "list.go")]

  /// Gets the page, and returns its count.
  private func counted(_ browser: Browser) throws -> Int? {
    try browser.open("/list").text("list.label")?.split(separator: " ").last.flatMap { Int($0) }
  }

  @Test func aSessionThatIsAsTheBrowserHasSeenItIsUsedAtOnce() throws {
    let storage = storage()
    let server = try server(storage)
    let browser = try server.browser(at: "/list")
    #expect(browser.version == "1")
    let before = storage.loadCount
    for number in 1...3 {
      let seen = browser.version
      #expect(try browser.post(count).status == 303)
      #expect(browser.version != seen)
      #expect(try counted(browser) == number)
      #expect(try browser.get("/list").cookies.isEmpty, "the browser knows the version")
    }
    #expect(storage.loadCount == before)
  }

  @Test(arguments: [
    "no cookie", "no number", "newer", "out of touch", "told of a change", "told of changes", "not stored",
  ])
  func theStorageIsAskedInAllOtherCases(reason: String) throws {
    let storage = storage()
    let server = try server(storage)
    let browser = try server.browser(at: "/list")
    let session = try #require(server.session(of: browser))
    let before = storage.loadCount
    switch reason {
    case "no cookie": browser.version = nil
    case "no number": browser.version = "x"
    case "newer": browser.version = "2"
    case "out of touch": storage.isInTouch = false
    case "told of a change":
      storage.loadProblem = .unavailable("the server cannot load it at once")
      storage.othersChanged(session.key)
      storage.loadProblem = nil
    case "told of changes": storage.othersChanged(nil)
    default:
      storage.problem = .unavailable("the reply is lost")
      #expect(try browser.post(count).status == 503)
      storage.problem = nil
    }
    let asked = storage.loadCount
    #expect(try counted(browser) == 0)
    #expect(storage.loadCount == asked + 1)
    #expect(browser.version == "1")
    guard reason != "out of touch" else { return }
    #expect(try counted(browser) == 0)
    #expect(storage.loadCount == asked + 1, "the session is confirmed")
    #expect(asked <= before + 1)
  }

  @Test func aStorageOfOneServerNeedsNoVersions() throws {
    let browser = try TestServer().browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    #expect(browser.version == nil)
  }

  @Test func aPageTellsTheVersionThatItShows() throws {
    let servers = try (0..<2).map { _ in try server(storage()) }
    let browser = servers[0].browser()
    try browser.open("/list")
    let other = servers[1].browser(of: browser)
    #expect(try other.post(count, to: "/list").status == 303)
    let key = try #require(servers[1].session(of: other)).key
    for page in ["one that was made", "one that was kept"] {
      browser.version = nil
      #expect(try counted(browser) == 1)
      #expect(browser.version == memory.record(for: key).map { "\($0.version)" }, "\(page)")
    }
  }
}

/// Several servers with the same sessions, any of which may get any request.
@Suite struct ManyServersTests {
  private let memory = MemoryStorage()

  private func server(_ app: any UIApplicationDelegate.Type = LibraryDelegate.self) throws -> TestServer {
    try TestServer(app, storage: TestStorage(bytes: true, isShared: true, memory: memory))
  }

  @Test func aServerThatIsToldOfAChangeBringsTheScreensOfOpenPagesUpToDate() throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    let told = try TestServer(storage: storage)
    let other = try server()
    let browser = told.browser()
    try browser.open("/list")
    let session = try #require(told.session(of: browser))
    _ = try other.browser(of: browser).post([("list.field", "count"), ("tap", "list.go")], to: "/list")
    func count() -> Int? { told.inTurn(of: session) { (session.state?.current as? LibraryState)?.count } }
    #expect(count() == 0)
    storage.othersChanged(session.key)
    #expect(!session.validity.isValid)
    #expect(count() == 0, "no page shows it")
    let stream = told.openPage(of: session.key)
    storage.othersChanged(session.key)
    try waitUntil { count() == 1 }
    #expect(session.validity.isValid)
    storage.othersChanged(SessionKey(of: .random()))
    withExtendedLifetime(stream) {}
  }

  @Test func anOpenPageOfASessionWithoutScreensIsToldOfChanges() throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    let told = try TestServer(storage: storage)
    let other = try server()
    let browser = other.browser()
    try browser.open("/list")
    _ = try told.browser(of: browser).post([("tab", "anothertab")], to: "/live")
    let session = try #require(told.session(of: browser))
    #expect(told.inTurn(of: session) { session.state == nil })
    let stream = told.openPage(of: session.key)
    for count in 1...2 {
      _ = try browser.post([("list.field", "count"), ("tap", "list.go")], to: "/list")
      storage.othersChanged(session.key)
      try waitUntil { stream.eventCount == count }
    }
    // Storages report the next change only to a server that has loaded the session since the last one.
    try told.evictAll()
    for key in [session.key, nil] {
      let (loads, count) = (storage.loadCount, stream.eventCount)
      storage.othersChanged(key)
      try waitUntil { stream.eventCount > count }
      try waitUntil { storage.loadCount > loads }
    }
  }

  @Test func aServerThatKnowsOfChangesToFilesReadsThemAgain() throws {
    let storage = TestStorage(bytes: true, memory: memory)
    let browser = try TestServer(storage: storage).browser(at: "/list")
    try storage.rewrite { $0.replacing("\"count\":0", with: "\"count\":7") }
    #expect(try browser.open("/list").text("list.label") == "section 0 count 0", "nobody has told it")
    storage.othersChanged(nil)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 7")
  }

  @Test func aFormThatLosesEachRaceIsToldSo() throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    let browser = try TestServer(storage: storage).browser(at: "/list")
    storage.willSave = { [memory] record, key in
      guard record.version > 1 else { return }
      var other = record
      guard let stored = memory.record(for: key) else { return }
      (other.version, other.content) = (stored.version + 1, stored.content)
      _ = memory.save(other, for: key, replacing: stored.version)
    }
    let refusal = try browser.post(browser.form(tap: "list.go", ["list.field": "count"]))
    #expect(refusal.status == 409)
    #expect(refusal.notice?.contains("Others changed this") == true)
    storage.willSave = nil
    #expect(try browser.open("/list").text("list.label") == "section 0 count 0")
  }
}

import Sessions
import TempuraUI
import TestSupport
import Testing

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
    try TestServer(LibraryDelegate.self, storage: storage)
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
    let server = try TestServer(LibraryDelegate.self)
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    #expect(browser.version == nil)
  }

  @Test func aBrowserSeesItsOwnChangesAtServersThatAreNotTold() throws {
    let servers = try (0..<3).map { _ in try server(storage()) }
    let browser = servers[0].browser()
    try browser.open("/list")
    var numbers = SeededNumbers(seed: 7)
    var expected = 0
    for _ in 0..<200 {
      let copy = try #require(servers.randomElement(using: &numbers)).copy(of: browser)
      if Bool.random(using: &numbers) {
        #expect(try copy.post(count, to: "/list").status == 303)
        expected += 1
      } else {
        #expect(try counted(copy) == expected)
      }
      browser.version = copy.version
    }
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

  @Test func aChangeThatIsReportedDuringALoadIsNotMissed() throws {
    let storages = [storage(), storage()]
    let servers = try storages.map(server)
    let browser = servers[0].browser()
    try browser.open("/list")
    let key = try #require(servers[0].session(of: browser)).key
    let other = servers[1].copy(of: browser)
    storages[1].willAnswerLoad = {
      // The other server has the record, and not the session yet.
      storages[1].willAnswerLoad = nil
      #expect((try? browser.post(count))?.status == 303)
      storages[1].othersChanged(key)
    }
    #expect(try counted(other) == 0)
    #expect(other.version == "1")
    #expect(try counted(other) == 1)
  }

  @Test func anAnswerThatOwnChangesOvertookIsNotTakenOver() throws {
    let storages = [storage(), storage()]
    let servers = try storages.map(server)
    let browser = servers[0].browser()
    try browser.open("/list")
    let elsewhere = servers[1].copy(of: browser)
    #expect(try elsewhere.post(count, to: "/list").status == 303)
    browser.version = elsewhere.version
    let other = servers[0].copy(of: browser)
    storages[0].willAnswerLoad = {
      // The request has the answer, and not its turn yet.
      storages[0].willAnswerLoad = nil
      for _ in 0..<10 { #expect((try? browser.post(count))?.status == 303) }
    }
    #expect(try counted(other) == 11)
  }

  @Test func aLivePageThatAsksForNewsGetsTheLatest() throws {
    let servers = try (0..<2).map { _ in try server(storage()) }
    let browser = servers[0].browser()
    try browser.open("/list")
    let page = LivePage(servers[0].copy(of: browser), tab: "a", at: "/list")
    try page.ask()
    // Another server's stream has told it of this change.
    #expect(try servers[1].browser(of: browser).post(count, to: "/list").status == 303)
    #expect(try page.ask().answer.body.contains("count 1"))
  }

  /// Ends a session with the count 1 at another server.
  ///
  /// - Returns: A browser that still has the session's cookies, and the session's key.
  private func thief(at server: TestServer) throws -> (Browser, SessionKey) {
    let other = try self.server(storage())
    let browser = other.browser()
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "count"])
    let key = try #require(other.session(of: browser)).key
    let thief = server.copy(of: browser)
    #expect(try counted(thief) == 1)
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "end"])).status == 303)
    return (thief, key)
  }

  @Test func anEndedSessionIsShownUntilThisServerIsTold() throws {
    let storage = storage()
    let server = try server(storage)
    let (thief, key) = try thief(at: server)
    #expect(try counted(thief) == 1)
    storage.othersChanged(key)
    #expect(try counted(thief) == 0)
  }

  @Test func anEndedSessionCannotBeChangedElsewhere() throws {
    let server = try server(storage())
    let (thief, _) = try thief(at: server)
    #expect(try thief.post(count, to: "/list").status == 409)
  }

  @Test func aNewSessionHasVersionsOfItsOwn() throws {
    let server = try server(storage())
    let browser = try server.browser(at: "/list")
    for _ in 0..<3 { try browser.tap("list.go", ["list.field": "count"]) }
    let old = browser.version
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "end"])).status == 303)
    browser.version = old
    #expect(try counted(browser) == 0)
    #expect(browser.version == "1" && old != "1")
  }

  @Test func aSessionThatExpiredAndBeganAgainIsLoaded() throws {
    let servers = try (0..<2).map { _ in try server(storage()) }
    let browser = servers[0].browser()
    try browser.open("/list")
    for _ in 0..<3 { try browser.tap("list.go", ["list.field": "count"]) }
    let key = try #require(servers[0].session(of: browser)).key
    let other = servers[1].copy(of: browser)
    #expect(try counted(other) == 3)
    // It expires, and another server stores it as a new one, with the version that this server has.
    var record = try #require(memory.record(for: key))
    let session = try #require(servers[1].session(of: other))
    servers[1].inTurn(of: session) { session.touch(expiry: servers[1].runtime.time - 1) }
    try waitUntil { memory.record(for: key) == nil }
    memory.remove(key)
    let text = String(decoding: try record.content.encoded(), as: UTF8.self)
    record.content = EncodedContent(bytes: Array(text.replacing("\"count\":3", with: "\"count\":7").utf8))
    _ = memory.save(record, for: key, replacing: 0)
    #expect(try counted(other) == 7)
  }
}

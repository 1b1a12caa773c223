import Foundation
import Katana
import Sessions
import Synchronization
import TempuraUI
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// The library of today. In version 1 the count was called clicks, in version 2 it was a text.
private final class MigratingDelegate: LibraryDelegate, StateMigrations {
  static let stateVersion = 3

  private struct Version1: Decodable { let clicks: Int }
  private struct Version2: Decodable { let count: String }
  private struct OtherState: State {}

  static func migrate(_ json: Data, fromVersion version: Int) throws -> any State {
    var state = LibraryState()
    switch version {
    case 1: state.count = try JSONDecoder().decode(Version1.self, from: json).clicks
    case 2: state.count = Int(try JSONDecoder().decode(Version2.self, from: json).count) ?? 0
    case -1: return OtherState()
    default: throw Failure()
    }
    return state
  }
}

/// States that other builds of an app have stored.
@Suite struct StateMigrationTests {
  private let storage = TestStorage(bytes: true)

  /// As this version of the library wrote it when it was new.
  private let today = """
    {"v":1,"state":{"count":4,"role":"guest","notes":[]},"scenes":[{"url":"\\/list","localStates":\
    {"0.PageController":"{\\"section\\":2,\\"note\\":\\"\\"}"}}],"answers":["2n9c \\/list"],"language":"it"}
    """

  /// A browser whose session is stored like that.
  private func browser(_ app: any UIApplicationDelegate.Type, stored content: String) throws -> Browser {
    try serverAndBrowser(app, stored: content).1
  }

  private func serverAndBrowser(
    _ app: any UIApplicationDelegate.Type, stored content: String
  ) throws -> (TestServer, Browser) {
    let server = try TestServer(app, storage: storage)
    return (server, Browser(port: server.port, cookie: storage.store(content).cookieValue, server: server))
  }

  @Test func contentOfThisBuildIsReadByLaterBuilds() throws {
    let browser = try browser(LibraryDelegate.self, stored: today)
    #expect(try browser.open("/list").text("list.label") == "section 2 count 4")
  }

  @Test(arguments: [
    (#"{"v":1,"state":{"clicks":7}}"#, 7), (#"{"v":2,"state":{"count":"8"},"scenes":[]}"#, 8),
    (#"{"v":3,"state":{"count":9,"role":""}}"#, 9),
  ])
  func aStateOfAnOlderBuildIsMigrated(content: String, count: Int) throws {
    let browser = try browser(MigratingDelegate.self, stored: content)
    let cookie = browser.cookie
    #expect(try browser.open("/list").text("list.label") == "section 0 count \(count)")
    try browser.tap("list.go", ["list.field": "count"])
    #expect(browser.page.text("list.label") == "section 0 count \(count + 1)")
    #expect(browser.cookie == cookie)
    #expect(try storage.text().contains(#""v":3"#))
  }

  @Test(arguments: [
    #"{"v":0,"state":{}}"#, #"{"v":1,"state":{"clicks":"many"}}"#, #"{"v":-1,"state":{}}"#, #"{"v":3}"#, "{", "",
    #"{"v":"x","state":{}}"#, #"{"state":{"count":1}}"#,
  ])
  func aStateThatCannotBeReadIsKeptAsideAndItsUserToldSo(content: String) throws {
    let (server, browser) = try serverAndBrowser(MigratingDelegate.self, stored: content)
    let old = browser.cookie
    let page = try browser.open("/list")
    #expect(page.text("list.label") == "section 0 count 0")
    #expect(page.notice?.contains("cannot read your earlier data") == true)
    #expect(browser.cookie != old)
    let aside = storage.all().filter(\.record.isQuarantined)
    #expect(try aside.map { String(decoding: try $0.record.content.encoded(), as: UTF8.self) } == [content])
    try browser.tap("list.go", ["list.field": "count"])
    try server.evictAll()
    #expect(try browser.open("/list").text("list.label") == "section 0 count 1")
    #expect(browser.page.notice == nil)
  }

  @Test func aFormOfASessionThatCannotBeReadChangesNothing() throws {
    let browser = try browser(MigratingDelegate.self, stored: #"{"v":0,"state":{}}"#)
    let answer = try browser.post([("list.field", "count"), ("tap", "list.go")], to: "/list")
    #expect(answer.status == 409)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 0")
  }

  @Test func aStateOfANewerBuildIsLeftAlone() throws {
    let content = #"{"v":4,"state":{"count":1,"role":""}}"#
    let browser = try browser(MigratingDelegate.self, stored: content)
    let answer = try browser.get("/list")
    #expect(answer.status == 503)
    #expect(answer.header("Set-Cookie") == nil)
    #expect(try storage.text() == content)
    #expect(storage.all().map(\.record.isQuarantined) == [false])
  }

  @Test func eachProblemIsWorded() {
    #expect(
      StateError.unreadable(version: 2, "no count").description
        == "A state of version 2 cannot be read: no count. An app whose state has another shape than before reads the old one in StateMigrations.migrate(_:fromVersion:)."
    )
    #expect(
      StateError.tooNew(version: 4, current: 3).description
        == "A newer build of the app wrote this state, of version 4; this one knows versions up to 3.")
    #expect(
      StateError.wrongType(expected: "A", actual: "B").description
        == "StateMigrations.migrate(_:fromVersion:) made a B, where the app's state is a A.")
  }
}

/// Stored sessions of a build whose state had fewer properties.
@Suite struct CompletedSessionTests {
  private let storage = TestStorage(bytes: true)
  private let log = Entries()

  private final class Entries: Sendable {
    private let list = Mutex<[ServerLogEntry]>([])
    var messages: [String] { list.withLock { $0.map(\.message) } }
    var log: Log { Log(handler: { entry in self.list.withLock { $0.append(entry) } }) }
  }

  private func store(_ content: String, expiry: Int64 = .max) -> SessionID { storage.store(content, expiry: expiry) }

  private static let old = #"{"v":1,"state":{"count":4,"notes":[]}}"#
  private static let filled =
    "Stored values of an older build lack keys. They are filled: LibraryState.role as in a new LibraryState."

  @Test func aSessionOfAnOlderBuildContinues() throws {
    let server = try TestServer(storage: storage, log: log.log)
    let browser = Browser(port: server.port, cookie: store(Self.old).cookieValue)
    let cookie = browser.cookie
    #expect(try browser.open("/list").text("list.label") == "section 0 count 4")
    #expect(browser.page.notice == nil)
    try browser.tap("list.go", ["list.field": "count"])
    #expect(browser.page.text("list.label") == "section 0 count 5")
    #expect(browser.cookie == cookie)
    #expect(try storage.text().contains(#""role":"","notes":[]"#))
    // The next session has nothing new to say.
    _ = try Browser(port: server.port, cookie: store(Self.old).cookieValue).open("/list")
    #expect(log.messages == [Self.filled])
  }

  @Test func propertiesThatAreGoneAreIgnored() throws {
    let server = try TestServer(storage: storage, log: log.log)
    let id = store(#"{"v":1,"state":{"count":4,"role":"","notes":[],"age":[1]}}"#)
    #expect(
      try Browser(port: server.port, cookie: id.cookieValue).open("/list").text("list.label") == "section 0 count 4")
    #expect(log.messages == [])
  }

  @Test func aLocalStateOfAnOlderBuildContinues() throws {
    let server = try TestServer(storage: storage, log: log.log)
    let id = store(
      #"{"v":1,"state":{"count":4,"role":"","notes":[]},"scenes":[{"url":"/list","localStates":{"0.PageController":"{\"section\":2}"}}]}"#
    )
    #expect(
      try Browser(port: server.port, cookie: id.cookieValue).open("/list").text("list.label") == "section 2 count 4")
    #expect(
      log.messages == [
        "Stored values of an older build lack keys. They are filled: PageLocalState.note as in a new PageLocalState."
      ])
  }

  // MARK: - Before a user comes

  @Test func aSampleNamesWhatCannotBeRead() throws {
    let server = try TestServer(storage: storage, log: log.log)
    for _ in 0..<300 { _ = store(#"{"v":1,"state":{"count":4,"role":"","notes":[]}}"#) }
    // What is left under the old keys of sessions that got other ids.
    let renamed = RenamedSession(from: .random(), to: .random(), for: SessionKey(of: .random()), expiry: .max)
    for _ in 0..<300 { _ = store(String(decoding: renamed.encoded(), as: UTF8.self)) }
    server.runtime.readSample()
    #expect(log.messages == [])
    for _ in 0..<300 { _ = store(#"{"v":1,"state":{"count":"4","role":"","notes":[]}}"#) }
    for _ in 0..<300 { _ = store(Self.old) }
    server.runtime.readSample()
    #expect(log.messages.count == 2)
    #expect(log.messages.first == Self.filled)
    let problem = log.messages.last ?? ""
    #expect(problem.contains(" stored sessions that were read as a sample, this build cannot read "))
    #expect(problem.contains("state.count: Expected to decode Int but found a string instead. An app whose"))
    #expect(storage.all().allSatisfy { !$0.record.isQuarantined })
  }

  @Test func aCheckCountsWhatItReads() throws {
    let server = try TestServer(storage: storage, log: log.log)
    for content in [Self.old, Self.old, #"{"v":1,"state":{"count":4,"role":"","notes":[]}}"#] { _ = store(content) }
    _ = store("{", expiry: 1)
    storage.memory.quarantine(SessionKey(of: store("{")))
    var check = SessionCheck(kind: .sessions)
    for session in storage.all() { check.add(session, readBy: server.runtime.app) }
    #expect(check.losesNothing)
    #expect(
      check.lines == [
        "Sessions that this build can read: 3 of 3.", "Completed: 2. \(Self.filled)", "Quarantined earlier: 1.",
      ])
    let keys = (0..<2).map { _ in SessionKey(of: store(#"{"v":1,"state":{"count":"4"}}"#)).shortened }
    _ = store(#"{"v":2,"state":{}}"#)
    check = SessionCheck(kind: .sessions)
    for session in storage.all() { check.add(session, readBy: server.runtime.app) }
    #expect(check.problems.count == 2 && !check.losesNothing)
    #expect(check.lines.first == "Sessions that this build can read: 3 of 6.")
    let line = check.lines.first { $0.hasPrefix("Unreadable: 2 (") } ?? ""
    #expect(keys.allSatisfy { line.contains($0) })
    #expect(check.lines.last?.contains("A newer build of the app wrote this state, of version 2") == true)
    #expect(log.messages == [])
  }
}

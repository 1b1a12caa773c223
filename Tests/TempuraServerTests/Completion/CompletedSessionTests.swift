import Foundation
import Sessions
import Synchronization
import TempuraUI
import Testing

@testable import TempuraServer

/// Stored sessions of a build whose state had fewer properties.
@Suite struct CompletedSessionTests {
  private let storage = TestStorage(bytes: true)
  private let log = Entries()

  private final class Entries: Sendable {
    private let list = Mutex<[ServerLogEntry]>([])
    var messages: [String] { list.withLock { $0.map(\.message) } }
    var log: Log { Log(handler: { entry in self.list.withLock { $0.append(entry) } }) }
  }

  private func store(_ content: String, expiry: Int64 = .max) -> SessionID {
    let id = SessionID.random()
    let record = SessionRecord(
      version: 7, content: EncodedContent(bytes: Array(content.utf8)), created: 1, expiry: expiry, isUsed: true)
    _ = storage.memory.save(record, for: SessionKey(of: id), replacing: 0)
    return id
  }

  private static let old = #"{"v":1,"state":{"count":4}}"#
  private static let filled =
    "Stored values of an older build lack keys. They are filled: LibraryState.role as in a new LibraryState."

  @Test func aSessionOfAnOlderBuildContinues() throws {
    let server = try TestServer(LibraryDelegate.self, storage: storage, log: log.log)
    let browser = Browser(port: server.port, cookie: store(Self.old).cookieValue)
    let cookie = browser.cookie
    #expect(try browser.open("/list").text("list.label") == "section 0 count 4")
    #expect(browser.page.notice == nil)
    try browser.tap("list.go", ["list.field": "count"])
    #expect(browser.page.text("list.label") == "section 0 count 5")
    #expect(browser.cookie == cookie)
    #expect(try storage.text().contains(#""role":"""#))
    // The next session has nothing new to say.
    _ = try Browser(port: server.port, cookie: store(Self.old).cookieValue).open("/list")
    #expect(log.messages == [Self.filled])
  }

  @Test func propertiesThatAreGoneAreIgnored() throws {
    let server = try TestServer(LibraryDelegate.self, storage: storage, log: log.log)
    let id = store(#"{"v":1,"state":{"count":4,"role":"","age":[1]}}"#)
    #expect(
      try Browser(port: server.port, cookie: id.cookieValue).open("/list").text("list.label") == "section 0 count 4")
    #expect(log.messages == [])
  }

  @Test(arguments: [
    #"{"v":1,"state":{"count":"4"}}"#, #"{"v":1,"state":{"count":null}}"#, #"{"v":1,"state":[]}"#, #"{"v":1}"#,
    #"{"v":1,"state":{"count":4}"#,
  ])
  func aStateThatIsNotOnlyIncompleteIsSetAside(content: String) throws {
    let server = try TestServer(LibraryDelegate.self, storage: storage, log: log.log)
    let page = try Browser(port: server.port, cookie: store(content).cookieValue).open("/list")
    #expect(page.text("list.label") == "section 0 count 0")
    #expect(page.notice?.contains("cannot read your earlier data") == true)
    #expect(storage.all().filter(\.record.isSetAside).count == 1)
  }

  @Test func aLocalStateOfAnOlderBuildContinues() throws {
    let server = try TestServer(LibraryDelegate.self, storage: storage, log: log.log)
    let id = store(
      #"{"v":1,"state":{"count":4,"role":""},"scenes":[{"url":"/list","localStates":{"0.PageController":"{\"section\":2}"}}]}"#
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
    let server = try TestServer(LibraryDelegate.self, storage: storage, log: log.log)
    for _ in 0..<300 { _ = store(#"{"v":1,"state":{"count":4,"role":""}}"#) }
    // What is left under the old keys of sessions that got other ids.
    let renamed = RenamedSession(from: .random(), to: .random(), for: SessionKey(of: .random()), expiry: .max)
    for _ in 0..<300 { _ = store(String(decoding: renamed.encoded(), as: UTF8.self)) }
    server.runtime.readSample()
    #expect(log.messages == [])
    for _ in 0..<300 { _ = store(#"{"v":1,"state":{"count":"4","role":""}}"#) }
    for _ in 0..<300 { _ = store(Self.old) }
    server.runtime.readSample()
    #expect(log.messages.count == 2)
    #expect(log.messages.first == Self.filled)
    let problem = log.messages.last ?? ""
    #expect(problem.contains(" stored sessions that were read as a sample, this build cannot read "))
    #expect(problem.contains("state.count: Expected to decode Int but found a string instead. An app whose"))
    #expect(storage.all().allSatisfy { !$0.record.isSetAside })
  }

  @Test func aCheckCountsWhatItReads() throws {
    let server = try TestServer(LibraryDelegate.self, storage: storage, log: log.log)
    for content in [Self.old, Self.old, #"{"v":1,"state":{"count":4,"role":""}}"#] { _ = store(content) }
    _ = store("{", expiry: 1)
    storage.memory.setAside(SessionKey(of: store("{")))
    var check = SessionCheck(kind: .sessions)
    for session in storage.all() { check.add(session, readBy: server.runtime.app) }
    #expect(check.losesNothing)
    #expect(
      check.lines == [
        "Sessions that this build can read: 3 of 3.", "Completed: 2. \(Self.filled)", "Set aside earlier: 1.",
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

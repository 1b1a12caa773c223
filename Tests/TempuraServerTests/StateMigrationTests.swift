import Foundation
import Katana
import Sessions
import TempuraUI
import Testing

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
  private let kept = Kept()

  private final class Kept {
    var servers: [TestServer] = []
  }

  /// As this version of the library wrote it when it was new.
  private let today = """
    {"v":1,"state":{"count":4,"role":"guest"},"scenes":[{"url":"\\/list","localStates":\
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
    kept.servers.append(server)
    let id = SessionID.random()
    let record = SessionRecord(
      version: 7, content: EncodedContent(bytes: Array(content.utf8)), created: 1, expiry: .max, isUsed: true)
    _ = storage.memory.save(record, for: SessionKey(of: id), replacing: 0)
    return (server, Browser(port: server.port, cookie: id.cookieValue))
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
    let aside = storage.all().filter(\.record.isSetAside)
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
    #expect(storage.all().map(\.record.isSetAside) == [false])
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

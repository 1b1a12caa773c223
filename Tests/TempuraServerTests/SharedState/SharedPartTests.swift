import Basics
import Foundation
import Recordings
import SQLiteSessions
import Sessions
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// Sessions that share a part of their states.
@Suite final class SharedPartTests: BoardUsers {
  private let memory = MemoryStorage()
  /// Kept until the test is over.
  private var running: [TestServer] = []

  /// A server on the test's storage, which other servers use, too.
  private func server(
    _ app: any UIApplicationDelegate.Type = BoardDelegate.self, _ storage: TestStorage? = nil
  ) throws -> TestServer {
    let storage = storage ?? TestStorage(bytes: true, isShared: true, memory: memory)
    let server = try TestServer(app, storage: storage)
    running.append(server)
    return server
  }

  // MARK: - Sharing

  @Test func sessionsWithOneKeySeeWhatEachOfThemChanges() throws {
    let server = try server(BoardDelegate.self, TestStorage())
    let (one, two) = (try user("@red", at: server), try user("@red", at: server))
    let other = try user("@blue", at: server)
    try say("+milk", one)
    #expect(try look(two) == "red: milk; mine: ")
    try say("+tea", two)
    #expect(try look(one) == "red: milk,tea; mine: ")
    #expect(try look(other) == "blue: ; mine: ")
  }

  @Test func goingOnFromAStepLeavesThePartsAsTheyAre() throws {
    let server = try TestServer(
      BoardDelegate.self, storage: TestStorage(), development: .with(Development.Lines()))
    let (one, two) = (try user("@red +milk early", at: server), try user("@red", at: server))
    let source = AppPanelSource(server.runtime, try #require(server.runtime.app.recorders))
    let session = try #require(server.session(of: one)).mark.digits
    let step = try #require(source.recording(of: session)?.timeline.last).id
    try say("+tea late", one)
    try source.travel(to: step, in: session)
    try source.resume(session)
    #expect(try look(one) == "red: milk,tea; mine: early")
    #expect(try look(two) == "red: milk,tea; mine: ")
    // The team of then shares another part.
    try say("@blue +sugar", one)
    try source.travel(to: step, in: session)
    try source.resume(session)
    #expect(try look(one) == "red: milk,tea; mine: early")
    #expect(try look(try user("@blue", at: server)) == "blue: sugar; mine: ")
  }

  /// Its `==` ignores whether a card is done.
  @Test func aChangeIsSharedAlsoIfTheAppSaysThatItIsEqual() throws {
    let server = try server()
    let (one, two) = (try user("@red +milk", at: server), try user("@red", at: server))
    try say("xmilk", one)
    #expect(try look(two) == "red: milk✓; mine: ")
  }

  @Test func aSessionWithoutAKeyHasAValueOfItsOwn() throws {
    let server = try server()
    let browser = try user("+mine", at: server)
    #expect(try look(browser) == "nobody: mine; mine: ")
    try server.evictAll()
    #expect(try look(browser) == "nobody: mine; mine: ")
    #expect(try look(try user("+other", at: server)) == "nobody: other; mine: ")
    #expect(try say("@red", browser) == "red: ; mine: ")
    #expect(try say("-", browser) == "nobody: ; mine: ")
  }

  @Test func allShareThePartOfTheFirstState() throws {
    let server = try server(TownBoardDelegate.self)
    let browser = try user("+milk", at: server)
    #expect(try server.browser().open("/board").text("boardView.label") == "town: milk; mine: ")
    try server.evictAll()
    #expect(try server.browser().open("/board").text("boardView.label") == "town: milk; mine: ")
    #expect(try look(browser) == "town: milk; mine: ")
  }

  @Test func aPartIsStoredApartFromTheSession() throws {
    let storage = TestStorage(bytes: true, memory: memory)
    _ = try user("@red +milk own", at: try server(BoardDelegate.self, storage))
    let texts = storage.all().map { String(decoding: (try? $0.record.content.encoded()) ?? [], as: UTF8.self) }
    #expect(texts.count == 2)
    #expect(texts.contains(#"{"part":"board","key":"red","v":1,"value":[{"text":"milk","isDone":false}]}"#))
    #expect(texts.contains { $0.contains(#""mine":["own"]"#) && $0.contains(#""board":[]"#) })
  }

  // MARK: - Several servers

  /// Its session may have left memory.
  @Test func anOpenPageIsToldOfChangesByOtherSessions() throws {
    let server = try server()
    let (one, two) = (try user("@red", at: server), try user("@red", at: server))
    let session = try #require(server.session(of: two))
    let stream = server.openPage(of: session.key)
    for isInMemory in [true, false] {
      if !isInMemory { try server.evictAll() }
      let count = stream.eventCount
      try say("+milk", one)
      try waitUntil { stream.eventCount == count + 1 }
      #expect((server.session(of: two) == nil) == !isInMemory, "nothing wakes it")
      // The change is no news for the page that shows it.
      let page = LivePage(
        server.browser(of: two), tab: "tabtabtab\(isInMemory)", at: "/board", stream: "streamstreamstream")
      #expect(try page.ask().markup?.contains("milk") == true)
      let told = stream.eventCount
      _ = try page.ask()
      #expect(stream.eventCount == told)
    }
  }

  @Test func anotherServersChangeIsToldToOpenPages() throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    let server = try server(BoardDelegate.self, storage)
    let one = try user("@red", at: server)
    let stream = server.openPage(of: try #require(server.session(of: one)).key)
    _ = try user("@red +milk", at: try self.server())
    storage.othersChanged(SessionKey(ofPart: "board", "red"))
    try waitUntil { stream.eventCount == 1 }
    storage.othersChanged(SessionKey(ofPart: "board", "blue"))
    #expect(stream.eventCount == 1, "a part that nothing here shares")
    #expect(try look(one) == "red: milk; mine: ")
  }

  @Test func aServerForgetsThePartsOfSessionsThatLeft() throws {
    let server = try server()
    let browser = try user("@red +milk", at: server)
    #expect(server.runtime.sliceTable.count == 1)
    try say("@blue", browser)
    #expect(server.runtime.sliceTable.count == 1)
    try say("-", browser)
    #expect(server.runtime.sliceTable.count == 0)
    try say("@red", browser)
    let key = try #require(server.session(of: browser)).key
    let stream = server.openPage(of: key)
    try server.evictAll()
    #expect(server.runtime.sliceTable.count == 1, "its page is open")
    server.runtime.streams.remove(stream.stream, of: key)
    server.runtime.didLeaveMemory(key)
    #expect(server.runtime.sliceTable.count == 0)
  }

  // MARK: - What is stored otherwise

  /// - Parameters:
  ///   - stored: What another program has stored as the part.
  @Test(arguments: [
    #"{"part":"board","key":"red","v":2,"value":[]}"#, #"{"part":"board","key":"red","v":1,"value":7}"#,
    #"{"part":"board","key":"red","v":1}"#, #"{"part":"board"#, #"{"v":1,"state":{}}"#, "",
  ])
  func aPartOfAForeignShapeIsNeitherShownNorReplaced(stored: String) throws {
    let server = try server()
    let key = SessionKey(ofPart: "board", "red")
    let record = SessionRecord(
      version: 7, content: EncodedContent(bytes: Array(stored.utf8)), created: 1, expiry: .max, isUsed: true)
    _ = memory.save(record, for: key, replacing: 0)
    let browser = try user("own", at: server)
    #expect(try browser.post(browser.form(tap: "boardView.go", ["boardView.field": "@red +tea"])).status == 503)
    #expect(memory.record(for: key)?.version == 7)
    #expect(try look(browser) == "nobody: ; mine: own")
  }

  @Test func missingKeysOfAnOlderBuildAreFilled() throws {
    let server = try server()
    let stored = #"{"part":"board","key":"red","v":1,"value":[{"text":"milk"}]}"#
    let record = SessionRecord(
      version: 7, content: EncodedContent(bytes: Array(stored.utf8)), created: 1, expiry: .max, isUsed: true)
    _ = memory.save(record, for: SessionKey(ofPart: "board", "red"), replacing: 0)
    #expect(try look(try user("@red +tea", at: server)) == "red: milk,tea; mine: ")
  }

  @Test(arguments: [false, true]) func aPartThatIsGoneIsNeitherShownAsNewNorReplaced(isEvicted: Bool) throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    storage.isInTouch = true
    let lines = Locked<[String]>([])
    let server = try TestServer(
      BoardDelegate.self, storage: storage, log: Log(handler: { entry in lines.withLock { $0.append(entry.message) } }))
    let browser = try user("@red +milk", at: server)
    let key = SessionKey(ofPart: "board", "red")
    memory.remove(key)
    if isEvicted { try server.evictAll() } else { storage.othersChanged(key) }
    #expect(try browser.get("/board").status == 503)
    #expect(try browser.post(browser.form(tap: "boardView.go", ["boardView.field": "+tea"])).status == 503)
    #expect(memory.record(for: key) == nil)
    #expect(lines.withLock { $0.contains { $0.contains("is gone") && $0.contains("parts delete \(key.hexadecimal)") } })
    #expect(try look(user("own", at: server)) == "nobody: ; mine: own", "others go on")
  }

  @Test func aPartThatIsGoneIsNotReplacedByAServerThatHasNotHeardOfIt() throws {
    let server = try server(BoardDelegate.self, TestStorage(bytes: true, isShared: true, memory: memory))
    let browser = try user("@red +milk", at: server)
    let key = SessionKey(ofPart: "board", "red")
    memory.remove(key)
    #expect(try browser.post(browser.form(tap: "boardView.go", ["boardView.field": "+tea"])).status == 503)
    #expect(memory.record(for: key) == nil)
  }

  @Test func aPartThatAnOperatorDeletedBeginsAnewAndCanBeImported() throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    storage.isInTouch = true
    let server = try server(BoardDelegate.self, storage)
    let browser = try user("@red +milk", at: server)
    let key = SessionKey(ofPart: "board", "red")
    var said: [String] = []
    func parts(_ words: String...) throws {
      try SessionsCommand(words, of: .parts, environment: [:]).run(
        on: memory, at: StorageChoice(SQLiteLocation(path: "here")), print: { said.append($0) },
        report: { said.append($0) })
    }
    let file = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: file) }
    try parts("export", file)
    try parts("delete", String(key.hexadecimal.prefix(8)))
    storage.othersChanged(key)
    #expect(try look(browser) == "red: ; mine: ")
    try parts("list")
    #expect(said == ["Exported parts: 1.", "Deleted parts: 1."], "it is not listed")
    #expect(try say("+tea", browser) == "red: tea; mine: ")
    try parts("delete", key.hexadecimal)
    try parts("import", file)
    storage.othersChanged(key)
    #expect(try look(browser) == "red: milk; mine: ")
    // Also one that is gone.
    memory.remove(key)
    try server.evictAll()
    #expect(try browser.get("/board").status == 503)
    try parts("delete", key.hexadecimal)
    #expect(try look(browser) == "red: ; mine: ")
  }

  // MARK: - Keys

  @Test func anAccentIsTheSameHoweverItIsWritten() throws {
    let server = try server()
    let (one, two) = (try user("@Zu\u{308}rich +milk", at: server), try user("@Z\u{fc}rich", at: server))
    #expect(try look(two)?.hasSuffix(": milk; mine: ") == true)
    try server.evictAll()
    try say("@Z\u{fc}rich +tea", one)
    #expect(try look(two)?.hasSuffix(": milk,tea; mine: ") == true)
  }

  /// The updater makes a new key each time that it runs.
  @Test(arguments: [false, true]) func aKeyThatIsRandomEndsInAnError(isShared: Bool) throws {
    let server = try server(BoardDelegate.self, TestStorage(bytes: true, isShared: isShared, memory: memory))
    let browser = try user("@red +milk", at: server)
    let status = try browser.post(browser.form(tap: "boardView.go", ["boardView.field": "@random"])).status
    #expect(status == 409, "after a hundred attempts")
    #expect(try look(browser) == "red: milk; mine: ")
  }

  // MARK: - The check of a new build

  @Test func aCheckReadsParts() throws {
    let storage = TestStorage(bytes: true, memory: memory)
    let server = try server(BoardDelegate.self, storage)
    _ = try user("@red +milk", at: server)
    func check() -> SessionCheck {
      var check = SessionCheck(kind: .parts)
      for part in storage.all() where StoredKind.parts.contains(part.record) {
        check.add(part, readBy: server.runtime.app)
      }
      return check
    }
    #expect(check().losesNothing && check().lines == ["Parts that this build can read: 1 of 1."])
    let board = #""value":[{"text":"milk"}]}"#
    for (content, loss) in [
      (#"{"part":"board","key":"red","v":1,"# + board, nil),
      (#"{"part":"board","key":"red","v":1,"value":[{"title":"milk"}]}"#, "Card"),
      (#"{"part":"board","key":"red","v":2,"# + board, "version 2"),
      (#"{"part":"cards","key":"red","v":1,"# + board, #"This build shares no part named "cards"."#),
    ] as [(String, String?)] {
      let record = SessionRecord(version: 9, content: EncodedContent(bytes: Array(content.utf8)), expiry: .max)
      let key = SessionKey(ofPart: "board", "red")
      _ = memory.remove(key, version: nil)
      _ = memory.save(record, for: key, replacing: 0)
      let check = check()
      #expect(check.losesNothing == (loss == nil), "\(content) \(check.lines)")
      #expect(loss == nil || check.lines.joined().contains(loss!))
    }
  }

  // MARK: - Wrong keys and parts

  @Test(arguments: ["@empty", "@" + String(repeating: "ü", count: 101)])
  func anUpdaterThatMakesAnImpossibleKeyFails(words: String) throws {
    let server = try server()
    let browser = try user("@red +milk", at: server)
    try say(words, browser)
    #expect(browser.page.notice?.isEmpty == false)
    #expect(try look(browser) == "red: milk; mine: ")
    #expect(try say("@" + String(repeating: "ü", count: 100), browser)?.hasSuffix(": ; mine: ") == true)
  }

  private final class TwoNamesDelegate: BoardDelegate {
    override class var sharedParts: [SharedPart<BoardState>] {
      [.part(\.board, named: "board", of: \.team), .part(\.mine, named: "board", of: \.team)]
    }
  }

  private final class BadNameDelegate: BoardDelegate {
    override class var sharedParts: [SharedPart<BoardState>] { [.part(\.board, named: "böard", of: \.team)] }
  }

  private final class ManyPartsDelegate: BoardDelegate {
    override class var sharedParts: [SharedPart<BoardState>] {
      (0..<10_000).map { .part(\.board, named: "board\($0)", of: \.team) }
    }
  }

  private final class EmptyKeyDelegate: BoardDelegate {
    override var firstState: BoardState { BoardState(team: "") }
  }

  @Test func wrongPartsKeepTheServerFromStarting() throws {
    let mistakes: [(any UIApplicationDelegate.Type, SharedPartError)] = [
      (TwoNamesDelegate.self, .twoParts(name: "board")), (BadNameDelegate.self, .badName("böard")),
      (ManyPartsDelegate.self, .tooManyParts(10_000)), (EmptyKeyDelegate.self, .emptyKey(part: "board")),
    ]
    for (app, mistake) in mistakes { #expect(throws: mistake) { try server(app) } }
  }
}

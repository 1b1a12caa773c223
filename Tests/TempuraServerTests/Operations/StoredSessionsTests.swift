import Foundation
import Basics
import Sessions
import SQLiteSessions
import Testing

@testable import TempuraServer

/// The actions of the command `sessions`.
@Suite struct StoredSessionsTests {
  private let storage = MemoryStorage()

  private static let year: Int64 = 365 * 24 * 3600
  private static let later = Int64(Date.now.timeIntervalSince1970) + year

  /// Stores a session under a key of some digits and then zeros.
  @discardableResult
  private func store(
    _ digits: String, _ content: String = #"{"state":1}"#, expiry: Int64 = later, isUsed: Bool = false,
    isQuarantined: Bool = false
  ) throws -> SessionKey {
    let key = try #require(SessionKey(digits + String(repeating: "0", count: 32 - digits.count)))
    let record = SessionRecord(
      version: 3, content: EncodedContent(bytes: Array(content.utf8)), created: 1_000_000_000, expiry: expiry,
      isUsed: isUsed)
    #expect(storage.save(record, for: key, replacing: 0) == .saved)
    if isQuarantined { storage.quarantine(key) }
    return key
  }

  private struct Outcome {
    var lines: [String] = []
    var reports: [String] = []
    var output: String { lines.joined(separator: "\n") }
  }

  @discardableResult
  private func run(_ line: String...) throws -> Outcome {
    var outcome = Outcome()
    let command = try SessionsCommand(line, environment: [:])
    try command.run(
      on: storage, at: StorageChoice(SQLiteLocation(path: "here")), print: { outcome.lines.append($0) },
      report: { outcome.reports.append($0) })
    return outcome
  }

  /// Runs the command `parts`.
  @discardableResult
  private func runParts(_ line: String...) throws -> Outcome {
    var outcome = Outcome()
    try SessionsCommand(line, of: .parts, environment: [:]).run(
      on: storage, at: StorageChoice(SQLiteLocation(path: "here")), print: { outcome.lines.append($0) },
      report: { outcome.reports.append($0) })
    return outcome
  }

  /// Stores a shared part.
  @discardableResult
  private func storePart(of text: String) throws -> SessionKey {
    let key = SessionKey(ofPart: "board", text)
    let content = SliceContent(name: "board", text: text, version: 1, value: [text, "tea"])
    let record = SessionRecord(version: 9, content: content, created: 1_000_000_000, expiry: Self.later, isUsed: true)
    _ = storage.save(record, for: key, replacing: 0)
    return key
  }

  @Test func sessionsAndPartsAreListedApart() throws {
    try store("ffff")
    let key = try storePart(of: "red \u{1b}[31m")
    #expect(key.hexadecimal.hasPrefix("ff"))
    #expect(try run("list").lines.count == 1)
    let digits = key.hexadecimal.prefix(12)
    let line = try #require(try runParts("list").lines.first)
    #expect(
      line.hasPrefix(#"{"part":"board","of":"red \u001b[31m","key":"\#(digits)","created":"2001-09-09T01:46:40Z","#))
    #expect(line.hasSuffix(#""version":9,"bytes":78}"#))
    #expect(try runParts("show", "\(digits)").output.contains(#""value" : ["#))
    #expect(try runParts("stats").output.contains(#""parts": 1"#))
    #expect(try run("stats").output.contains(#""sessions": 1"#))
    #expect(throws: NoSuchSession.self) { try run("show", "\(digits)") }
  }

  @Test func partsAreDeletedAndStoredAgain() throws {
    try store("ffff")
    let keys = [try storePart(of: "red"), try storePart(of: "blue")]
    try withFile { path throws in
      #expect(try runParts("export", path).reports == ["Exported parts: 2."])
      #expect(try runParts("delete", keys[0].hexadecimal).reports == ["Deleted parts: 1."])
      #expect(try runParts("import", path).reports == ["Imported parts: 1. Kept because they exist: 1. Expired: 0."])
      #expect(
        try runParts("import", path, "--replace").reports == [
          "Imported parts: 2. Kept because they exist: 0. Expired: 0."
        ])
      #expect(storage.record(for: keys[1])?.version == 10, "so that servers notice")
      #expect(try runParts("delete", "--all", "--yes").reports == ["Deleted parts: 2."])
    }
    #expect(try run("list").lines.count == 1)
    #expect(throws: CommandLineError.self) { try runParts("list", "--used") }
  }

  private func failure(_ line: String...) -> (status: Int32, text: String)? {
    do {
      let command = try SessionsCommand(line, environment: [:])
      try command.run(on: storage, at: .memory, print: { _ in }, report: { _ in })
      return nil
    } catch {
      return (SessionsCommand.status(of: error), "\(error)")
    }
  }

  private var keys: [String] {
    get throws {
      var keys: [String] = []
      try StoredSessions(storage: storage).forEach {
        keys.append($0.key.hexadecimal)
        return true
      }
      return keys
    }
  }

  private func withFile(_ text: String? = nil, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tempura-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "sessions.ndjson").path
    if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
    try body(path)
  }

  // MARK: - List, show and statistics

  @Test func aListHasALineForEachSession() throws {
    try store("bbbbbbbbbbbbb", isUsed: true)
    try store("aaaaaaaaaaaaa", expiry: Self.later)
    try store("ccccccccccccc", isQuarantined: true)
    let lines = try run("list").lines
    #expect(lines.map { $0.prefix(21) } == ["a", "b", "c"].map { "{\"key\":\"\(String(repeating: $0, count: 12))\"" })
    #expect(lines[1].contains(#""created":"2001-09-09T01:46:40Z""#))
    #expect(lines[1].hasSuffix(#""used":true,"version":3,"bytes":11,"quarantined":false}"#))
    #expect(lines.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) != nil })
    #expect(try run("list", "--used").lines == [lines[1]])
    #expect(try run("list", "--quarantined").lines == [lines[2]])
    #expect(try run("list", "--limit", "2").lines == Array(lines.prefix(2)))
    #expect(try run("list", "--full-ids").lines[0].hasPrefix(#"{"key":"aaaaaaaaaaaaa0000000000000000000","#))
  }

  @Test func allPagesOfSessionsAreListed() throws {
    for number in 0..<1234 { try store(String(format: "%06x", number * 7)) }
    #expect(try run("list").lines.count == 1234)
    #expect(try keys == keys.sorted())
  }

  @Test func aTimeBeyondTheCalendarIsPrintedAsANumber() throws {
    try store("abcdef", expiry: .max)
    #expect(try run("list").output.contains("\"expires\":9223372036854775807,"))
  }

  @Test func aSessionIsShownWithItsContent() throws {
    try store("abcdef", #"{"state":{"text":"a/b","number":0.1}}"#)
    #expect(
      try run("show", "ABCDEF").output.hasSuffix(
        """
          "quarantined": false,
          "content": {
            "state" : {
              "number" : 0.1,
              "text" : "a/b"
            }
          }
        }
        """))
  }

  @Test func controlCharactersAreEscaped() throws {
    try store("abcdef", "{\"state\":\"\\u001b[2J \u{9b}1m \u{202e} \u{e0041} \u{7f} é\"}")
    let output = try run("show", "abcdef").output
    #expect(output.contains(#""\u001b[2J \u009b1m \u202e \udb40\udc41 \u007f é""#))
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    #expect(
      (object?["content"] as? [String: Any])?["state"] as? String == "\u{1b}[2J \u{9b}1m \u{202e} \u{e0041} \u{7f} é")
    try withFile { path in
      try run("export", path)
      let line = try String(contentsOfFile: path, encoding: .utf8)
      #expect(line.contains(#" \u009b1m \u202e \udb40\udc41 \u007f é"#))
      try run("delete", "--all", "--yes")
      try run("import", path)
    }
    #expect(try run("show", "abcdef").output == output)
  }

  @Test func contentThatIsNotJSONIsShownAsBytes() throws {
    try store("abcdef", "{")
    #expect(try run("show", "abcdef").output.contains("\"contentBase64\": \"ew==\""))
  }

  @Test func aSessionIsNamedByUniqueFirstDigits() throws {
    try store("abcdef0")
    try store("abcdef1")
    try store("000000")
    try store("ffffff")
    #expect(try run("show", "abcdef1").output.contains("abcdef1"))
    #expect(try run("show", "000000").output.contains("000000"))
    #expect(try run("show", "ffffff").output.contains("ffffff"))
    #expect(failure("show", "abcdef")?.status == 2)
    #expect(failure("show", "abcdef")?.text == "Several sessions have keys that begin with abcdef. Write more digits.")
    #expect(failure("show", "abcdef2")?.status == 3)
    #expect(failure("show", "abcdef2")?.text == "No stored session has a key that begins with abcdef2.")
    #expect(failure("show", "aaaaaa")?.status == 3)
  }

  @Test func statisticsCountEverySessionOnce() throws {
    #expect(try run("stats").output.contains("\"sessions\": 0,"))
    try store("aaaaaa", String(repeating: "x", count: 100), isUsed: true)
    try store("bbbbbb")
    try store("cccccc", isQuarantined: true)
    try store("dddddd", expiry: 1)
    #expect(
      try run("stats").output == """
        {
          "place": "here",
          "sessions": 4,
          "used": 1,
          "lookedAt": 2,
          "quarantined": 1,
          "expired": 1,
          "bytes": 133,
          "meanBytes": 33,
          "largestBytes": 100,
          "largestKey": "aaaaaa000000",
          "oldest": "2001-09-09T01:46:40Z",
          "nextToExpire": \(SessionJSON.text(time: Self.later))
        }
        """)
  }

  // MARK: - Export and import

  @Test func importRestoresAnExportUnchanged() throws {
    try store("aaaaaa", #"{"state": 0.10, "z":1e2}"#, isUsed: true)
    try store("bbbbbb", "no JSON \u{0}\n", isQuarantined: true)
    _ = storage.save(
      SessionRecord(version: 1, content: EncodedContent(bytes: [0xff, 0x00]), expiry: Self.later),
      for: try #require(SessionKey("cccccc00000000000000000000000000")), replacing: 0)
    let before = try run("list", "--full-ids").lines
    let contents = try keys.map { try run("show", $0).output }
    try withFile { path in
      #expect(try run("export", path).reports == ["Exported sessions: 3."])
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      #expect(failure("export", path)?.text == "The file \(path) cannot be created: File exists.")
      try run("delete", "--all", "--yes")
      #expect(try keys.isEmpty)
      #expect(
        try run("import", path).reports == ["Imported sessions: 3. Kept because they exist: 0. Expired: 0."])
    }
    #expect(try run("list", "--full-ids").lines == before)
    #expect(try keys.map { try run("show", $0).output } == contents)
  }

  @Test func onlyNamedSessionsAreExported() throws {
    for digits in ["aaaaaa", "bbbbbb", "cccccc"] { try store(digits) }
    try withFile { path in
      #expect(try run("export", path, "cccccc", "aaaaaa", "cccccc").reports == ["Exported sessions: 2."])
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("aaaaaa") && text.contains("cccccc") && !text.contains("bbbbbb"))
    }
    try withFile { path in
      #expect(failure("export", path, "aaaaaa", "dddddd")?.status == 3)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func importReplacesExistingSessionsOnlyOnRequest() throws {
    let (present, aside) = (try store("aaaaaa", "old"), try store("bbbbbb", "old"))
    try store("cccccc", "old")
    try withFile { path in
      try run("export", path)
      for key in [present, aside] { storage.remove(key) }
      try store("aaaaaa", "new")
      try store("bbbbbb", "new", isQuarantined: true)
      storage.remove(try #require(SessionKey("cccccc00000000000000000000000000")))
      #expect(
        try run("import", path).reports == ["Imported sessions: 1. Kept because they exist: 2. Expired: 0."])
      #expect(try contents == ["new", "new", "old"])
      #expect(try run("list", "--quarantined").lines.count == 1)
      #expect(
        try run("import", path, "--replace").reports
          == ["Imported sessions: 3. Kept because they exist: 0. Expired: 0."])
      #expect(try contents == ["old", "old", "old"])
      // A server with the replaced version notices the change.
      #expect(storage.record(for: present)?.version == 4)
      #expect(storage.record(for: aside)?.version == 3)
    }
  }

  private var contents: [String] {
    get throws {
      var contents: [String] = []
      try StoredSessions(storage: storage).forEach {
        contents.append(String(decoding: try $0.record.content.encoded(), as: UTF8.self))
        return true
      }
      return contents
    }
  }

  @Test func importReplacesASessionThatAServerStoresMeanwhile() throws {
    let storage = TestStorage(bytes: true, memory: storage)
    let key = try store("aaaaaa", "old")
    try withFile { path in
      try run("export", path)
      let isFirst = Locked(true)
      storage.willSave = { _, _ in
        guard
          isFirst.withLock({ isFirst in
            defer { isFirst = false }; return isFirst
          })
        else { return }
        let record = SessionRecord(version: 9, content: EncodedContent(bytes: Array("newer".utf8)), expiry: Self.later)
        _ = storage.memory.save(record, for: key, replacing: 3)
      }
      let counts = try SessionFile(path).store(in: StoredSessions(storage: storage), replaces: true)
      #expect(counts == SessionFile.Counts(stored: 1))
      #expect(try contents == ["old"])
      #expect(storage.memory.record(for: key)?.version == 10)
    }
  }

  @Test func expiredSessionsAreNotImported() throws {
    try store("aaaaaa", expiry: 1)
    try withFile { path in
      try run("export", path)
      #expect(
        try run("import", path).reports == ["Imported sessions: 0. Kept because they exist: 0. Expired: 1."])
    }
  }

  private static func line(_ change: (inout [String: Any]) -> Void = { _ in }) -> String {
    var fields: [String: Any] = [
      "key": "aaaaaa00000000000000000000000000", "version": 1, "created": 1, "expires": later, "used": true,
      "quarantined": false, "content": "{}",
    ]
    change(&fields)
    let data = try? JSONSerialization.data(withJSONObject: fields)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  @Test(arguments: [
    ("{", "it is not JSON"), ("", "it is not JSON"), ("[1]", "it has the wrong type"),
    (line { $0["key"] = nil }, "it has no \"key\""), (line { $0["content"] = nil }, "it has no \"content\""),
    (line { $0["used"] = "yes" }, "its \"used\" has the wrong type"),
    (line { $0["key"] = "abc" }, "its \"key\" does not have 32 digits from 0 to f"),
    (line { $0["version"] = 0 }, "its \"version\" is out of range"),
    (line { $0["version"] = UInt64.max }, "its \"version\" is out of range"),
    (line().replacing("\"version\":1", with: "\"version\":99999999999999999999"), "it is not JSON"),
    (line().replacing("\"created\":1", with: "\"created\":-1e400"), "it is not JSON"),
    (line { $0["expires"] = Int64.max }, "its \"expires\" is out of range"),
    (line { $0["created"] = -1 }, "its \"created\" is out of range"),
    (line(), "it has the same key as line 1"),
  ])
  func aDamagedLineIsNamedAndNothingIsImported(damage: String, reason: String) throws {
    try withFile(
      [Self.line(), damage, Self.line { $0["key"] = String(repeating: "b", count: 32) }, ""].joined(separator: "\n")
    ) { path in
      let failure = try #require(self.failure("import", path))
      #expect(failure.text == "\(path):2: This line is not an exported session: \(reason). Nothing was imported.")
      #expect(failure.status == 1)
      #expect(try keys.isEmpty)
    }
  }

  @Test func anUnreadableFileIsNamed() throws {
    try withFile { path in
      #expect(failure("import", path)?.text == "The file \(path) cannot be read: No such file or directory.")
      #expect(failure("import", path)?.status == 1)
      #expect(failure("import", "/")?.text == "The file / cannot be read: Is a directory.")
      #expect(
        failure("export", "\(path)/x")?.text == "The file \(path)/x cannot be created: No such file or directory.")
    }
  }

  // MARK: - Deleting

  @Test func noSessionIsDeletedIfOneIsMissing() throws {
    for digits in ["aaaaaa", "bbbbbb", "cccccc", "dddddd"] { try store(digits, isQuarantined: digits == "bbbbbb") }
    #expect(failure("delete", "aaaaaa", "eeeeee")?.status == 3)
    #expect(try keys.count == 4)
    #expect(try run("delete", "aaaaaa", "bbbbbb", "aaaaaa").reports == ["Deleted sessions: 2."])
    #expect(try keys.map { $0.prefix(6) } == ["cccccc", "dddddd"])
    #expect(try run("delete", "--all", "--yes").reports == ["Deleted sessions: 2."])
    #expect(try keys.isEmpty)
  }

  @Test func anErrorOfTheStorageIsAFailure() throws {
    let storage = TestStorage(memory: storage)
    storage.problem = .unavailable("The disk is full.")
    try withFile(Self.line()) { path in
      let error = #expect(throws: StorageError.self) {
        try SessionFile(path).store(in: StoredSessions(storage: storage), replaces: false)
      }
      #expect(error.map(SessionsCommand.status) == 1)
    }
  }
}

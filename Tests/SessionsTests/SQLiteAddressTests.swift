import SessionsTesting
import TestSupport
import Testing

@testable import SQLiteSessions
@testable import Sessions

/// How a file counts the sessions of an address, and what that costs.
@Suite(.timeLimit(.minutes(2))) struct SQLiteAddressTests {
  private let clock = TestClock()

  private func open(_ folder: TemporaryFolder, limit: Int) throws -> SQLiteStorage {
    try SQLiteStorage(path: folder.path("sessions.db"), limits: StorageLimits(sessionsPerAddress: limit)) {
      [clock] in clock.now
    }
  }

  private func insert(_ storage: SQLiteStorage, expiry: Int64 = 2000, isUsed: Bool = false) async throws -> SavedSession
  {
    try await storage.save(
      testRecord(expiry: expiry, isUsed: isUsed, address: 7), for: SessionKey(of: .random()), replacing: 0)
  }

  /// Calls a function with the writer.
  private func withWriter<Value: Sendable>(
    _ storage: SQLiteStorage, _ body: @escaping @Sendable (SessionWriter) -> Value
  ) async throws -> Value {
    try #require(await storage.queue.run(body))
  }

  /// The work of SQLite for a new session of an address that has as many as allowed.
  private func work(limit: Int, isUsed: Bool) async throws -> Connection.Work {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let storage = try open(folder, limit: limit)
    defer { storage.close() }
    for _ in 0..<limit { #expect(try await insert(storage, isUsed: isUsed) == .saved) }
    let expected: SavedSession = isUsed ? .tooManyOfAddress : .saved
    #expect(try await insert(storage) == expected)  // counts the sessions
    _ = try await withWriter(storage) { $0.connection.takeWork() }
    #expect(try await insert(storage) == expected)
    return try await withWriter(storage) { $0.connection.takeWork() }
  }

  @Test(arguments: [false, true])
  func theCostAtTheLimitDoesNotDependOnTheNumberOfSessions(isUsed: Bool) async throws {
    let (few, many) = (try await work(limit: 100, isUsed: isUsed), try await work(limit: 1000, isUsed: isUsed))
    #expect(few.steps > 0)
    #expect(many.steps == few.steps)
    #expect(many.scans == 0)
    #expect(many.sorts == 0)
  }

  @Test func theCostBelowTheLimitDoesNotDependOnTheNumberOfSessions() async throws {
    try await TemporaryFolder.with { folder async throws in
      let storage = try open(folder, limit: 1000)
      defer { storage.close() }
      var steps: [Int] = []
      for _ in 0..<900 {
        _ = try await insert(storage)
        steps.append(try await withWriter(storage) { $0.connection.takeWork().steps })
      }
      // From a number on, the count is kept.
      #expect(steps[100...].max() == steps[100...].min())
      #expect(try #require(steps.max()) < 2000)
    }
  }

  @Test func theCountIsRightAfterAnyChanges() async throws {
    try await TemporaryFolder.with { folder async throws in
      let limit = 80  // such a count is kept
      let storage = try open(folder, limit: limit)
      defer { storage.close() }
      let other = try storage.file.connect(.crash)
      var numbers = SeededNumbers(seed: 1)
      func stored() throws -> Int64 {
        try other.integer("SELECT count(*) FROM sessions WHERE address = 7 AND aside = 0")
      }
      func some() async throws -> SessionKey? {
        try await storage.list(limit: 1000).randomElement(using: &numbers)?.key
      }
      for step in 0..<1500 {
        let before = try stored()
        switch Int.random(in: 0..<60, using: &numbers) {
        case 0: if let key = try await some() { _ = try await storage.remove(key) }
        case 1: if let key = try await some() { try await storage.setAside(key) }
        case 2:
          if let key = try await some() {
            let left = testRecord(version: 2, expiry: clock.now + 60)
            _ = try await storage.rename(key, to: SessionKey(of: .random()), replacing: 1, leaving: left)
          }
        case 3: _ = try await storage.removeExpired()
        case 4: clock.now += 5
        case 5: try other.execute("DELETE FROM sessions WHERE id = (SELECT min(id) FROM sessions)")
        case 6: try other.execute("UPDATE sessions SET aside = 0 WHERE id = (SELECT max(id) FROM sessions)")
        case 7:
          // If it is expired or was set aside, another one begins under its key.
          if let key = try await some() {
            _ = try await storage.save(testRecord(expiry: clock.now + 900, address: 7), for: key, replacing: 0)
          }
        default:
          let result = try await insert(storage, expiry: clock.now + Int64.random(in: 1...900, using: &numbers))
          #expect(result == .saved)
          #expect(try stored() == min(before + 1, max(Int64(limit), before)), "step \(step)")
        }
      }
      #expect(try stored() > 50)
    }
  }

  @Test func theCountIsRightAfterAFailedTransaction() async throws {
    try await TemporaryFolder.with { folder async throws in
      let storage = try open(folder, limit: 70)
      defer { storage.close() }
      for _ in 0..<69 { _ = try await insert(storage) }
      let other = try storage.file.connect(.crash)
      try other.execute(
        "CREATE TRIGGER no AFTER INSERT ON sessions WHEN NEW.expiry = 1500 BEGIN SELECT RAISE(ABORT, 'no'); END")
      await #expect(throws: StorageError.self) { try await insert(storage, expiry: 1500) }
      _ = try await insert(storage)
      #expect(try other.integer("SELECT count(*) FROM sessions") == 70)
    }
  }

  @Test func aServerAddsTheIndexToAFileOfAnEarlierRelease() async throws {
    try await TemporaryFolder.with { folder async throws in
      func indexes(_ storage: SQLiteStorage) throws -> String {
        try storage.file.connect(.crash).text(
          """
          SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE INDEX%' ORDER BY name)
          """)
      }
      var storage = try open(folder, limit: 3)
      for _ in 0..<3 { _ = try await insert(storage) }
      try storage.file.connect(.crash).execute(
        """
        DROP INDEX sessions_of_address;
        CREATE INDEX sessions_address ON sessions (address) WHERE address <> 0 AND aside = 0;
        """)
      storage.close()
      storage = try SQLiteStorage(path: folder.path("sessions.db"), isServer: false)
      #expect(try indexes(storage) == "sessions_address,sessions_due")
      #expect(try await storage.list().count == 3)
      storage.close()
      storage = try open(folder, limit: 3)
      defer { storage.close() }
      #expect(try indexes(storage) == "sessions_due,sessions_of_address")
      #expect(try await insert(storage) == .saved)
      #expect(try await storage.list().count == 3)
    }
  }
}

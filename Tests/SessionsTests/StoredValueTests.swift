import SQLiteConnections
import SessionsTesting
import TestSupport
import Testing

@testable import PostgresSessions
@testable import RedisSessions
@testable import SQLiteSessions
@testable import Sessions

/// Values in storages that no server stores, but another program may.
@Suite(.timeLimit(.minutes(2))) struct StoredValueTests {
  private let clock = TestClock()
  private let key = SessionKey(of: .random())

  private static let extremes = ["-9223372036854775808", "-1", "0", "9223372036854775807"]

  /// The result of loading the session, as a text.
  private func loaded(_ storage: any SessionStorage, unless version: UInt64 = 0) async throws -> String {
    switch try await storage.load(key, unless: version) {
    case .none: "none"
    case .unchanged: "unchanged"
    case .record: "record"
    case .unreadable(let reason, _): reason
    }
  }

  /// Expects that all calls for the session succeed, and that a new session can be stored then.
  private func expectAllCallsSucceed(_ storage: any SessionStorage) async throws {
    let newKey = SessionKey(of: .random())
    try await storage.touch(key, expiry: 3000)
    _ = try await storage.save(testRecord(version: 6), for: key, replacing: 5)
    try await storage.quarantine(key)
    #expect(try await loaded(storage) == "none")
    _ = try await storage.rename(key, to: newKey)
    #expect(try await storage.list().count == 1)
    for key in [key, newKey] { try await storage.remove(key) }
    #expect(try await storage.list().isEmpty)
    #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
  }

  // MARK: - SQLite

  private func inFile(
    _ column: String, _ value: String, _ body: (SQLiteStorage) async throws -> Void
  ) async throws {
    try await TemporaryFolder.with { folder async throws in
      let storage = try SQLiteStorage(path: folder.path("sessions.db")) { [clock] in clock.now }
      defer { storage.close() }
      _ = try await storage.save(testRecord(version: 5), for: key, replacing: 0)
      try storage.file.connect(.crash).execute("UPDATE sessions SET \(column) = \(value)")
      try await body(storage)
    }
  }

  @Test(arguments: extremes + ["9007199254740992"])
  func aVersionInAFileThatNoServerStoresIsUnreadable(version: String) async throws {
    try await inFile("version", version) { storage async throws in
      let number = try UInt64(bitPattern: #require(Int64(version)))
      for known in [0, 1, 5] as [UInt64] {
        #expect(try await loaded(storage, unless: known) == "its version \(number) is out of range")
      }
      #expect(try await storage.list().map(\.record.version) == [number])
      try await expectAllCallsSucceed(storage)
    }
  }

  @Test(arguments: ["created", "due", "used"], extremes)
  func anyOtherNumberInAFileIsRead(column: String, value: String) async throws {
    try await inFile(column, value) { storage async throws in
      #expect(try await loaded(storage) == "record")
      try await expectAllCallsSucceed(storage)
    }
  }

  @Test(arguments: zip(extremes, ["none", "none", "none", "record"]))
  func anExpiryInAFileCanBeAnyNumber(expiry: String, result: String) async throws {
    try await inFile("expiry", expiry) { storage async throws in
      #expect(try await loaded(storage) == result)
      try await expectAllCallsSucceed(storage)
    }
  }

  @Test func aRowWithoutAKeyHidesNoOthers() async throws {
    try await inFile("version", "version") { storage async throws in
      let other = try storage.file.connect(.crash)
      try other.execute(
        """
        INSERT INTO sessions (key, version, created, expiry, due, used, aside, content, checksum)
        VALUES (x'00', 1, 0, 2000, 2000, 0, 0, x'', 0)
        """)
      #expect(try await storage.list(limit: 1).map(\.key) == [key])
    }
  }

  // MARK: - Redis

  private func inRedis(
    _ fields: [String], _ body: (RedisStorage) async throws -> Void
  ) async throws {
    let server = try RedisServer.shared()
    let prefix = SessionID.random().cookieValue
    let url = try server.url("prefix=\(prefix)")
    let storage = try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) {
      [clock] in clock.now
    }
    defer { storage.close() }
    _ = try await storage.save(testRecord(version: 5), for: key, replacing: 0)
    let name = "\(prefix):session:\(key.hexadecimal)"
    if let value = fields.dropFirst().first {
      try server.ask("HSET", name, fields[0], value)
    } else {
      try server.ask("HDEL", name, fields[0])
    }
    try await body(storage)
  }

  @Test(arguments: [
    "-9223372036854775808", "-1", "18446744073709551616", "1e3", "", "x", "+5", "05", "5 ", "nan",
  ])
  func aVersionInRedisThatIsNoNumberIsUnreadable(version: String) async throws {
    try await inRedis(["v", version]) { storage async throws in
      #expect(try await loaded(storage) == "its version is no number")
      try await expectAllCallsSucceed(storage)
    }
  }

  @Test(arguments: ["0", "9007199254740992", "9223372036854775807", "18446744073709551615"])
  func aVersionInRedisThatNoServerStoresIsUnreadable(version: String) async throws {
    try await inRedis(["v", version]) { storage async throws in
      for known in [0, 1, 5] as [UInt64] {
        #expect(try await loaded(storage, unless: known) == "its version \(version) is out of range")
      }
      try await expectAllCallsSucceed(storage)
    }
  }

  @Test(arguments: [
    ("created", "creation time"), ("expiry", "expiry"), ("used", "use"),
  ])
  func aFieldInRedisThatIsNoNumberIsUnreadable(field: String, name: String) async throws {
    for value in ["x", "", "99999999999999999999", "nan"] {
      try await inRedis([field, value]) { storage async throws in
        #expect(try await loaded(storage) == "its \(name) is no number")
        try await expectAllCallsSucceed(storage)
      }
    }
  }

  @Test(arguments: ["v", "c", "created", "expiry", "used"])
  func aMissingFieldInRedisIsUnreadable(field: String) async throws {
    try await inRedis([field]) { storage async throws in
      let reason = try await loaded(storage)
      #expect(field == "v" ? reason == "none" : reason.hasPrefix("it"))
    }
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808"])
  func aTimeInRedisCanBeAnyNumber(time: String) async throws {
    try await inRedis(["created", time]) { storage async throws in
      #expect(try await loaded(storage) == "record")
      try await expectAllCallsSucceed(storage)
    }
    try await inRedis(["expiry", time]) { storage async throws in
      #expect(try await loaded(storage) == (time.hasPrefix("-") ? "none" : "record"))
    }
  }

  // MARK: - PostgreSQL

  @Test(arguments: extremes + ["9007199254740992"])
  func aVersionInPostgresThatNoServerStoresIsUnreadable(version: String) async throws {
    let server = try PostgresServer.shared()
    let name = "t" + SessionID.random().cookieValue
    let storage = try SharedStorageKind.postgres.open(name, StorageLimits(), clock)
    defer { storage.close() }
    _ = try await storage.save(testRecord(version: 5), for: key, replacing: 0)
    try server.ask("UPDATE \(name)_sessions SET version = \(version)")
    let number = try UInt64(bitPattern: #require(Int64(version)))
    #expect(try await loaded(storage) == "its version \(number) is out of range")
    try await expectAllCallsSucceed(storage)
  }
}

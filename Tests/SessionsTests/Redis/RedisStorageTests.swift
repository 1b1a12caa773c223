import SessionsTesting
import Synchronization
import Testing

@testable import RedisSessions
@testable import Sessions

/// What only a storage in Redis does.
@Suite(.timeLimit(.minutes(2))) struct RedisStorageTests {
  private let clock = TestClock()
  private let key = SessionKey(of: .random())
  private let prefix = SessionID.random().cookieValue

  private func record(_ text: String, version: UInt64, expiry: Int64 = 2000) -> SessionRecord {
    SessionRecord(version: version, content: EncodedContent(bytes: Array(text.utf8)), expiry: expiry)
  }

  private func storage(
    _ server: RedisServer, limits: StorageLimits = StorageLimits()
  ) throws -> RedisStorage {
    let url = try server.url("prefix=\(prefix)")
    return try RedisStorage(url, limits: limits, timeouts: .patient) { [clock] in clock.now }
  }

  // MARK: - The data in Redis

  @Test func redisExpiresAllKeys() async throws {
    let server = try RedisServer.shared()
    let storage = try storage(server)
    defer { storage.close() }
    _ = try await storage.save(record("one", version: 1), for: key, replacing: 0)
    func seconds() throws -> Int { try Int(server.ask("TTL", "\(prefix):session:\(key.hexadecimal)")) ?? 0 }
    #expect((900...1000).contains(try seconds()))
    try await storage.touch(key, expiry: 5000)
    #expect((3900...4000).contains(try seconds()))
    try await storage.remove(key)
    #expect(try server.ask("--scan", "--pattern", "\(prefix):*") == "\(prefix):format")
  }

  @Test func storagesWithDifferentPrefixesOrDatabasesAreIndependent() async throws {
    let server = try RedisServer.shared()
    let storages = try ["prefix=\(prefix)", "prefix=\(prefix).2", "prefix=\(prefix)&database=1"].map { query in
      try RedisStorage(server.url(query), limits: StorageLimits(), timeouts: .patient) { [clock] in clock.now }
    }
    defer { for storage in storages { storage.close() } }
    for (index, storage) in storages.enumerated() {
      #expect(try await storage.save(record("\(index)", version: 1), for: key, replacing: 0) == .saved)
    }
    for storage in storages { #expect(try await storage.list().count == 1) }
    for storage in storages { try await storage.remove(key) }
  }

  @Test func aListMayNeedSeveralCalls() async throws {
    let storage = try storage(RedisServer.shared())
    defer { storage.close() }
    var records = (0..<130).map { _ in (SessionKey(of: .random()), record("x", version: 1)) }
    for index in 0..<30 { records[index].1.expiry = 1500 }
    for (key, record) in records { _ = try await storage.save(record, for: key, replacing: 0) }
    clock.now = 1500
    let keys = records[30...].map(\.0).sorted()
    // Expired sessions do not make the list shorter.
    #expect(try await storage.list(limit: 80).map(\.key) == Array(keys.prefix(80)))
    #expect(try await storage.list(after: keys[79]).map(\.key) == Array(keys.suffix(20)))
    #expect(try await storage.list(limit: 0).isEmpty)
  }

  @Test func aValueThatIsNotASessionIsReported() async throws {
    let server = try RedisServer.shared()
    let storage = try storage(server)
    defer { storage.close() }
    let name = "\(prefix):session:\(key.hexadecimal)"
    try server.ask("SET", name, "x")
    let other = RedisError.otherType.inUse(of: try server.url())
    await #expect(throws: other) { try await storage.load(key) }
    await #expect(throws: other) { try await storage.save(record("x", version: 1), for: key, replacing: 0) }
    await #expect(throws: other) { try await storage.list() }
    try server.ask("DEL", name)
  }

  // MARK: - Calls

  @Test func scriptsThatRedisDoesNotKnowAreSentAgain() async throws {
    let server = try RedisServer()
    let storage = try storage(server)
    defer { storage.close() }
    for version in UInt64(1)...3 {
      try server.ask("SCRIPT", "FLUSH")
      #expect(try await storage.save(record("x", version: version), for: key, replacing: version - 1) == .saved)
      #expect(try await storage.record(key)?.version == version)
    }
    // Some of these calls find the script that others sent.
    try server.ask("SCRIPT", "FLUSH")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<300 {
        let key = SessionKey(of: .random())
        group.addTask { () async throws in
          #expect(try await storage.save(record("x", version: 1), for: key, replacing: 0) == .saved)
        }
      }
      try await group.waitForAll()
    }
  }
}

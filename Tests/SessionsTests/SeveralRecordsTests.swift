import SessionsTesting
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import RedisSessions
@testable import Sessions

/// What databases do with several records that are stored as one, besides what all storages do.
@Suite(.timeLimit(.minutes(2))) struct SeveralRecordsTests {
  private let keys = (0..<2).map { _ in SessionKey(of: .random()) }

  private func saves(replacing version: UInt64) -> [RecordSave] {
    keys.map { RecordSave(testRecord("\(version + 1)", version: version + 1), for: $0, replacing: version) }
  }

  /// Gives the first session another key.
  private func newKey(of session: SessionRecord) -> [RecordSave] {
    [
      RecordSave(session, for: SessionKey(of: .random()), replacing: 0),
      RecordSave(testRecord("left", version: session.version + 1), for: keys[0], replacing: session.version),
    ]
  }

  private func texts(_ storage: any SessionStorage) async throws -> [String?] {
    var texts: [String?] = []
    for key in keys { texts.append(try await storage.record(key)?.text) }
    return texts
  }

  // MARK: - Redis

  private func storage(_ url: RedisURL) throws -> RedisStorage {
    try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
  }

  @Test func aSaveIsAppliedOnceIfItsReplyOfRedisIsLost() async throws {
    let server = try RedisServer()
    let proxy = try LossyProxy(to: server)
    let storage = try storage(RedisURL(proxy.url))
    defer { storage.close() }
    #expect(try await storage.save(saves(replacing: 0)) == .saved)
    proxy.loseNextReply()
    #expect(try await storage.save(saves(replacing: 1)) == .saved)
    #expect(try await texts(storage) == ["2", "2"])
    let stored = try #require(await storage.record(keys[0]))
    proxy.loseNextReply()
    #expect(try await storage.save(newKey(of: stored)) == .saved)
    proxy.loseNextReply()
    #expect(try await storage.save([RecordSave(quarantining: testRecord(version: 2), for: keys[1])]) == .saved)
    #expect(try await texts(storage) == ["left", nil])
    #expect(proxy.losses == 3)
    withExtendedLifetime(server) {}
  }

  @Test func aRedisWithoutMemoryStoresNone() async throws {
    let server = try RedisServer()
    let storage = try storage(server.url())
    defer { storage.close() }
    #expect(try await storage.save(testRecord("1"), for: keys[1], replacing: 0) == .saved)
    try server.ask("CONFIG", "SET", "maxmemory", "1")
    let full = RedisError.outOfMemory.inUse(of: try server.url())
    let mixed = [saves(replacing: 0)[0], saves(replacing: 1)[1]]
    for saves in [mixed, mixed.reversed()] {
      await #expect(throws: full) { try await storage.save(saves) }
      #expect(try await texts(storage) == [nil, "1"])
    }
  }

  // MARK: - PostgreSQL

  private func storage(_ url: PostgresURL) throws -> PostgresStorage {
    try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
  }

  @Test func aSaveIsAppliedOnceIfItsResultOfPostgresIsLost() async throws {
    let server = try PostgresServer()
    let proxy = try PostgresProxy(to: "\(server.folder)/.s.PGSQL.5432")
    let storage = try storage(PostgresURL("postgres://postgres@/postgres?host=\(proxy.folder)&pool=1"))
    defer { storage.close() }
    for version in 0..<2 as Range<UInt64> {
      proxy.loseNextAnswer()
      #expect(try await storage.save(saves(replacing: version)) == .saved)
      #expect(try await texts(storage) == ["\(version + 1)", "\(version + 1)"])
    }
    let new = [
      RecordSave(testRecord(), for: SessionKey(of: .random()), replacing: 0),
      RecordSave(testRecord(), for: SessionKey(of: .random()), replacing: 0),
    ]
    proxy.loseNextAnswer()
    #expect(try await storage.save(new) == .saved)
    #expect(try server.ask("SELECT count(DISTINCT save) FROM tempura_sessions") == "2")
    let stored = try #require(await storage.record(keys[0]))
    proxy.loseNextAnswer()
    #expect(try await storage.save(newKey(of: stored)) == .saved)
    proxy.loseNextAnswer()
    #expect(try await storage.save([RecordSave(quarantining: testRecord(version: 2), for: keys[1])]) == .saved)
    #expect(try await texts(storage) == ["left", nil])
    #expect(proxy.losses == 5)
    #expect(try server.ask("SELECT count(*) FROM tempura_sessions") == "5")
  }
}

import SQLiteConnections
import SessionsTesting
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import RedisSessions
@testable import SQLiteSessions
@testable import Sessions

/// What servers of this release and of the next one can rely on while they share a storage.
@Suite(.timeLimit(.minutes(2))) struct StorageFormatTests {
  private let query = "prefix=t\(SessionID.random().cookieValue)"
  private let key = SessionKey(of: .random())

  /// - Parameter add: Adds something to the record.
  private func expectThatARecordKeeps<Storage: SessionStorage>(
    _ open: () throws -> Storage, add: () throws -> Void, read: () throws -> String
  ) async throws {
    for step in 0..<2 {
      let storage = try open()
      defer { storage.close() }
      if step == 0 {
        #expect(try await storage.save(testRecord("old"), for: key, replacing: 0) == .saved)
        try add()
      } else {
        #expect(try await storage.save(testRecord("new", version: 2), for: key, replacing: 1) == .saved)
        #expect(try await storage.record(key)?.text == "new")
      }
      #expect(try read() == "kept")
    }
  }

  @Test func aFileKeepsAColumnOfAnotherRelease() async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.path("sessions.sqlite")
      try await expectThatARecordKeeps {
        try SQLiteStorage(path: path) { 1000 }
      } add: {
        try SQLiteConnection(path).execute("ALTER TABLE sessions ADD COLUMN more TEXT DEFAULT 'kept'")
      } read: {
        try SQLiteConnection(path).text("SELECT more FROM sessions")
      }
    }
  }

  @Test func aTableKeepsAColumnOfAnotherRelease() async throws {
    let server = try PostgresServer.shared()
    let url = try server.url(query)
    try await expectThatARecordKeeps {
      try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    } add: {
      try server.ask("ALTER TABLE \(url.prefix)_sessions ADD COLUMN more text DEFAULT 'kept'")
    } read: {
      try server.ask("SELECT more FROM \(url.prefix)_sessions")
    }
  }

  private func redis(_ url: RedisURL) throws -> RedisStorage {
    try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
  }

  @Test func aRedisKeepsAFieldOfAnotherRelease() async throws {
    let server = try RedisServer.shared()
    let url = try server.url(query)
    let name = "\(url.prefix):session:\(key.hexadecimal)"
    try await expectThatARecordKeeps {
      try redis(url)
    } add: {
      try server.ask("HSET", name, "more", "kept")
    } read: {
      try server.ask("HGET", name, "more")
    }
  }

  @Test func aRedisOfAnotherReleaseIsRefused() throws {
    let server = try RedisServer.shared()
    let url = try server.url(query)
    for _ in 0..<2 { try redis(url).close() }
    #expect(try server.ask("HGET", "\(url.prefix):format", "number") == "\(SessionRecord.format)")
    for version in [2, 4] {
      try server.ask("HSET", "\(url.prefix):format", "number", "\(version)")
      #expect(throws: RedisError.otherFormat(version).atStart(of: url)) { try redis(url) }
    }
  }

  @Test func aClusterOfAnotherReleaseIsRefused() throws {
    let servers = try RedisClusterServers.shared()
    let url = try servers.url(query)
    for _ in 0..<2 { try redis(url).close() }
    let server = servers.primaries[servers.shard(of: RedisNames.slot(tag: 0))]
    try server.ask("HSET", "\(url.prefix):format:{000}", "number", "4")
    #expect(throws: RedisError.otherFormat(4).atStart(of: url)) { try redis(url) }
  }
}

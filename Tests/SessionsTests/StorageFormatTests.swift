import SessionsTesting
import TestSupport
import Testing

@testable import PostgresSessions
@testable import RedisSessions
@testable import SQLiteSessions
@testable import Sessions

/// The format of a storage: a new one has the latest, and one of the release before keeps its format until an operator raises it.
@Suite(.timeLimit(.minutes(2))) struct StorageFormatTests {
  private let query = "prefix=t\(SessionID.random().cookieValue)"

  /// - Parameter forget: Makes the storage one of the release before.
  private func expectFormats<Storage: SessionStorage>(
    _ open: () throws -> Storage, forget: () throws -> Void
  ) async throws {
    func withStorage(_ body: (Storage) async throws -> Void) async throws {
      let storage = try open()
      defer { storage.close() }
      try await body(storage)
    }
    for _ in 0..<2 {
      try await withStorage { storage in
        #expect(storage.format == .latest)
        _ = try await storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0)
      }
    }
    try forget()
    for _ in 0..<2 { try await withStorage { #expect($0.format == .previous) } }
    try await withStorage { storage in
      try await storage.finishUpgrade()
      #expect(storage.format == .previous)
    }
    try await withStorage { #expect($0.format == .latest) }
  }

  @Test func aFileKeepsTheFormatOfTheReleaseBefore() async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.path("sessions.sqlite")
      try await expectFormats {
        try SQLiteStorage(path: path) { 1000 }
      } forget: {
        try Connection(path, flags: 2).execute("PRAGMA user_version = 1")
      }
    }
  }

  private func forgetFormat(of url: RedisURL, in servers: RedisClusterServers) throws {
    try servers.primaries[servers.shard(of: RedisNames.slot(tag: 0))].ask("DEL", "\(url.prefix):format:{000}")
  }

  private func redis(_ url: RedisURL) throws -> RedisStorage {
    try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
  }

  @Test func aRedisKeepsTheFormatOfTheReleaseBefore() async throws {
    let server = try RedisServer.shared()
    let url = try server.url(query)
    try await expectFormats {
      try redis(url)
    } forget: {
      try server.ask("DEL", "\(url.prefix):format")
    }
    try server.ask("HSET", "\(url.prefix):format", "number", "3")
    #expect(throws: RedisError.newerFormat.atStart(of: url)) { try redis(url) }
  }

  @Test func aClusterKeepsTheFormatOfTheReleaseBefore() async throws {
    let servers = try RedisClusterServers.shared()
    let url = try servers.url(query)
    try await expectFormats {
      try redis(url)
    } forget: {
      try forgetFormat(of: url, in: servers)
    }
  }

  @Test func aTableKeepsTheFormatOfTheReleaseBefore() async throws {
    let server = try PostgresServer.shared()
    let url = try server.url(query)
    try await expectFormats {
      try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    } forget: {
      try server.ask("COMMENT ON TABLE \(url.prefix)_sessions IS 'Sessions of Tempura, version 1'")
    }
  }

  // MARK: - What servers of the release before are told

  /// - Parameter forget: Makes the storage one of the release before.
  private func expectReportsToAll<Storage: SessionStorage>(
    _ open: () throws -> Storage, forget: () throws -> Void
  ) async throws {
    let first = try open()
    let keys = (0..<4).map { _ in SessionKey(of: .random()) }.sorted()
    for key in keys { #expect(try await first.save(testRecord(), for: key, replacing: 0) == .saved) }
    first.close()
    try forget()
    let (node, other) = try (open(), open())
    defer { for storage in [node, other] { storage.close() } }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = node.subscribe { log.yield($0) }
    await waitUntil { node.isInTouch }
    // The node has loaded none of them, as one of the release before, which is never a reader.
    #expect(try await other.save(testRecord(version: 2), for: keys[0], replacing: 1) == .saved)
    #expect(try await other.remove(keys[1]))
    try await other.setAside(keys[2])
    #expect(try await other.rename(keys[3], to: SessionKey(of: .random()), replacing: 1) == .saved)
    var missing = Set(keys)
    for await change in changes {
      if let change { missing.remove(change) }
      if missing.isEmpty { break }
    }
    withExtendedLifetime(subscription) {}
  }

  @Test func allServersAreToldInTheFormatOfTheReleaseBefore() async throws {
    let redis = try RedisServer.shared()
    let redisURL = try redis.url(query)
    try await expectReportsToAll {
      try self.redis(redisURL)
    } forget: {
      try redis.ask("DEL", "\(redisURL.prefix):format")
    }
    let cluster = try RedisClusterServers.shared()
    let clusterURL = try cluster.url(query)
    try await expectReportsToAll {
      try self.redis(clusterURL)
    } forget: {
      try forgetFormat(of: clusterURL, in: cluster)
    }
    let postgres = try PostgresServer.shared()
    let postgresURL = try postgres.url(query)
    try await expectReportsToAll {
      try PostgresStorage(postgresURL, limits: StorageLimits(), timeouts: .patient) { 1000 }
    } forget: {
      try postgres.ask("COMMENT ON TABLE \(postgresURL.prefix)_sessions IS NULL")
    }
  }
}

import SessionsTesting
import TestSupport

@testable import PostgresConnections
@testable import PostgresSessions
@testable import RedisSessions
@testable import SQLiteSessions
@testable import Sessions

typealias TestClock = StorageClock

/// A kind of storage. Each test has an empty storage.
struct StorageKind: Sendable, CustomStringConvertible {
  let description: String
  /// Opens a storage, which may use the folder. The test closes it.
  let make: @Sendable (TestClock, StorageLimits, TemporaryFolder) throws -> any SessionStorage

  static let all = [
    StorageKind(description: "memory") { clock, _, _ in MemoryStorage { clock.now } },
    StorageKind(description: "SQLite") { clock, limits, folder in
      try SQLiteStorage(path: folder.path("sessions.sqlite"), limits: limits) { clock.now }
    },
    StorageKind(description: "SQLite, durable") { clock, limits, folder in
      try SQLiteStorage(path: folder.path("sessions.sqlite"), durability: .power, limits: limits) { clock.now }
    },
    redis, redisCluster, postgres,
  ]

  static let (redis, redisCluster, postgres) = (
    StorageKind(SharedStorageKind.redis), StorageKind(SharedStorageKind.redisCluster),
    StorageKind(SharedStorageKind.postgres)
  )

  private init(
    description: String,
    make: @escaping @Sendable (TestClock, StorageLimits, TemporaryFolder) throws -> any SessionStorage
  ) {
    (self.description, self.make) = (description, make)
  }

  private init(_ kind: SharedStorageKind) {
    self.init(description: kind.description) { clock, limits, _ in
      try kind.open("t\(SessionID.random().cookieValue)", limits, clock)
    }
  }

  /// Runs a test on a new storage.
  func with(
    _ clock: TestClock, _ limits: StorageLimits = StorageLimits(),
    _ body: (any SessionStorage) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let storage = try make(clock, limits, folder)
    defer { storage.close() }
    try await body(storage)
  }
}

/// A kind of storage that several servers can use, on the server that all tests share.
struct SharedStorageKind: Sendable, CustomStringConvertible {
  let description: String
  /// Opens a storage, which the test closes. Those with one name have the same sessions.
  let open: @Sendable (_ name: String, StorageLimits, TestClock) throws -> any SessionStorage

  static let redis = SharedStorageKind(description: "Redis") { name, limits, clock in
    try RedisStorage(RedisServer.shared().url("prefix=\(name)"), limits: limits, timeouts: .patient) { clock.now }
  }

  static let redisCluster = SharedStorageKind(description: "Redis Cluster") { name, limits, clock in
    try RedisStorage(RedisClusterServers.shared().url("prefix=\(name)"), limits: limits, timeouts: .patient) {
      clock.now
    }
  }

  static let postgres = SharedStorageKind(description: "PostgreSQL") { name, limits, clock in
    try PostgresStorage(PostgresServer.shared().url("prefix=\(name)"), limits: limits, timeouts: .patient) { clock.now }
  }

  static let all = [redis, redisCluster, postgres]
}

extension RedisTimeouts {
  /// For tests that must not fail on a slow machine.
  static let patient = RedisTimeouts(
    connect: .seconds(60), reply: .seconds(60), connection: .seconds(60), message: .seconds(60))
}

extension PostgresTimeouts {
  /// For tests that must not fail on a slow machine.
  static let patient = PostgresTimeouts(
    connect: .seconds(60), reply: .seconds(60), connection: .seconds(60), message: .seconds(60))
}

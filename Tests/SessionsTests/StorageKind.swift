import SessionsTesting

@testable import SQLiteSessions
@testable import Sessions

typealias TestClock = StorageClock

/// A kind of storage. Each test has an empty storage.
struct StorageKind: Sendable, CustomStringConvertible {
  let description: String
  /// Opens a storage, which may use the folder. The test closes it.
  let make: @Sendable (TestClock, StorageLimits, TemporaryFolder) throws -> any SessionStorage

  static let all = [
    StorageKind(description: "memory") { clock, limits, _ in MemoryStorage(limits: limits) { clock.now } },
    StorageKind(description: "SQLite") { clock, limits, folder in
      try SQLiteStorage(path: folder.path("sessions.sqlite"), limits: limits) { clock.now }
    },
    StorageKind(description: "SQLite, durable") { clock, limits, folder in
      try SQLiteStorage(path: folder.path("sessions.sqlite"), durability: .power, limits: limits) { clock.now }
    },
    redis,
    redisCluster,
    postgres,
  ]

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

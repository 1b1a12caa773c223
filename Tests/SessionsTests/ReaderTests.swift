import SessionsTesting
import TestSupport
import Testing

@testable import PostgresSessions
@testable import RedisSessions
@testable import Sessions

/// Which servers get the reports of a storage: those that have loaded or saved the latest version.
@Suite(.timeLimit(.minutes(2))) struct ReaderTests {
  private let query = "prefix=t\(SessionID.random().cookieValue)"

  private func expectReportsToReadersOnly(by other: any SessionStorage, to node: any SessionStorage) async throws {
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = node.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    await waitUntil { node.isInTouch }
    /// Other tests move slots of the cluster, so that its subscriptions begin again.
    func nextKey() async -> SessionKey? {
      while let change = await iterator.next() { if let change { return change } }
      return nil
    }
    let keys = (0..<4).map { _ in SessionKey(of: .random()) }
    func save(_ key: SessionKey, version: UInt64, by storage: any SessionStorage) async throws {
      #expect(try await storage.save(testRecord(version: version), for: key, replacing: version - 1) == .saved)
    }
    for key in keys { try await save(key, version: 1, by: other) }
    // The node has never had the first one, has the second one, does not have the third one any more, and has stored the last one.
    #expect(try await node.record(keys[1]) != nil)
    #expect(try await node.record(keys[2]) != nil)
    try await save(keys[2], version: 2, by: other)
    #expect(await nextKey() == keys[2])
    try await save(keys[3], version: 2, by: node)
    for (key, version) in zip(keys, [2, 2, 3, 3] as [UInt64]) { try await save(key, version: version, by: other) }
    #expect(await Set([nextKey(), nextKey()]) == [keys[1], keys[3]])
    // A load that finds nothing new counts, too.
    if case .unchanged = try await node.load(keys[0], unless: 2) {} else { Issue.record("it was changed") }
    try await other.remove(keys[2])
    try await other.remove(keys[0])
    #expect(await nextKey() == keys[0])
    withExtendedLifetime(subscription) {}
  }

  private func expectReportsToReadersOnly(_ storage: () throws -> any SessionStorage) async throws {
    let (node, other) = try (storage(), storage())
    defer { for storage in [node, other] { storage.close() } }
    try await expectReportsToReadersOnly(by: other, to: node)
  }

  // MARK: - The most readers

  private let key = SessionKey(of: .random())
  private let ended = "0123456789abcdef"

  /// - Parameters:
  ///   - addReaders: Adds 999 readers that have ended.
  ///   - count: The number of stored names of readers.
  private func expectReport(
    _ storage: () throws -> any SessionStorage, addReaders: () throws -> Void, count: () throws -> Int
  ) async throws {
    let (node, other) = try (storage(), storage())
    defer { for storage in [node, other] { storage.close() } }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = node.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    #expect(try await node.save(testRecord(), for: key, replacing: 0) == .saved)
    try addReaders()
    #expect(try await other.record(key) != nil)
    #expect(await iterator.next() == key)
    #expect(try count() == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func readersOfASessionThatIsNeverSavedInRedisAreTold() async throws {
    let server = try RedisServer.shared()
    let name = "\(query.dropFirst("prefix=".count)):session:\(key.hexadecimal)"
    func readers() throws -> String { try server.ask("HGET", name, "readers") }
    try await expectReport {
      try RedisStorage(server.url(query), limits: StorageLimits(), timeouts: .patient) { 1000 }
    } addReaders: {
      try server.ask("HSET", name, "readers", readers() + String(repeating: ended + " ", count: 999))
    } count: {
      try readers().split(separator: " ").count
    }
  }

  @Test func readersOfASessionThatIsNeverSavedInPostgresAreTold() async throws {
    let server = try PostgresServer.shared()
    let table = "\(query.dropFirst("prefix=".count))_sessions"
    try await expectReport {
      try PostgresStorage(server.url(query), limits: StorageLimits(), timeouts: .patient) { 1000 }
    } addReaders: {
      try server.ask("UPDATE \(table) SET save = save || decode(repeat('\(ended)', 999), 'hex')")
    } count: {
      // Not the one that has saved: its name is in the number of the save.
      Int(try server.ask("SELECT octet_length(save) / 8 - 2 FROM \(table)")) ?? 0
    }
  }

  // MARK: - The storages

  @Test func aRedisReportsToReaders() async throws {
    let url = try RedisServer.shared().url(query)
    try await expectReportsToReadersOnly {
      try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    }
  }

  @Test func aClusterReportsToReaders() async throws {
    let url = try RedisClusterServers.shared().url(query)
    try await expectReportsToReadersOnly {
      try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    }
  }

  @Test func aPostgresReportsToReaders() async throws {
    let url = try PostgresServer.shared().url(query)
    try await expectReportsToReadersOnly {
      try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    }
  }
}

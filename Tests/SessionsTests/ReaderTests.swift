import SessionsTesting
import TestSupport
import Testing

@testable import PostgresSessions
@testable import RedisSessions
@testable import Sessions

/// The limit of the number of servers that get the reports of a session.
@Suite(.timeLimit(.minutes(2))) struct ReaderTests {
  private let query = "prefix=t\(SessionID.random().cookieValue)"

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

}

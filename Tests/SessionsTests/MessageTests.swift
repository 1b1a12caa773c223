import SessionsTesting
import TestSupport
import Testing

@testable import PostgresSessions
@testable import RedisSessions
@testable import Sessions

/// Messages of servers that share a storage.
@Suite(.timeLimit(.minutes(2))) struct MessageTests {
  private let query = "prefix=t\(SessionID.random().cookieValue)"

  /// Expects that a server gets what another one publishes, in its order, and nothing that it publishes itself.
  private func expectMessages(between node: any SessionStorage, and other: any SessionStorage) async throws {
    let (messages, log) = AsyncStream<String>.makeStream()
    let (changes, changeLog) = AsyncStream<SessionKey?>.makeStream()
    let subscriptions = [
      node.subscribeToMessages { log.yield($0) }, node.subscribe { if let key = $0 { changeLog.yield(key) } },
    ]
    await waitUntil { node.isInTouch }
    node.publish(["of the node itself"])
    let long = String(repeating: "a", count: 7_900)
    let key = SessionKey(of: .random())
    other.publish([key.hexadecimal, "1", long, long + "a"])
    other.publish(["\0", "«two» \\ ' \n", ""])
    var iterator = messages.makeAsyncIterator()
    for text in [key.hexadecimal, "1", long, "«two» \\ ' \n", ""] { #expect(await iterator.next() == text) }
    // A message is no report of a change.
    #expect(try await node.save(testRecord(), for: key, replacing: 0) == .saved)
    try await other.remove(key)
    var first = changes.makeAsyncIterator()
    #expect(await first.next() == key)
    withExtendedLifetime(subscriptions) {}
  }

  private func redis(_ url: RedisURL) throws -> RedisStorage {
    try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
  }

  @Test func serversOfARedisTellEachOther() async throws {
    let url = try RedisServer.shared().url(query)
    let (node, other) = try (redis(url), redis(url))
    defer { for storage in [node, other] { storage.close() } }
    try await expectMessages(between: node, and: other)
  }

  @Test func serversOfAClusterTellEachOther() async throws {
    let url = try RedisClusterServers.shared().url(query)
    let (node, other) = try (redis(url), redis(url))
    defer { for storage in [node, other] { storage.close() } }
    try await expectMessages(between: node, and: other)
  }

  @Test func serversOfAPostgreSQLTellEachOther() async throws {
    let url = try PostgresServer.shared().url(query)
    let storages = try (0..<2).map { _ in
      try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    }
    defer { for storage in storages { storage.close() } }
    try await expectMessages(between: storages[0], and: storages[1])
  }
}

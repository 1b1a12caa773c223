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

  private func record(_ text: String, version: UInt64, expiry: Int64 = 2000, address: UInt64 = 0) -> SessionRecord {
    SessionRecord(version: version, content: EncodedContent(bytes: Array(text.utf8)), expiry: expiry, address: address)
  }

  private func storage(
    _ server: RedisServer, limits: StorageLimits = StorageLimits(sessionsPerAddress: 3)
  ) throws -> RedisStorage {
    let url = try server.url("prefix=\(prefix)")
    return try RedisStorage(url, limits: limits, timeouts: .patient) { [clock] in clock.now }
  }

  // MARK: - Several nodes

  @Test func onlyOneOfSeveralServersReplacesAVersion() async throws {
    let server = try RedisServer.shared()
    let nodes = try [storage(server), storage(server)]
    defer { for node in nodes { node.close() } }
    for node in nodes { #expect(node.isShared) }
    #expect(try await nodes[0].save(record("same", version: 1), for: key, replacing: 0) == .saved)
    for version in UInt64(1)..<20 {
      let results = try await withThrowingTaskGroup(of: SavedSession.self) { group in
        for writer in 0..<8 {
          // Equal contents are still different saves.
          let record = record("same", version: version + 1)
          group.addTask { try await nodes[writer % 2].save(record, for: key, replacing: version) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results.filter { $0 == .saved }.count == 1)
    }
    #expect(try await nodes[1].record(key)?.version == 20)
  }

  @Test func anObserverGetsTheKeysOfSessionsThatOtherServersChange() async throws {
    let server = try RedisServer.shared()
    let (node, other) = try (storage(server), storage(server))
    defer {
      node.close()
      other.close()
    }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = node.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))  // the subscription has begun
    let keys = (0..<5).map { _ in SessionKey(of: .random()) }
    for (index, key) in keys.enumerated() {
      let record = record("one", version: 1, expiry: 2000 + Int64(index), address: 7)
      #expect(try await other.save(record, for: key, replacing: 0) == .saved)
      #expect(try await node.record(key) != nil)
    }
    // All are of one address, so that the last sessions replaced the first ones.
    for key in keys[..<2] { #expect(await iterator.next() == key) }
    let kept = Array(keys[2...])
    _ = try await node.save(record("two", version: 2), for: kept[0], replacing: 1)
    _ = try await other.save(record("three", version: 3), for: kept[0], replacing: 2)
    #expect(await iterator.next() == kept[0])
    try await node.remove(kept[1])
    try await node.setAside(kept[2])
    #expect(try await node.record(kept[0]) != nil)
    #expect(try await other.rename(kept[0], to: key, replacing: 3) == .saved)
    #expect(await iterator.next() == kept[0])
    #expect(try await node.record(key) != nil)
    try await other.setAside(key)
    #expect(await iterator.next() == key)
    withExtendedLifetime(subscription) {}
  }

  @Test func anObserverIsNotCalledAfterItsSubscriptionIsReleased() async throws {
    let server = try RedisServer.shared()
    let (node, other) = try (storage(server), storage(server))
    defer {
      node.close()
      other.close()
    }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let first = node.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    let isCalled = Atomic(false)
    var second: AnyObject? = node.subscribe { _ in isCalled.store(true, ordering: .sequentiallyConsistent) }
    _ = second
    second = nil
    _ = try await node.save(record("one", version: 1), for: key, replacing: 0)
    try await other.remove(key)
    #expect(await iterator.next() == key)
    let wasCalled = isCalled.load(ordering: .sequentiallyConsistent)
    #expect(!wasCalled)
    withExtendedLifetime(first) {}
  }

  // MARK: - The data in Redis

  @Test func redisExpiresAllKeys() async throws {
    let server = try RedisServer.shared()
    let storage = try storage(server)
    defer { storage.close() }
    _ = try await storage.save(record("one", version: 1, address: 7), for: key, replacing: 0)
    for name in ["session:\(key.hexadecimal)", "address:7:looked"] {
      let seconds = try Int(server.ask("TTL", "\(prefix):\(name)")) ?? 0
      #expect((900...1000).contains(seconds))
    }
    try await storage.touch(key, expiry: 5000)
    for name in ["session:\(key.hexadecimal)", "address:7:looked"] {
      let seconds = try Int(server.ask("TTL", "\(prefix):\(name)")) ?? 0
      #expect((3900...4000).contains(seconds))
    }
    #expect(try server.ask("ZSCORE", "\(prefix):address:7:looked", key.hexadecimal) == "5000")
    try await storage.remove(key)
    #expect(try server.ask("--scan", "--pattern", "\(prefix):*") == "\(prefix):format")
  }

  @Test func anExpiryMayBeAnyNumber() async throws {
    let storage = try storage(RedisServer.shared())
    defer { storage.close() }
    // Redis counts real seconds: one that has few of them may expire on a busy machine.
    for (expiry, isThere) in [(Int64.max, true), (.min, false), (1000, false), (1060, true)] {
      var record = record("one", version: 1)
      record.expiry = expiry
      let key = SessionKey(of: .random())
      #expect(try await storage.save(record, for: key, replacing: 0) == .saved)
      #expect(try await (storage.record(key)?.expiry == expiry) == isThere)
    }
  }

  @Test func largeVersionsAreComparedExactly() async throws {
    let storage = try storage(RedisServer.shared())
    defer { storage.close() }
    _ = try await storage.save(record("one", version: .max - 1), for: key, replacing: 0)
    #expect(try await storage.save(record("two", version: .max), for: key, replacing: .max - 2) == .outdated)
    #expect(try await storage.save(record("two", version: .max), for: key, replacing: .max - 1) == .saved)
    #expect(try await storage.list().map(\.record.version) == [.max])
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

import SessionsTesting
import Synchronization
import TestSupport
import Testing

@testable import RedisSessions
@testable import Sessions

/// What only a storage in a cluster does.
@Suite(.inTestAll, .timeLimit(.minutes(2))) struct RedisClusterTests {
  private let prefix = SessionID.random().cookieValue

  private func storage(
    _ servers: RedisClusterServers, _ query: String = "", limits: StorageLimits = StorageLimits(),
    timeouts: RedisTimeouts = .patient
  ) throws -> RedisStorage {
    try RedisStorage(servers.url("prefix=\(prefix)\(query)"), limits: limits, timeouts: timeouts) { 1000 }
  }

  /// A new key with the same slot as another.
  private func key(beside key: SessionKey) -> SessionKey {
    SessionKey(key.hexadecimal.prefix(3) + SessionKey(of: .random()).hexadecimal.dropFirst(3))!
  }

  // MARK: - Names and slots

  @Test func theSlotIsThatOfTheTag() {
    #expect(RedisNames.slot(ofTag: "123456789") == 0x31C3)  // Redis Cluster specification, appendix A
    let key = SessionKey("0a7eb1bd439947eb762998e566ccc2e0")!
    #expect(RedisNames.slot(key) == RedisNames.slot(ofTag: "0a7"))
    #expect(RedisNames.slot(key) == RedisNames.slot(tag: 0x0a7))
  }

  @Test func aSessionAndItsChannelHaveOneTag() {
    let names = RedisNames(prefix: "p", isCluster: true)
    let key = SessionKey("0a7eb1bd439947eb762998e566ccc2e0")!
    #expect(names.session(key) == "p:session:{0a7}eb1bd439947eb762998e566ccc2e0")
    #expect(names.channel(key) == "p:changed:{0a7}")
    #expect(names.key(ofSession: names.session(key)) == key)
    #expect(names.key(ofSession: "p:session:x") == nil)
    let single = RedisNames(prefix: "p", isCluster: false)
    #expect(single.session(key) == "p:session:0a7eb1bd439947eb762998e566ccc2e0")
    #expect(single.channel(key) == "p:changed")
    #expect(single.key(ofSession: single.session(key)) == key)
  }

  @Test func sessionsAreOnAllShards() async throws {
    let servers = try RedisClusterServers.shared()
    let storage = try storage(servers)
    defer { storage.close() }
    for _ in 0..<60 {
      #expect(try await storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0) == .saved)
    }
    #expect(try await storage.list().count == 60)
    for server in servers.primaries { #expect(try server.ask("--scan", "--pattern", "\(prefix):*") != "") }
  }

  // MARK: - Slots that move

  @Test func sessionsOfASlotThatMovesAreFoundAndReported() async throws {
    let servers = try RedisClusterServers()
    let (node, other) = try (storage(servers), storage(servers))
    defer {
      node.close()
      other.close()
    }
    let key = SessionKey(of: .random())
    let new = self.key(beside: key)
    let slot = RedisNames.slot(key)
    let source = servers.shard(of: slot)
    let target = (source + 1) % 3
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = node.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    for _ in 0..<3 { #expect(await iterator.next() == .some(nil)) }

    #expect(try await node.save(testRecord(), for: key, replacing: 0) == .saved)
    try servers.begin(moving: slot, from: source, to: target)
    #expect(try await other.save(testRecord(version: 2), for: key, replacing: 1) == .saved)
    #expect(await iterator.next() == key)
    // The new session begins at the other server, where there is no subscription yet.
    #expect(try await other.save(testRecord(), for: new, replacing: 0) == .saved)
    #expect(await iterator.next() == new)
    #expect(try await other.save(testRecord(version: 2), for: new, replacing: 1) == .saved)
    #expect(await iterator.next() == new)
    #expect(try servers.errors("ASK") > 0)

    try servers.moveKeys(of: slot, from: source, to: target)
    #expect(try await node.record(key)?.version == 2)
    #expect(try await other.save(testRecord(version: 3), for: key, replacing: 2) == .saved)
    #expect(await iterator.next() == key)

    try servers.end(moving: slot, from: source, to: target)
    // The subscription moves with the slot.
    #expect(await iterator.next() == .some(nil))
    #expect(try await node.record(key) != nil)
    #expect(try await other.save(testRecord(version: 4), for: key, replacing: 3) == .saved)
    #expect(try await node.record(key)?.version == 4)
    var (next, version) = (await iterator.next(), UInt64(4))
    while next == .some(nil), version < 10 {
      // A subscription has begun, and the report may have come before it.
      #expect(try await node.record(key) != nil)
      #expect(try await other.save(testRecord(version: version + 1), for: key, replacing: version) == .saved)
      next = await iterator.next()
      version += 1
    }
    #expect(next == key)
    await waitUntil { node.isInTouch }
    #expect(try servers.errors("MOVED") > 0)
    #expect(try await node.list().count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test func noSaveIsLostWhileASlotMoves() async throws {
    let servers = try RedisClusterServers.shared()
    let nodes = try [storage(servers), storage(servers)]
    defer { for node in nodes { node.close() } }
    let first = SessionKey(of: .random())
    let slot = RedisNames.slot(first)
    let source = servers.shard(of: slot)
    let target = (source + 1) % 3
    let flag = Flag()
    let versions = try await withThrowingTaskGroup(of: (SessionKey, UInt64).self) { group in
      for writer in 0..<8 {
        let key = key(beside: first)
        group.addTask { () async throws in
          var version: UInt64 = 0
          while !flag.isSet.load(ordering: .sequentiallyConsistent) || version < 20 {
            let record = testRecord("\(version + 1)", version: version + 1)
            let result = try await nodes[writer % 2].save(record, for: key, replacing: version)
            #expect(result == .saved)
            version += 1
          }
          return (key, version)
        }
      }
      for (from, to) in [(source, target), (target, source)] {
        try servers.begin(moving: slot, from: from, to: to)
        try servers.moveKeys(of: slot, from: from, to: to)
        try servers.end(moving: slot, from: from, to: to)
      }
      flag.isSet.store(true, ordering: .sequentiallyConsistent)
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for (key, version) in versions { #expect(try await nodes[0].record(key)?.version == version) }
  }

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  // MARK: - Servers that end

  @Test func aReplicaTakesOverWithoutLoss() async throws {
    let servers = try RedisClusterServers()
    var timeouts = RedisTimeouts.patient
    timeouts.replication = .milliseconds(100)
    let storage = try storage(servers, "&wait=1", timeouts: timeouts)
    defer { storage.close() }
    let subscription = storage.subscribe { _ in }
    await waitUntil { storage.isInTouch }
    var keys: [SessionKey] = []
    for index in 0..<90 {
      if index == 45 { servers.primaries[0].stop() }
      let key = SessionKey(of: .random())
      do {
        #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
        keys.append(key)
      } catch {
        // The shard has no replica any more.
        guard case .unavailable(let sentence) = error else { throw error }
        #expect(sentence.contains("but 0 of 1 replicas have confirmed it in time"))
      }
    }
    #expect(keys.count > 45)
    for key in keys { #expect(try await storage.record(key) != nil) }
    await waitUntil { storage.isInTouch }
    withExtendedLifetime(subscription) {}
  }

  @Test func callsFailWhileAShardIsDown() async throws {
    let servers = try RedisClusterServers()
    let impatient = RedisTimeouts(connect: .milliseconds(500), connection: .milliseconds(100))
    let storage = try storage(servers, timeouts: impatient)
    defer { storage.close() }
    let keys = (0..<30).map { _ in SessionKey(of: .random()) }
    for key in keys { _ = try? await storage.save(testRecord(), for: key, replacing: 0) }
    // Both servers of a shard, so that no replica takes over.
    for server in [servers.replicas[0], servers.primaries[0]] { server.stop() }
    var sentences: Set<String> = []
    while !sentences.contains(where: { $0.contains("is down. A server of it may be missing.") }), !Task.isCancelled {
      for key in keys {
        do {
          _ = try await storage.load(key)
        } catch {
          guard case .unavailable(let sentence) = error else { throw error }
          sentences.insert(sentence)
        }
      }
    }
    // A server that starts is told the same.
    let error = #expect(throws: StorageError.self) { try self.storage(servers).close() }
    #expect(error?.description.contains("is down") == true || error?.description.contains("be reached") == true)
    for sentence in sentences { #expect(!sentence.isEmpty && sentence.contains("127.0.0.1:")) }
  }
}

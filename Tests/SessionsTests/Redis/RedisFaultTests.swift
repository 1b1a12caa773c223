import SessionsTesting
import Glibc
import TestSupport
import Testing

@testable import RedisSessions
@testable import Sessions

/// What happens to calls while Redis or the network fails.
@Suite(.timeLimit(.minutes(2))) struct RedisFaultTests {
  private let key = SessionKey(of: .random())
  private let impatient = RedisTimeouts(
    connect: .milliseconds(200), reply: .milliseconds(200), connection: .milliseconds(100), beat: .milliseconds(20),
    message: .milliseconds(100))

  private func record(_ text: String, version: UInt64) -> SessionRecord {
    SessionRecord(
      version: version, content: EncodedContent(bytes: Array(text.utf8)), expiry: 2000)
  }

  private func storage(_ url: RedisURL, _ timeouts: RedisTimeouts) throws -> RedisStorage {
    try RedisStorage(url, limits: StorageLimits(), timeouts: timeouts) { 1000 }
  }

  private func impatientStorage(_ server: RedisServer) async throws -> RedisStorage {
    try await again { try storage(server.url(), impatient) }
  }

  /// Tries until Redis is available again. Every attempt that fails must fail with `.unavailable`.
  private func again<Value>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 0..<300 {
      do {
        return try await body()
      } catch StorageError.unavailable {}
    }
    return try await body()
  }

  private func isUnavailable(_ body: () async throws -> Void) async throws -> Bool {
    do {
      try await body()
      return false
    } catch StorageError.unavailable(let sentence) {
      #expect(sentence.contains("Redis at "))
      return true
    }
  }

  // MARK: - Redis

  @Test func callsToARedisThatHangsFailWhileMoreCallsAreAdded() async throws {
    let server = try RedisServer()
    let storage = try await impatientStorage(server)
    defer { storage.close() }
    #expect(try await again { try await storage.save(record("one", version: 1), for: key, replacing: 0) } == .saved)
    server.hang()
    // There are more calls than the storage sends without replies, so some are always queued.
    let failures = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<400 {
        group.addTask { () async throws in
          var failures = 0
          for _ in 0..<3 {
            if try await isUnavailable({ _ = try await storage.load(key) }) { failures += 1 }
          }
          return failures
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(failures == 1200)
    server.resume()
    #expect(try await again { try await storage.record(key) }?.version == 1)
  }

  @Test func callsAreRefusedWhenTheQueueHasTooManyBytes() async throws {
    let server = try RedisServer()
    let storage = try storage(server.url(), .patient)
    server.hang()
    let content = EncodedContent(bytes: [UInt8](repeating: 7, count: 1024 * 1024))
    let saves = (0..<80).map { _ in
      let record = SessionRecord(version: 1, content: content, expiry: 2000)
      return Task.immediate { try await storage.save(record, for: SessionKey(of: .random()), replacing: 0) }
    }
    server.resume()
    storage.close()
    var refused = 0
    for save in saves { if (try? await save.value) == nil { refused += 1 } }
    #expect((10...20).contains(refused))
  }

  @Test func aReplicaRefusesChangesUntilItIsPromoted() async throws {
    let server = try RedisServer()
    let storage = try storage(RedisURL("unix://\(server.socket)"), .patient)
    defer { storage.close() }
    let port = try UnusedPort()
    #expect(try await storage.save(record("one", version: 1), for: key, replacing: 0) == .saved)
    try server.ask("REPLICAOF", "127.0.0.1", "\(port.number)")
    let readOnly = RedisError.readOnly.inUse(of: try server.url())
    let next = record("two", version: 2)
    let before = try connections(server)
    await #expect(throws: readOnly) { try await storage.save(next, for: key, replacing: 1) }
    #expect(try await storage.record(key)?.version == 1)
    // The host may be another server now, so the storage connects again. The other new connection is that of redis-cli.
    #expect(try connections(server) == before + 2)
    try server.ask("REPLICAOF", "NO", "ONE")
    #expect(try await storage.save(next, for: key, replacing: 1) == .saved)
  }

  /// The number of connections since the start of the server.
  private func connections(_ server: RedisServer) throws -> Int {
    let text = try server.ask("INFO", "stats")
    let match = try #require(text.firstMatch(of: /total_connections_received:(\d+)/))
    return try #require(Int(match.1))
  }

  @Test func aRedisWithoutMemoryRefusesChangesUntilItHasMore() async throws {
    let server = try RedisServer()
    let storage = try storage(server.url(), .patient)
    defer { storage.close() }
    #expect(try await storage.save(record("one", version: 1), for: key, replacing: 0) == .saved)
    try server.ask("CONFIG", "SET", "maxmemory", "1")
    let full = RedisError.outOfMemory.inUse(of: try server.url())
    await #expect(throws: full) { try await storage.save(record("two", version: 2), for: key, replacing: 1) }
    #expect(try await storage.record(key)?.version == 1)
    let newKey = SessionKey(of: .random())
    await #expect(throws: full) { try await storage.save(record("new", version: 1), for: newKey, replacing: 0) }
    try server.ask("CONFIG", "SET", "maxmemory", "0")
    #expect(try await storage.save(record("two", version: 2), for: key, replacing: 1) == .saved)
  }

  @Test func aServerThatHearsOfNoChangesOfASessionIsOutOfTouch() async throws {
    let server = try RedisServer()
    let (node, other) = try (beatingStorage(server.url()), beatingStorage(server.url()))
    defer { for storage in [node, other] { storage.close() } }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = node.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    await waitUntil { node.isInTouch }
    #expect(try await other.save(record("one", version: 1), for: key, replacing: 0) == .saved)
    // Redis can be read, but not changed.
    try server.ask("CONFIG", "SET", "min-replicas-to-write", "1")
    #expect(try await node.record(key)?.version == 1)
    #expect(!node.isInTouch)
    try server.ask("CONFIG", "SET", "min-replicas-to-write", "0")
    #expect(await iterator.next() == key, "a change of the session may have been missed")
    await waitUntil { node.isInTouch }
    #expect(try await other.save(record("two", version: 2), for: key, replacing: 1) == .saved)
    #expect(await iterator.next() == key)
    withExtendedLifetime(subscription) {}
  }

  /// With quick beats. The limits for replies are generous, so that a slow machine does not matter.
  private func beatingStorage(_ url: RedisURL) throws -> RedisStorage {
    var timeouts = RedisTimeouts.patient
    (timeouts.beat, timeouts.touch, timeouts.message) = (.milliseconds(5), .milliseconds(500), .seconds(2))
    return try storage(url, timeouts)
  }

  @Test func aStorageWhoseMessagesAreLostIsOutOfTouchAndSubscribesAgain() async throws {
    let server = try RedisServer()
    let proxy = try LossyProxy(to: server)
    let storage = try beatingStorage(RedisURL(proxy.url))
    defer { storage.close() }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = storage.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    await waitUntil { storage.isInTouch }
    proxy.loseMessages(true)
    await waitUntil { !storage.isInTouch }
    #expect(try await storage.save(record("one", version: 1), for: key, replacing: 0) == .saved, "calls are answered")
    #expect(await iterator.next() == .some(nil), "it has subscribed again")
    #expect(!storage.isInTouch)
    proxy.loseMessages(false)
    await waitUntil { storage.isInTouch }
    withExtendedLifetime(subscription) {}
  }

  @Test func thePausesBetweenAttemptsToConnectGrow() {
    var backoff = Backoff()
    for limit in [50, 100, 200, 400, 800, 1600, 2000, 2000] {
      #expect((.milliseconds(limit / 2) ... .milliseconds(limit)).contains(backoff.next()))
    }
  }

  // MARK: - The network

  @Test func aSaveIsAppliedOnceIfItsReplyIsLost() async throws {
    let server = try RedisServer()
    let proxy = try LossyProxy(to: server)
    let storage = try storage(RedisURL(proxy.url), .patient)
    defer { storage.close() }
    #expect(try await storage.save(record("one", version: 1), for: key, replacing: 0) == .saved)
    proxy.loseNextReply()
    #expect(try await storage.save(record("two", version: 2), for: key, replacing: 1) == .saved)
    let new = SessionKey(of: .random())
    proxy.loseNextReply()
    #expect(try await storage.save(record("new", version: 1), for: new, replacing: 0) == .saved)
    #expect(try await storage.record(key)?.version == 2)
    #expect(proxy.losses == 2)
  }

  @Test func aLoadIsRepeatedIfItsReplyIsLost() async throws {
    let server = try RedisServer()
    let proxy = try LossyProxy(to: server)
    let storage = try storage(RedisURL(proxy.url), .patient)
    defer { storage.close() }
    #expect(try await storage.save(record("one", version: 1), for: key, replacing: 0) == .saved)
    proxy.loseNextReply()
    #expect(try await storage.record(key)?.version == 1)
    #expect(proxy.losses == 1)
  }

  @Test func aRemoveFailsIfItsReplyIsLost() async throws {
    let server = try RedisServer()
    let proxy = try LossyProxy(to: server)
    let storage = try storage(RedisURL(proxy.url), .patient)
    defer { storage.close() }
    #expect(try await storage.save(record("one", version: 1), for: key, replacing: 0) == .saved)
    try await storage.remove(SessionKey(of: .random()))  // stores the script in Redis
    proxy.loseNextReply()
    #expect(try await isUnavailable { try await storage.remove(key) })
    #expect(try await storage.record(key) == nil)
    #expect(proxy.losses == 1)
  }

  /// A middlebox may do that.
  @Test func aReplyThatComesTwiceIsNotTheAnswerToTheNextCall() async throws {
    let server = try RedisServer()
    let proxy = try LossyProxy(to: server)
    let storage = try storage(RedisURL(proxy.url), .patient)
    defer { storage.close() }
    let keys = (0..<4).map { _ in SessionKey(of: .random()) }
    for (index, key) in keys.enumerated() {
      #expect(try await storage.save(record("\(index)", version: UInt64(index + 1)), for: key, replacing: 0) == .saved)
    }
    var answers = 0
    for _ in 0..<20 {
      proxy.repeatNextReply()
      for (index, key) in keys.enumerated() {
        do {
          #expect(try await storage.record(key)?.version == UInt64(index + 1))
          answers += 1
        } catch {
          guard case .unavailable = error else { throw error }
        }
      }
    }
    #expect(answers > 0)
  }
}

import Glibc
import SessionsTesting
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import RedisSessions
@testable import Sessions

/// A database that a test stops, and the storages that use it.
struct FaultyDatabase {
  let stop: () -> Void
  let start: () throws -> Void
  let hang: () throws -> Void
  let resume: () -> Void
  /// Ends the connections of subscribers.
  let endSubscriptions: () throws -> Void
  /// Sends a message to all servers.
  let notify: (String) throws -> Void
  let open: (Patience) throws -> any SessionStorage
  /// What a storage says that is opened while the database hangs.
  let silentAtStart: StorageError
  /// What a call says after a while without the database.
  let unreachable: StorageError

  enum Patience { case impatient, patient, beating }

  struct Kind: Sendable, CustomStringConvertible {
    let description: String
    let start: @Sendable () throws -> FaultyDatabase

    static let all = [
      Kind(description: "Redis") { try FaultyDatabase(RedisServer()) },
      Kind(description: "PostgreSQL") { try FaultyDatabase(PostgresServer()) },
    ]
  }

  private init(_ server: RedisServer) throws {
    let url = try server.url()
    (stop, start, hang, resume) = (server.stop, server.start, server.hang, server.resume)
    endSubscriptions = { _ = try server.ask("CLIENT", "KILL", "TYPE", "pubsub") }
    notify = { _ = try server.ask("PUBLISH", "tempura:changed", $0) }
    open = { patience in
      var timeouts = RedisTimeouts.patient
      switch patience {
      case .patient: break
      case .beating:
        (timeouts.beat, timeouts.touch, timeouts.message) = (.milliseconds(5), .milliseconds(500), .seconds(2))
      case .impatient:
        timeouts = RedisTimeouts(
          connect: .milliseconds(200), reply: .milliseconds(200), connection: .milliseconds(100),
          beat: .milliseconds(20), message: .milliseconds(100))
      }
      return try RedisStorage(url, limits: StorageLimits(), timeouts: timeouts) { 1000 }
    }
    silentAtStart = RedisError.silent.atStart(of: url)
    unreachable = RedisError.unreachable(code: ENOENT).inUse(of: server.socket)
  }

  private init(_ server: PostgresServer) throws {
    let url = try server.url()
    (stop, start) = (server.stop, server.start)
    var stopped: [pid_t] = []
    hang = { stopped = try server.hang() }
    resume = { server.resume(stopped) }
    endSubscriptions = {
      _ = try server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    }
    notify = { _ = try server.ask("NOTIFY tempura_changed, '\($0)'") }
    open = { patience in
      var timeouts = PostgresTimeouts.patient
      switch patience {
      case .patient: break
      case .beating:
        (timeouts.beat, timeouts.touch, timeouts.message) = (.milliseconds(5), .milliseconds(500), .seconds(20))
      case .impatient:
        timeouts = PostgresTimeouts(
          connect: .milliseconds(500), reply: .milliseconds(300), connection: .milliseconds(100),
          beat: .milliseconds(20), message: .milliseconds(100))
      }
      return try PostgresStorage(url, limits: StorageLimits(), timeouts: timeouts) { 1000 }
    }
    silentAtStart = PostgresError.notConnectedInTime.atStart(of: url)
    unreachable = PostgresError.unreachable(reason: "No such file or directory").inUse(of: server.folder)
  }
}

/// What happens to calls while a database that servers share fails.
@Suite(.timeLimit(.minutes(2))) struct DatabaseFaultTests {
  private let key = SessionKey(of: .random())

  /// Tries until the database is available again. Every attempt that fails must fail with `.unavailable`.
  private func again<Value>(_ body: () async throws -> Value) async throws -> Value {
    while true {
      do { return try await body() } catch StorageError.unavailable where !Task.isCancelled {}
    }
  }

  private func isUnavailable(_ body: () async throws -> Void) async throws -> Bool {
    do {
      try await body()
      return false
    } catch StorageError.unavailable {
      return true
    }
  }

  private func impatientStorage(_ database: FaultyDatabase) async throws -> any SessionStorage {
    let storage = try await again { () async throws in try database.open(.impatient) }
    #expect(try await again { try await storage.save(testRecord(), for: key, replacing: 0) } == .saved)
    return storage
  }

  @Test(arguments: FaultyDatabase.Kind.all)
  func callsFailWhileADatabaseIsDownAndWorkAgainWhenItIsBack(kind: FaultyDatabase.Kind) async throws {
    let database = try kind.start()
    let storage = try await impatientStorage(database)
    defer { storage.close() }
    for _ in 0..<2 {
      database.stop()
      #expect(try await isUnavailable { _ = try await storage.load(key) })
      #expect(try await isUnavailable { _ = try await storage.save(testRecord(version: 2), for: key, replacing: 1) })
      #expect(try await isUnavailable { try await storage.touch(key, expiry: 3000) })
      #expect(try await isUnavailable { _ = try await storage.list() })
      #expect(try await isUnavailable { try await storage.remove(key) })
      // The first failures only tell that the connection was lost.
      var said: StorageError?
      while said != database.unreachable, !Task.isCancelled {
        do { _ = try await storage.load(key) } catch { said = error }
      }
      #expect(said == database.unreachable)
      try database.start()
      _ = try await again { try await storage.load(key) }
      let new = SessionKey(of: .random())
      #expect(try await again { try await storage.save(testRecord(), for: new, replacing: 0) } == .saved)
    }
  }

  @Test(arguments: FaultyDatabase.Kind.all)
  func callsFailWhileADatabaseHangs(kind: FaultyDatabase.Kind) async throws {
    let database = try kind.start()
    let storage = try await impatientStorage(database)
    defer { storage.close() }
    try database.hang()
    for _ in 0..<3 { #expect(try await isUnavailable { _ = try await storage.load(key) }) }
    #expect(throws: database.silentAtStart) { try database.open(.impatient) }
    database.resume()
    #expect(try await again { try await storage.record(key) }?.version == 1)
  }

  @Test(arguments: FaultyDatabase.Kind.all)
  func aStorageCanBeClosedWhileItsDatabaseHangs(kind: FaultyDatabase.Kind) async throws {
    let database = try kind.start()
    let storage = try await impatientStorage(database)
    try database.hang()
    let calls = (0..<1000).map { [key] _ in begin { try await storage.load(key) } }
    storage.close()
    for call in calls { _ = await call.value }
    database.resume()
  }

  @Test(arguments: FaultyDatabase.Kind.all)
  func callsAreRefusedWhenTheQueueIsFull(kind: FaultyDatabase.Kind) async throws {
    let database = try kind.start()
    let storage = try database.open(.patient)
    _ = try await storage.load(key)
    try database.hang()
    let calls = (0..<CallQueue<RedisCall>.maxCalls + 1000).map { [key] _ in begin { try await storage.load(key) } }
    database.resume()
    storage.close()
    var (refused, answered) = (0, 0)
    for call in calls {
      switch await call.value {
      case .success(.none): answered += 1
      case .failure(let error) where error.description.contains("is too slow: 10000 calls are already waiting"):
        refused += 1
      default: break
      }
    }
    #expect((1...1000).contains(refused))
    #expect(refused + answered == calls.count)
  }

  @Test(arguments: FaultyDatabase.Kind.all)
  func anObserverGetsNilWhenItMayHaveMissedAMessage(kind: FaultyDatabase.Kind) async throws {
    let database = try kind.start()
    let storage = try database.open(.patient)
    defer { storage.close() }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = storage.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    try database.endSubscriptions()
    #expect(await iterator.next() == .some(nil))
    database.stop()
    try database.start()
    #expect(await iterator.next() == .some(nil))
    // Other messages are ignored.
    for odd in ["", "another", "another x", "another \(key.hexadecimal) more"] { try database.notify(odd) }
    try database.notify("another \(key.hexadecimal)")
    #expect(await iterator.next() == key)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: FaultyDatabase.Kind.all)
  func aStorageIsOutOfTouchWithoutASubscriptionAndWhileItsDatabaseHangs(kind: FaultyDatabase.Kind) async throws {
    let database = try kind.start()
    let storage = try database.open(.beating)
    defer { storage.close() }
    #expect(!storage.isInTouch)
    let subscription = storage.subscribe { _ in }
    await waitUntil { storage.isInTouch }
    try database.hang()
    await waitUntil { !storage.isInTouch }
    database.resume()
    await waitUntil { storage.isInTouch }
    database.stop()
    await waitUntil { !storage.isInTouch }
    try database.start()
    await waitUntil { storage.isInTouch }
    withExtendedLifetime(subscription) {}
  }
}

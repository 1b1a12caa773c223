import SessionsTesting
import Synchronization
import TestSupport
import Testing

@testable import PostgresSessions
@testable import Sessions

/// What only a storage in PostgreSQL does.
@Suite(.timeLimit(.minutes(2))) struct PostgresStorageTests {
  private let clock = TestClock()
  private let key = SessionKey(of: .random())
  private let prefix = "t" + SessionID.random().cookieValue

  private func storage(
    _ server: PostgresServer, limits: StorageLimits = StorageLimits(sessionsPerAddress: 3)
  ) throws -> PostgresStorage {
    let url = try server.url("prefix=\(prefix)")
    return try PostgresStorage(url, limits: limits, timeouts: .patient) { [clock] in clock.now }
  }

  // MARK: - Several nodes

  @Test func onlyOneOfSeveralServersReplacesAVersion() async throws {
    let server = try PostgresServer.shared()
    let nodes = try [storage(server), storage(server)]
    defer { for node in nodes { node.close() } }
    for node in nodes { #expect(node.isShared) }
    #expect(try await nodes[0].save(testRecord("same"), for: key, replacing: 0) == .saved)
    for version in UInt64(1)..<20 {
      let results = try await withThrowingTaskGroup(of: SavedSession.self) { group in
        for writer in 0..<8 {
          // Equal contents are still different saves.
          let record = testRecord("same", version: version + 1)
          group.addTask { try await nodes[writer % 2].save(record, for: key, replacing: version) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results.filter { $0 == .saved }.count == 1)
    }
    #expect(try await nodes[1].record(key)?.version == 20)
  }

  @Test func serversThatStartAtTheSameTimeCreateOneTable() async throws {
    let url = try PostgresServer.shared().url("prefix=\(prefix)")
    let failures = await withTaskGroup(of: String?.self) { group -> [String] in
      for _ in 0..<8 {
        group.addTask {
          do throws(StorageError) {
            try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }.close()
            return nil
          } catch {
            return error.description
          }
        }
      }
      return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
    }
    #expect(failures == [])
  }

  @Test func serversThatChangeTheSameSessionsDoNotWaitForEachOtherInACircle() async throws {
    let server = try PostgresServer.shared()
    let nodes = try [storage(server), storage(server), storage(server)]
    defer { for node in nodes { node.close() } }
    let keys = (0..<40).map { _ in SessionKey(of: .random()) }
    for key in keys { #expect(try await nodes[0].save(testRecord(), for: key, replacing: 0) == .saved) }
    for version in UInt64(1)...10 {
      let saved = try await withThrowingTaskGroup(of: SavedSession.self) { group in
        for node in nodes {
          for key in keys.shuffled() {
            group.addTask { try await node.save(testRecord(version: version + 1), for: key, replacing: version) }
          }
        }
        return try await group.reduce(0) { $0 + ($1 == .saved ? 1 : 0) }
      }
      #expect(saved == keys.count)
    }
  }

  @Test func theLimitOfAnAddressHoldsForServersThatInsertAtTheSameTime() async throws {
    let server = try PostgresServer.shared()
    let nodes = try [storage(server), storage(server)]
    defer { for node in nodes { node.close() } }
    let results = try await withThrowingTaskGroup(of: SavedSession.self) { group in
      for index in 0..<60 {
        let record = testRecord(isUsed: true, address: 7)
        group.addTask { try await nodes[index % 2].save(record, for: SessionKey(of: .random()), replacing: 0) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter { $0 == .saved }.count == 3)
    #expect(results.filter { $0 == .tooManyOfAddress }.count == 57)
    #expect(try await nodes[0].list().count == 3)
  }

  @Test func anObserverGetsTheKeysOfSessionsThatOtherServersChange() async throws {
    let server = try PostgresServer.shared()
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
      let record = testRecord(expiry: 2000 + Int64(index), address: 7)
      #expect(try await other.save(record, for: key, replacing: 0) == .saved)
      #expect(try await node.record(key) != nil)
    }
    // All are of one address, so that the last sessions replaced the first ones.
    for key in keys[..<2] { #expect(await iterator.next() == key) }
    let kept = Array(keys[2...])
    _ = try await node.save(testRecord(version: 2), for: kept[0], replacing: 1)
    _ = try await other.save(testRecord(version: 3), for: kept[0], replacing: 2)
    #expect(await iterator.next() == kept[0])
    try await other.touch(kept[0], expiry: 3000)
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

  // MARK: - The table

  @Test func aSaveChangesNoIndex() async throws {
    let server = try PostgresServer.shared()
    let storage = try storage(server)
    defer { storage.close() }
    _ = try await storage.save(testRecord(address: 7), for: key, replacing: 0)
    for version in UInt64(2)...20 {
      let record = testRecord(version: version, expiry: 2000 + Int64(version), isUsed: true, address: 7)
      #expect(try await storage.save(record, for: key, replacing: version - 1) == .saved)
      try await storage.touch(key, expiry: 3000 + Int64(version))
    }
    // The line pointers of heap-only tuples have no entry in an index.
    let due = try server.ask("SELECT due, expiry FROM \(prefix)_sessions")
    #expect(due == "2000|3020")
  }

  @Test func aSessionWithMoreTimeIsNotRemoved() async throws {
    let storage = try storage(PostgresServer.shared())
    defer { storage.close() }
    let keys = (0..<250).map { _ in SessionKey(of: .random()) }
    for key in keys { _ = try await storage.save(testRecord(expiry: 1100), for: key, replacing: 0) }
    for key in keys[..<10] { try await storage.touch(key, expiry: 1200) }
    clock.now = 1100
    #expect(try await storage.removeExpired() == 240)
    #expect(try await storage.list().count == 10)
    clock.now = 1200
    #expect(try await storage.removeExpired() == 10)
  }

  @Test func severalServersCanRemoveExpiredSessionsAtTheSameTime() async throws {
    let server = try PostgresServer.shared()
    let nodes = try [storage(server), storage(server), storage(server)]
    defer { for node in nodes { node.close() } }
    for _ in 0..<400 { _ = try await nodes[0].save(testRecord(), for: SessionKey(of: .random()), replacing: 0) }
    clock.now = 2000
    let removed = try await withThrowingTaskGroup(of: Int.self) { group in
      for node in nodes { group.addTask { try await node.removeExpired() } }
      return try await group.reduce(0, +)
    }
    #expect(removed == 400)
  }

  @Test func anExpiryMayBeAnyNumber() async throws {
    let storage = try storage(PostgresServer.shared())
    defer { storage.close() }
    for (expiry, isThere) in [(Int64.max, true), (.min, false), (1000, false), (1001, true)] {
      let key = SessionKey(of: .random())
      #expect(try await storage.save(testRecord(expiry: expiry), for: key, replacing: 0) == .saved)
      #expect(try await (storage.record(key)?.expiry == expiry) == isThere)
    }
  }

  @Test func largeVersionsAreComparedExactly() async throws {
    let storage = try storage(PostgresServer.shared())
    defer { storage.close() }
    _ = try await storage.save(testRecord(version: .max - 1), for: key, replacing: 0)
    #expect(try await storage.save(testRecord(version: .max), for: key, replacing: .max - 2) == .outdated)
    #expect(try await storage.save(testRecord(version: .max), for: key, replacing: .max - 1) == .saved)
    #expect(try await storage.list().map(\.record.version) == [.max])
  }

  @Test func storagesWithDifferentPrefixesAreIndependent() async throws {
    let server = try PostgresServer.shared()
    let storages = try [prefix, "\(prefix)_2"].map { prefix in
      try PostgresStorage(server.url("prefix=\(prefix)"), limits: StorageLimits(), timeouts: .patient) { [clock] in
        clock.now
      }
    }
    defer { for storage in storages { storage.close() } }
    for storage in storages { #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved) }
    for storage in storages { #expect(try await storage.list().count == 1) }
  }

  // MARK: - Calls

  @Test func callsAreAnsweredWhenAnotherOneOfTheirTransactionFails() async throws {
    let server = try PostgresServer.shared()
    let url = try server.url("prefix=\(prefix)&pool=1")
    let storage = try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    defer { storage.close() }
    let keys = (0..<30).map { _ in SessionKey(of: .random()) }
    for key in keys { #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved) }
    try server.ask(
      """
      ALTER TABLE \(prefix)_sessions ADD CONSTRAINT odd CHECK (encode(content, 'escape') <> 'odd');
      """)
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for (index, key) in keys.enumerated() {
        group.addTask { () async throws in
          do {
            let record = testRecord(index % 10 == 0 ? "odd" : "even", version: 2)
            return try await storage.save(record, for: key, replacing: 1) == .saved
          } catch {
            guard case .unavailable(let reason)? = error as? StorageError else { throw error }
            #expect(reason.contains("violates check constraint \"odd\" (23514)"))
            return false
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter(\.self).count == 27)
    #expect(try await storage.list().filter { $0.record.text == "even" }.count == 27)
  }

  @Test func aSaveThatFailsAtTheEndOfItsTransactionIsNotAcknowledged() async throws {
    let server = try PostgresServer.shared()
    let storage = try storage(server)
    defer { storage.close() }
    try server.ask(
      """
      CREATE FUNCTION \(prefix)_refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'the disk of x' USING ERRCODE = 'disk_full'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON \(prefix)_sessions DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION \(prefix)_refuse();
      """)
    let full = PostgresError.diskFull("the disk of x").inUse(of: try server.url())
    await #expect(throws: full) { try await storage.save(testRecord(), for: key, replacing: 0) }
    #expect(try await storage.record(key) == nil)
    try server.ask("DROP TRIGGER refuse ON \(prefix)_sessions")
    #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
  }
}

import SessionsTesting
import Synchronization
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import Sessions

/// What only a storage in PostgreSQL does.
@Suite(.timeLimit(.minutes(2))) struct PostgresStorageTests {
  private let clock = TestClock()
  private let key = SessionKey(of: .random())
  private let prefix = "t" + SessionID.random().cookieValue

  private func storage(
    _ server: PostgresServer, limits: StorageLimits = StorageLimits()
  ) throws -> PostgresStorage {
    let url = try server.url("prefix=\(prefix)")
    return try PostgresStorage(url, limits: limits, timeouts: .patient) { [clock] in clock.now }
  }

  // MARK: - Several nodes

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

  // MARK: - The table

  @Test func aSaveChangesNoIndex() async throws {
    let server = try PostgresServer.shared()
    let storage = try storage(server)
    defer { storage.close() }
    _ = try await storage.save(testRecord(), for: key, replacing: 0)
    for version in UInt64(2)...20 {
      let record = testRecord(version: version, expiry: 2000 + Int64(version), isUsed: true)
      #expect(try await storage.save(record, for: key, replacing: version - 1) == .saved)
      try await storage.touch(key, expiry: 3000 + Int64(version))
    }
    // The line pointers of heap-only tuples have no entry in an index.
    let due = try server.ask("SELECT due, expiry FROM \(prefix)_sessions")
    #expect(due == "2000|3020")
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

import Foundation
import Glibc
import SessionsTesting
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import Sessions

/// What happens to calls while PostgreSQL or the network fails.
@Suite(.timeLimit(.minutes(2))) struct PostgresFaultTests {
  private let key = SessionKey(of: .random())
  private let impatient = PostgresTimeouts(
    connect: .milliseconds(500), reply: .milliseconds(300), connection: .milliseconds(100), beat: .milliseconds(20),
    message: .milliseconds(100))

  private func storage(_ url: PostgresURL, _ timeouts: PostgresTimeouts) throws -> PostgresStorage {
    try PostgresStorage(url, limits: StorageLimits(), timeouts: timeouts) { 1000 }
  }

  private func impatientStorage(_ server: PostgresServer) async throws -> PostgresStorage {
    try await again { () async throws in try storage(server.url(), impatient) }
  }

  /// Tries until PostgreSQL is available again. Every attempt that fails must fail with `.unavailable`.
  private func again<Value>(_ body: () async throws -> Value) async throws -> Value {
    while true {
      do {
        return try await body()
      } catch StorageError.unavailable where !Task.isCancelled {}
    }
  }

  private func isUnavailable(_ body: () async throws -> Void) async throws -> Bool {
    do {
      try await body()
      return false
    } catch StorageError.unavailable(let sentence) {
      #expect(sentence.contains("PostgreSQL at "))
      return true
    }
  }

  // MARK: - PostgreSQL

  @Test func callsThatWaitDuringARestartAreAnsweredAfterwards() async throws {
    let server = try PostgresServer()
    let storage = try storage(server.url(), .patient)
    defer { storage.close() }
    #expect(try await storage.save(testRecord("one"), for: key, replacing: 0) == .saved)
    server.stop()
    async let loaded = storage.record(key)
    async let saved = storage.save(testRecord("two", version: 2), for: key, replacing: 1)
    try server.start()
    #expect(try await saved == .saved)
    #expect(try await ["one", "two"].contains(loaded?.text))
  }

  @Test func callsContinueWhenConnectionsAreEnded() async throws {
    let server = try PostgresServer()
    let storage = try storage(server.url(), .patient)
    defer { storage.close() }
    #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
    for version in UInt64(1)...20 {
      try server.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name <> 'psql' AND datname <> ''")
      #expect(try await storage.save(testRecord(version: version + 1), for: key, replacing: version) == .saved)
    }
  }

  @Test func aServerThatRestartsItselfAfterACrashOfAConnectionIsUsedAgain() async throws {
    let server = try PostgresServer()
    let storage = try storage(server.url(), .patient)
    defer { storage.close() }
    #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
    let backends = try server.ask(
      "SELECT pid FROM pg_stat_activity WHERE datname = 'postgres' AND application_name <> 'psql'")
    let first = try #require(backends.split(separator: "\n").first.flatMap { pid_t($0) })
    kill(first, SIGKILL)
    #expect(try await again { try await storage.record(key) } != nil)
    let results = try await again { try await storage.save(testRecord(version: 2), for: key, replacing: 1) }
    // A save whose result was lost may have been repeated after it was answered with an error.
    #expect(results == .saved || results == .outdated)
  }

  @Test func aReadOnlyServerRefusesChangesUntilItIsWritable() async throws {
    let server = try PostgresServer()
    let storage = try await impatientStorage(server)
    defer { storage.close() }
    #expect(try await again { try await storage.save(testRecord("one"), for: key, replacing: 0) } == .saved)
    try server.ask("ALTER SYSTEM SET default_transaction_read_only = on")
    try server.ask("SELECT pg_reload_conf()")
    let readOnly = PostgresError.readOnly.inUse(of: try server.url())
    var said: StorageError?
    // The setting reaches the connections a little later. A touch of a missing session changes nothing.
    while said != readOnly, !Task.isCancelled {
      do {
        try await storage.touch(SessionKey(of: .random()), expiry: 3000)
      } catch {
        said = error
      }
    }
    #expect(said == readOnly)
    #expect(throws: PostgresError.readOnly.atStart(of: try server.url())) { try self.storage(server.url(), .patient) }
    try server.ask("SET default_transaction_read_only = off; SELECT pg_reload_conf()")
    try server.ask("ALTER SYSTEM RESET default_transaction_read_only")
    try server.ask("SELECT pg_reload_conf()")
    #expect(try await again { try await storage.save(testRecord("two", version: 2), for: key, replacing: 1) } == .saved)
  }

  @Test func theWritableOneOfSeveralHostsIsUsed() async throws {
    let (first, firstPort) = try PostgresServer.listening(["default_transaction_read_only=on"])
    let (second, secondPort) = try PostgresServer.listening()
    let unused = try UnusedPort()
    let hosts = [firstPort, unused.number, secondPort].map { "127.0.0.1:\($0)" }.joined(separator: ",")
    let storage = try storage(PostgresURL("postgres://postgres@\(hosts)/postgres"), .patient)
    defer { storage.close() }
    #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
    #expect(try second.ask("SELECT count(*) FROM tempura_sessions") == "1")
    #expect(try first.ask("SELECT to_regclass('tempura_sessions') IS NULL") == "t")
  }

  @Test func tooManyConnectionsAreReportedUntilThereAreFewer() async throws {
    let server = try PostgresServer(["max_connections=6", "superuser_reserved_connections=0", "max_wal_senders=0"])
    let url = try server.url("pool=6")
    let many = try storage(url, .patient)
    _ = try await many.load(key)
    // The connections of the first storage come one after the other.
    var said: StorageError?
    while said == nil, !Task.isCancelled {
      do throws(StorageError) {
        try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }.close()
      } catch {
        said = error
      }
    }
    #expect(said == PostgresError.tooManyConnections.atStart(of: url))
    many.close()
    try await again { () async throws in try storage(url, .patient).close() }
  }

  @Test func lostRightsAndALostTableAreReportedUntilTheyAreBack() async throws {
    let server = try PostgresServer()
    try server.ask("CREATE ROLE app LOGIN; GRANT CREATE ON SCHEMA public TO app")
    let url = try server.url(login: "app@")
    let storage = try storage(url, .patient)
    defer { storage.close() }
    #expect(try await storage.save(testRecord("one"), for: key, replacing: 0) == .saved)
    try server.ask("ALTER TABLE tempura_sessions OWNER TO postgres; GRANT SELECT ON tempura_sessions TO app")
    let refused = PostgresError.notPermitted("permission denied for table tempura_sessions").inUse(of: url)
    await #expect(throws: refused) { try await storage.save(testRecord("two", version: 2), for: key, replacing: 1) }
    #expect(try await storage.record(key)?.text == "one")
    try server.ask("GRANT INSERT, UPDATE, DELETE ON tempura_sessions TO app")
    #expect(try await storage.save(testRecord("two", version: 2), for: key, replacing: 1) == .saved)
    try server.ask("ALTER TABLE tempura_sessions RENAME TO elsewhere")
    let missing = PostgresError.tableChanged("relation \"tempura_sessions\" does not exist").inUse(of: url)
    await #expect(throws: missing) { try await storage.record(key) }
    try server.ask("ALTER TABLE elsewhere RENAME TO tempura_sessions")
    #expect(try await storage.record(key)?.text == "two")
  }

  @Test func aFullDiskIsReportedUntilThereIsRoom() async throws {
    let server = try PostgresServer()
    let storage = try storage(server.url(), .patient)
    defer { storage.close() }
    #expect(try await storage.save(testRecord("one"), for: key, replacing: 0) == .saved)
    // What PostgreSQL does when its disk is full, without a disk that is full.
    try server.ask(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON tempura_sessions EXECUTE FUNCTION refuse();
      """)
    let full = PostgresError.diskFull("could not extend file").inUse(of: try server.url())
    await #expect(throws: full) { try await storage.save(testRecord(version: 2), for: key, replacing: 1) }
    #expect(try await storage.record(key)?.text == "one")
    try server.ask("DROP TRIGGER refuse ON tempura_sessions")
    #expect(try await storage.save(testRecord("two", version: 2), for: key, replacing: 1) == .saved)
  }

  @Test func aStatementThatWaitsTooLongIsEnded() async throws {
    let server = try PostgresServer()
    let storage = try await impatientStorage(server)
    defer { storage.close() }
    #expect(try await again { try await storage.save(testRecord("one"), for: key, replacing: 0) } == .saved)
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = ["psql", "-qh", server.folder, "-U", "postgres", "-d", "postgres"]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data("BEGIN; UPDATE tempura_sessions SET used = used; SELECT 'held';\n".utf8))
    var said = ""
    while !said.contains("held") { said += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
    #expect(try await isUnavailable { _ = try await storage.save(testRecord(version: 2), for: key, replacing: 1) })
    // The storage may give up a moment before PostgreSQL ends the statement.
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    await waitUntil { (try? server.ask(waiting)) == "0" }
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    #expect(try await again { try await storage.record(key) }?.text == "one")
  }

  @Test func commitsThatWaitForAMissingStandbyDoNotUseUpTheConnections() async throws {
    let server = try PostgresServer()
    let storage = try await impatientStorage(server)
    defer { storage.close() }
    try await again { () async throws in _ = try await storage.load(key) }
    try server.ask("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try server.ask("SELECT pg_reload_conf()")
    let silent = PostgresError.silent.inUse(of: try server.url())
    var failures = 0
    while failures < 10, !Task.isCancelled {
      do {
        _ = try await storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0)
      } catch {
        if error == silent { failures += 1 }
      }
    }
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    await waitUntil { (try? server.ask(waiting)) == "0" }
    #expect(try server.ask(waiting) == "0")
    try server.ask("ALTER SYSTEM RESET synchronous_standby_names")
    try server.ask("SELECT pg_reload_conf()")
    let saved = try await again {
      try await storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0)
    }
    #expect(saved == .saved)
  }

  // MARK: - The network

  /// A storage with one connection behind a proxy that can lose results.
  private func behindProxy() throws -> (PostgresServer, PostgresProxy, PostgresStorage) {
    let server = try PostgresServer()
    let proxy = try PostgresProxy(to: "\(server.folder)/.s.PGSQL.5432")
    let url = try PostgresURL("postgres://postgres@/postgres?host=\(proxy.folder)&pool=1")
    return (server, proxy, try storage(url, .patient))
  }

  @Test func aSaveIsAppliedOnceIfItsResultIsLost() async throws {
    let (server, proxy, storage) = try behindProxy()
    defer { storage.close() }
    #expect(try await storage.save(testRecord("one"), for: key, replacing: 0) == .saved)
    proxy.loseNextAnswer()
    #expect(try await storage.save(testRecord("two", version: 2), for: key, replacing: 1) == .saved)
    proxy.loseNextAnswer()
    #expect(try await storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0) == .saved)
    proxy.loseNextAnswer()
    #expect(try await storage.record(key)?.text == "two")
    #expect(proxy.losses == 3)
    #expect(try server.ask("SELECT count(*) FROM tempura_sessions") == "2")
  }

  @Test func aRemoveFailsIfItsResultIsLost() async throws {
    let (server, proxy, storage) = try behindProxy()
    defer { storage.close() }
    #expect(try await storage.save(testRecord("one"), for: key, replacing: 0) == .saved)
    proxy.loseNextAnswer()
    #expect(try await isUnavailable { try await storage.remove(key) })
    #expect(try await storage.record(key) == nil)
    #expect(proxy.losses == 1)
    withExtendedLifetime(server) {}
  }
}

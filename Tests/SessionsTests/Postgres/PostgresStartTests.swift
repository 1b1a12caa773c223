import Glibc
import SessionsTesting
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import SQLiteSessions
@testable import Sessions

/// The errors of a server that starts and cannot use its PostgreSQL.
@Suite(.timeLimit(.minutes(2))) struct PostgresStartTests {
  private let prefix = "t" + SessionID.random().cookieValue

  /// The error of a start.
  private func failure(_ url: PostgresURL) -> StorageError? {
    do {
      try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }.close()
      return nil
    } catch {
      return error
    }
  }

  @Test func aPostgresThatDoesNotRunIsReported() throws {
    let port = try UnusedPort()
    let url = try PostgresURL("postgres://user:s3cret@127.0.0.1:\(port.number)/app")
    #expect(failure(url) == .unavailable(PostgresError.unreachable(reason: "Connection refused").sentence("\(url)")))
    let socket = try PostgresURL("postgres:///app?host=/nowhere&user=x")
    #expect(
      failure(socket)
        == .unavailable(PostgresError.unreachable(reason: "No such file or directory").sentence("/nowhere")))
  }

  @Test func anUnknownHostIsReported() throws {
    // Longer than a name can be (RFC 1035, section 2.3.4), so that no name server is asked.
    let host = String(repeating: "a", count: 300)
    let error = try #require(failure(PostgresURL("postgres://user@\(host)/app")))
    #expect(error.description.hasPrefix("The host of PostgreSQL at \(host):5432 was not found ("))
  }

  @Test func aServerThatIsNotPostgresIsReported() throws {
    let listener = try SocketListener.saying("HTTP/1.1 400 Bad Request\r\n\r\n")
    let folder = String(listener.path.dropLast("/socket".count))
    symlink(listener.path, "\(folder)/.s.PGSQL.5432")
    let url = try PostgresURL("postgres://user@/app?host=\(folder)")
    #expect(failure(url) == .unusable(PostgresError.notPostgres.sentence(folder)))
  }

  @Test func aMissingDatabaseOrUserIsReported() throws {
    let server = try PostgresServer.shared()
    let database = try server.url(database: "nope")
    #expect(failure(database) == .unusable(PostgresError.noSuchDatabase.sentence(server.folder)))
    let user = try server.url(login: "nope@")
    #expect(
      failure(user)
        == .unusable(PostgresError.notAllowed("role \"nope\" does not exist").sentence(server.folder)))
  }

  @Test func aForeignTableIsRefusedAndNotChanged() throws {
    let server = try PostgresServer.shared()
    let url = try server.url("prefix=\(prefix)")
    let table = "\(prefix)_sessions"
    try server.ask("CREATE TABLE \(table) (id bigint, name text)")
    #expect(failure(url) == .unusable(PostgresTableError.foreignTable(table).sentence(server.folder)))
    #expect(try server.ask("SELECT count(*) FROM pg_indexes WHERE tablename = '\(table)'") == "0")
    try server.ask("DROP TABLE \(table)")
    #expect(failure(url) == nil)
    try server.ask("COMMENT ON TABLE \(table) IS 'Sessions of Tempura, version 4'")
    #expect(failure(url) == .unusable(PostgresTableError.otherTable(table, version: "4").sentence(server.folder)))
    try server.ask("COMMENT ON TABLE \(table) IS NULL")
    #expect(failure(url) == nil, "a backup may lack comments")
  }

  @Test(arguments: [
    ("VIEW NAME AS SELECT * FROM old", "a view"),
    ("MATERIALIZED VIEW NAME AS SELECT * FROM old", "a materialized view"),
    ("TABLE NAME (LIKE old) PARTITION BY HASH (key)", "a partitioned table"),
    ("FOREIGN TABLE NAME (key bytea) SERVER elsewhere", "a foreign table"), ("SEQUENCE NAME", "a sequence"),
    ("INDEX NAME ON old (key)", "an index"), ("TYPE NAME AS (key bytea)", "another kind of relation"),
  ])
  func whatIsNoOrdinaryTableIsRefused(definition: String, kind: String) throws {
    let server = try PostgresServer.shared()
    let url = try server.url("prefix=\(prefix)&options=-csearch_path%3D\(prefix)")
    let table = "\(prefix)_sessions"
    try server.ask("CREATE SCHEMA \(prefix)")
    #expect(failure(url) == nil)
    let foreign = "CREATE FOREIGN DATA WRAPPER \(prefix); CREATE SERVER elsewhere FOREIGN DATA WRAPPER \(prefix);"
    try server.ask(
      """
      SET search_path = \(prefix); ALTER TABLE \(table) RENAME TO old;
      \(definition.contains("elsewhere") ? foreign : "") CREATE \(definition.replacing("NAME", with: table))
      """)
    #expect(failure(url) == .unusable(PostgresTableError.notOrdinary(table, kind: kind).sentence(server.folder)))
  }

  @Test func aTableThatACrashEmptiesIsRefused() throws {
    let server = try PostgresServer.shared()
    let url = try server.url("prefix=\(prefix)")
    let table = "\(prefix)_sessions"
    #expect(failure(url) == nil)
    try server.ask("ALTER TABLE \(table) SET UNLOGGED")
    #expect(failure(url) == .unusable(PostgresTableError.unlogged(table).sentence(server.folder)))
    try server.ask("ALTER TABLE \(table) SET LOGGED")
    #expect(failure(url) == nil)
    let temporary = try server.url("prefix=\(prefix)&options=-csearch_path%3Dpg_temp")
    #expect(failure(temporary) == .unusable(PostgresTableError.temporary(table).sentence(server.folder)))
  }

  @Test func aTableWithoutAUniqueIndexOfTheKeyIsRefused() throws {
    let server = try PostgresServer.shared()
    let url = try server.url("prefix=\(prefix)")
    let table = "\(prefix)_sessions"
    #expect(failure(url) == nil)
    let refused = StorageError.unusable(PostgresTableError.keyNotUnique(table).sentence(server.folder))
    try server.ask("ALTER TABLE \(table) DROP CONSTRAINT \(table)_pkey")
    #expect(failure(url) == refused)
    for columns in ["(key, version)", "(version)", "(key) WHERE used", "((key || key))"] {
      try server.ask("CREATE UNIQUE INDEX \(table)_key ON \(table) \(columns)")
      #expect(failure(url) == refused, "\(columns)")
      try server.ask("DROP INDEX \(table)_key")
    }
    try server.ask("ALTER TABLE \(table) ADD UNIQUE (key) DEFERRABLE")
    #expect(failure(url) == refused)
    try server.ask("CREATE UNIQUE INDEX \(table)_key ON \(table) (key) INCLUDE (version)")
    #expect(failure(url) == nil)
  }

  @Test func rowSecurityThatAppliesToTheUserIsRefused() throws {
    let server = try PostgresServer.shared()
    let table = "\(prefix)_sessions"
    let owner = try server.url("prefix=\(prefix)")
    #expect(failure(owner) == nil)
    try server.ask("CREATE ROLE \(prefix) LOGIN; GRANT ALL ON \(table) TO \(prefix)")
    let url = try server.url(login: "\(prefix)@", "prefix=\(prefix)")
    #expect(failure(url) == nil)
    try server.ask("ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY")
    #expect(failure(url) == .unusable(PostgresTableError.rowSecurity(table).sentence(server.folder)))
    #expect(failure(owner) == nil)
    try server.ask("ALTER ROLE \(prefix) BYPASSRLS")
    #expect(failure(url) == nil)
  }

  @Test func missingRightsAreNamed() throws {
    let server = try PostgresServer.shared()
    try server.ask("CREATE ROLE \(prefix) LOGIN")
    let url = try server.url(login: "\(prefix)@", "prefix=\(prefix)")
    let table = "\(prefix)_sessions"
    let reason = "permission denied for schema public"
    #expect(failure(url) == .unusable(PostgresTableError.notCreated(table, reason: reason).sentence(server.folder)))
    #expect(try server.ask("SELECT to_regclass('\(table)') IS NULL") == "t")
    #expect(try failure(server.url("prefix=\(prefix)")) == nil)
    try server.ask("GRANT SELECT, UPDATE ON \(table) TO \(prefix)")
    #expect(
      failure(url)
        == .unusable(PostgresTableError.missingRights(["INSERT", "DELETE"], table: table).sentence(server.folder)))
    try server.ask("GRANT INSERT, DELETE ON \(table) TO \(prefix)")
    #expect(failure(url) == nil)
  }

  @Test func anOldTableIsUsedAgain() async throws {
    let url = try PostgresServer.shared().url("prefix=\(prefix)&pool=1")
    let key = SessionKey(of: .random())
    for version in UInt64(1)...3 {
      let storage = try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
      defer { storage.close() }
      #expect(try await storage.save(testRecord(version: version), for: key, replacing: version - 1) == .saved)
    }
  }
}

import Glibc
import SessionsTesting
import Testing

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
    #expect(failure(url) == .unavailable(PostgresProblem.unreachable(reason: "Connection refused").sentence("\(url)")))
    let socket = try PostgresURL("postgres:///app?host=/nowhere&user=x")
    #expect(
      failure(socket)
        == .unavailable(PostgresProblem.unreachable(reason: "No such file or directory").sentence("/nowhere")))
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
    #expect(failure(url) == .unusable(PostgresProblem.notPostgres.sentence(folder)))
  }

  @Test func aMissingDatabaseOrUserIsReported() throws {
    let server = try PostgresServer.shared()
    let database = try server.url(database: "nope")
    #expect(failure(database) == .unusable(PostgresProblem.noSuchDatabase.sentence(server.folder)))
    let user = try server.url(login: "nope@")
    #expect(
      failure(user)
        == .unusable(PostgresProblem.notAllowed("role \"nope\" does not exist").sentence(server.folder)))
  }

  @Test func aForeignTableIsRefusedAndNotChanged() throws {
    let server = try PostgresServer.shared()
    let url = try server.url("prefix=\(prefix)")
    let table = "\(prefix)_sessions"
    try server.ask("CREATE TABLE \(table) (id bigint, name text)")
    #expect(failure(url) == .unusable(PostgresProblem.foreignTable(table).sentence(server.folder)))
    #expect(try server.ask("SELECT count(*) FROM pg_indexes WHERE tablename = '\(table)'") == "0")
    try server.ask("DROP TABLE \(table)")
    #expect(failure(url) == nil)
    try server.ask("COMMENT ON TABLE \(table) IS 'Sessions of Tempura, version 2'")
    #expect(failure(url) == .unusable(PostgresProblem.newerTable(table).sentence(server.folder)))
    try server.ask("COMMENT ON TABLE \(table) IS NULL")
    #expect(failure(url) == nil, "a backup may lack comments")
  }

  @Test func missingRightsAreNamed() throws {
    let server = try PostgresServer.shared()
    try server.ask("CREATE ROLE \(prefix) LOGIN")
    let url = try server.url(login: "\(prefix)@", "prefix=\(prefix)")
    let table = "\(prefix)_sessions"
    let reason = "permission denied for schema public"
    #expect(failure(url) == .unusable(PostgresProblem.notCreated(table, reason: reason).sentence(server.folder)))
    #expect(try server.ask("SELECT to_regclass('\(table)') IS NULL") == "t")
    #expect(try failure(server.url("prefix=\(prefix)")) == nil)
    try server.ask("GRANT SELECT, UPDATE ON \(table) TO \(prefix)")
    #expect(
      failure(url)
        == .unusable(PostgresProblem.missingRights(["INSERT", "DELETE"], table: table).sentence(server.folder)))
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

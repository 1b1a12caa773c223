import Glibc
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import Sessions

@Suite struct PostgresErrorTests {
  @Test(arguments: [
    ("28P01", "password authentication failed", PostgresError.passwordWrong),
    ("28000", "no pg_hba.conf entry", .notAllowed("no pg_hba.conf entry")), ("3D000", "x", .noSuchDatabase),
    ("53300", "sorry, too many clients already", .tooManyConnections),
    ("53100", "could not extend file", .diskFull("could not extend file")), ("53200", "out of memory", .outOfMemory),
    ("57P01", "terminating connection", .lost(reason: "terminating connection")), ("57P03", "x", .starting),
    ("57014", "canceling statement due to statement timeout", .tooSlow), ("25006", "x", .readOnly),
    ("40P01", "deadlock detected", .locked), ("42501", "permission denied", .notPermitted("permission denied")),
    ("3F000", "none", .noSchema("none")),
    ("42P01", "relation", .tableChanged("relation")), ("42703", "column", .tableChanged("column")),
    ("26000", "x", .statementsForgotten),
    ("54000", "too many notifications in the NOTIFY queue", .notificationsFull),
    ("23514", "violates\nnext line", .other(code: "23514", "violates")),
  ])
  func theCodeOfAnErrorTellsTheProblem(code: String, text: String, problem: PostgresError) {
    #expect(PostgresError(code: code, text: text) == problem)
    let connecting = "connection to server on socket \"/x\" failed: FATAL:  \(code): \(text)\nLOCATION:  f, f.c:1\n"
    #expect(PostgresError(connecting: connecting) == problem)
  }

  @Test(arguments: [
    (
      "connection to server at \"h\", port 1 failed: SSL error: tlsv1 alert",
      PostgresError.tls(reason: "SSL error: tlsv1 alert")
    ),
    (
      "connection to server at \"h\" failed: server closed the connection unexpectedly\n\tThis probably means",
      .lost(reason: nil)
    ),
    ("connection to server at \"h\" failed: session is read-only", .readOnly),
    ("connection to server at \"h\" failed: server does not support SSL, but SSL was required", .withoutTLS),
    ("could not open certificate file \"/x\": no", .certificateFile(reason: "certificate file \"/x\": no")),
    ("odd", .unreachable(reason: "odd")), ("", .unreachable(reason: "for an unknown reason")),
  ])
  func theMessageOfLibpqTellsTheProblem(text: String, problem: PostgresError) {
    #expect(PostgresError(connecting: text) == problem)
  }

  private static let ofConnections: [(PostgresError, String)] = [
    (
      .noLibrary(reason: "no"),
      "PostgreSQL needs the library libpq of version 14 or newer (no). Install Debian's package libpq5."
    ),
    (.unknownHost(reason: "no"), "The host of PostgreSQL at p:1 was not found (no). Check its name."),
    (
      .hostNotFoundInTime,
      "The address of the host of PostgreSQL at p:1 was not found in time. Check that the name servers of this machine "
        + "answer."
    ),
    (.unreachable(reason: "no"), "PostgreSQL at p:1 cannot be reached (no). Check that it runs and listens there."),
    (
      .notConnectedInTime,
      "PostgreSQL at p:1 does not accept connections in time. Check that it runs, and the network."
    ),
    (
      .system(operation: "socket", code: EMFILE),
      "The connection to PostgreSQL at p:1 failed: socket failed (Too many open files)."
    ),
    (.lost(reason: nil), "The connection to PostgreSQL at p:1 was lost (PostgreSQL closed it)."),
    (.lost(reason: "no"), "The connection to PostgreSQL at p:1 was lost (no)."),
    (.silent, "PostgreSQL at p:1 does not answer in time."),
    (.notPostgres, "The server at p:1 does not answer like PostgreSQL. Check the host and the port."),
    (.tooOld(version: 130_004), "PostgreSQL at p:1 has version 13. Version 14 or newer is needed."),
    (.starting, "PostgreSQL at p:1 is starting or stopping and will be ready soon."),
    (
      .tooManyConnections,
      "PostgreSQL at p:1 has too many connections. Raise its max_connections, or write a smaller pool=N into the URL."
    ),
    (
      .withoutTLS,
      "PostgreSQL at p:1 has no TLS, but the URL requires it. Set ssl = on in PostgreSQL, or change sslmode in the URL."
    ),
    (
      .certificate(reason: "no"),
      "The certificate of PostgreSQL at p:1 is not accepted (no). The host in the URL must be the one in the certificate, "
        + "and sslrootcert must name the certificate of its authority."
    ),
    (.certificateFile(reason: "no"), "A file for TLS with PostgreSQL at p:1 cannot be used: no"),
    (.tls(reason: "no"), "TLS with PostgreSQL at p:1 failed (no)."),
    (
      .passwordMissing,
      "PostgreSQL at p:1 requires a password. Write it into the URL: postgres://USER:PASSWORD@HOST/DATABASE."
    ),
    (.passwordWrong, "PostgreSQL at p:1 refuses the user or the password in the URL."),
    (
      .notAllowed("no"),
      "PostgreSQL at p:1 refuses the connection (no). Check the user in the URL, and the server's pg_hba.conf."
    ),
    (.noSuchDatabase, "PostgreSQL at p:1 does not have the database in the URL. Create it with createdb."),
  ]

  @Test(arguments: ofConnections)
  func eachProblemOfAConnectionHasASentence(problem: PostgresError, sentence: String) {
    #expect(problem.sentence("p:1") == sentence)
  }

  private static let ofTables: [(PostgresTableError, String)] = [
    (
      .foreignTable("t"),
      "The table t of PostgreSQL at p:1 belongs to another program. Choose another prefix in the URL."
    ),
    (
      .otherTable("t", version: "4"),
      "The table t of PostgreSQL at p:1 was made by another release: it has version 4, and this release knows "
        + "version 3. Use that release, or another prefix."
    ),
    (
      .notOrdinary("t", kind: "a view"),
      "t of PostgreSQL at p:1 is a view, but must be an ordinary table. Rename it, or choose another prefix in the URL."
    ),
    (
      .unlogged("t"),
      "The table t of PostgreSQL at p:1 is unlogged, so a crash of PostgreSQL would empty it. ALTER TABLE t SET LOGGED."
    ),
    (
      .temporary("t"),
      "The table t of PostgreSQL at p:1 is temporary, so it would end with a connection. Remove pg_temp from the "
        + "search_path."
    ),
    (
      .keyNotUnique("t"),
      "The table t of PostgreSQL at p:1 has no unique index of the column key alone, which saves need. ALTER TABLE t ADD "
        + "PRIMARY KEY (key)."
    ),
    (
      .rowSecurity("t"),
      "The row-level security of the table t of PostgreSQL at p:1 hides sessions from the user in the URL. ALTER TABLE t "
        + "DISABLE ROW LEVEL SECURITY, or ALTER ROLE with BYPASSRLS."
    ),
    (
      .notCreated("t", reason: "no"),
      "The table t of PostgreSQL at p:1 cannot be created (no). GRANT CREATE ON SCHEMA to the user in the URL for the "
        + "first start."
    ),
    (
      .missingRights(["SELECT", "DELETE"], table: "t"),
      "The user in the URL of PostgreSQL at p:1 has no right to SELECT, DELETE on t. GRANT SELECT, DELETE ON t to it."
    ),
  ]

  @Test(arguments: ofTables)
  func eachProblemOfATableHasASentence(problem: PostgresTableError, sentence: String) {
    #expect(problem.sentence("p:1") == sentence)
  }

  private static let ofCalls: [(PostgresError, String)] = [
    (
      .notPermitted("no"),
      "PostgreSQL at p:1 refuses a statement (no). The user in the URL needs SELECT, INSERT, UPDATE and DELETE on the table."
    ),
    (
      .tableChanged("no"),
      "The table for sessions of PostgreSQL at p:1 is missing or was changed (no). Restore it, or restart the server to "
        + "create it."
    ),
    (
      .noSchema("no"),
      "PostgreSQL at p:1 has no schema for the table of sessions (no). CREATE SCHEMA it, or correct the search_path of the "
        + "user or of the URL."
    ),
    (
      .readOnly,
      "PostgreSQL at p:1 is read-only now. The URL must name the primary server; with several hosts the writable one is "
        + "used."
    ),
    (.diskFull("no"), "PostgreSQL at p:1 cannot store anything: its disk is full (no)."),
    (.outOfMemory, "PostgreSQL at p:1 has no memory left."),
    (.tooSlow, "PostgreSQL at p:1 is too slow: a statement was ended."),
    (.locked, "PostgreSQL at p:1 ended a statement that waited for another one."),
    (
      .statementsForgotten,
      "PostgreSQL at p:1 has forgotten prepared statements. A pooler such as PgBouncer must keep a connection for each "
        + "client (pool_mode = session)."
    ),
    (
      .notificationsFull,
      "PostgreSQL at p:1 has no room for notifications. A session that LISTENs holds a transaction open; see "
        + "pg_stat_activity."
    ),
    (.other(code: "XX000", "no"), "PostgreSQL at p:1 replied with an error: no (XX000)"),
    (.unexpectedAnswer, "PostgreSQL at p:1 sent an unexpected answer."),
    (.tooManyCalls(limit: 7), "PostgreSQL at p:1 is too slow: 7 calls are already waiting."),
    (.notConnected(because: nil), "PostgreSQL at p:1 did not accept the call in time."),
    (.notConnected(because: "No."), "No."), (.closed, "The connection to PostgreSQL at p:1 is closed."),
  ]

  @Test(arguments: ofCalls)
  func eachProblemOfACallHasASentence(problem: PostgresError, sentence: String) {
    #expect(problem.sentence("p:1") == sentence)
  }

  @Test func onlyAnOperatorSolvesSomeProblemsOfAStart() throws {
    let url = try PostgresURL("postgres://user:s3cret@p:1/app")
    #expect(PostgresError.passwordWrong.atStart(of: url) == .unusable(PostgresError.passwordWrong.sentence("p:1")))
    #expect(PostgresError.starting.atStart(of: url) == .unavailable(PostgresError.starting.sentence("p:1")))
    #expect(PostgresError.passwordWrong.inUse(of: url) == .unavailable(PostgresError.passwordWrong.sentence("p:1")))
  }
}

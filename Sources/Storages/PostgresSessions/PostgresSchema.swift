internal import PostgresConnections
internal import Sessions

/// The table of sessions. The first server creates it.
struct PostgresSchema {
  private let names: PostgresNames
  /// The server, for messages.
  private let location: String

  /// The columns as PostgreSQL describes them, in their order. A table may have more of them, which have default values.
  static let columns =
    "key bytea, version bigint, content bytea, created bigint, expiry bigint, due bigint, used boolean, aside boolean, "
    + "save bytea"

  /// What has a name as tables do, by the letter in `pg_class.relkind`.
  private static let kinds = [
    "v": "a view", "m": "a materialized view", "f": "a foreign table", "p": "a partitioned table", "i": "an index",
    "S": "a sequence",
  ]

  private static let commentStart = "Sessions of Tempura, version "

  init(_ names: PostgresNames, at location: String) { (self.names, self.location) = (names, location) }

  private func unfit(_ problem: PostgresTableError) -> PostgresError { .unfit(problem.sentence(location)) }

  /// Creates the table if it is missing, and checks that it can be used.
  func prepare(_ connection: PostgresConnection) throws(PostgresError) {
    if try isThere(connection) { return }
    do throws(PostgresError) {
      try create(connection)
    } catch .notPermitted(let reason) {
      throw unfit(.notCreated(names.table, reason: reason))
    }
    guard try isThere(connection) else { throw .unexpectedAnswer }
  }

  /// Checks the table, if there is one.
  private func isThere(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
    let step = PostgresStep(
      """
      SELECT obj_description(found.oid, 'pg_class'),
        (SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
          FROM pg_attribute WHERE attrelid = found.oid AND attnum > 0 AND NOT attisdropped),
        (SELECT string_agg(name, ' ') FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS name
          WHERE NOT has_table_privilege(found.oid, name)),
        relkind, relpersistence,
        EXISTS (SELECT FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
          WHERE indrelid = found.oid AND attname = 'key' AND indnkeyatts = 1 AND indisunique AND indisvalid
            AND indimmediate AND indpred IS NULL),
        row_security_active(found.oid)
      FROM pg_class AS found WHERE found.oid = to_regclass($1)
      """, .text(names.table))
    guard let row = try connection.run(step)[0].rows.first else { return false }
    // A restored table may lack its comment.
    if let comment = row.text(0), comment.hasPrefix(Self.commentStart) {
      let version = String(comment.dropFirst(Self.commentStart.count))
      if version != "\(SessionRecord.format)" { throw unfit(.otherTable(names.table, version: version)) }
    }
    let kind = row.text(3) ?? ""
    guard kind == "r" else {
      throw unfit(.notOrdinary(names.table, kind: Self.kinds[kind] ?? "another kind of relation"))
    }
    guard row.text(1)?.hasPrefix(Self.columns) == true else { throw unfit(.foreignTable(names.table)) }
    switch row.text(4) {
    case "u": throw unfit(.unlogged(names.table))
    case "t": throw unfit(.temporary(names.table))
    default: break
    }
    guard try row.flag(5) else { throw unfit(.keyNotUnique(names.table)) }
    if try row.flag(6) { throw unfit(.rowSecurity(names.table)) }
    if let missing = row.text(2) {
      throw unfit(.missingRights(missing.split(separator: " ").map(String.init), table: names.table))
    }
    return true
  }

  /// Creates all in one transaction. Servers that start at the same time wait for each other.
  private func create(_ connection: PostgresConnection) throws(PostgresError) {
    let table = names.table
    // A save leaves the old row until PostgreSQL cleans its page, and finds room for the new one in the rest of it.
    _ = try connection.run(
      PostgresStep("SELECT pg_advisory_xact_lock(\(names.lock))"),
      PostgresStep(
        """
        CREATE TABLE IF NOT EXISTS \(table) (
          key bytea PRIMARY KEY, version bigint NOT NULL, content bytea NOT NULL, created bigint NOT NULL,
          expiry bigint NOT NULL, due bigint NOT NULL, used boolean NOT NULL,
          aside boolean NOT NULL DEFAULT false, save bytea NOT NULL
        ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_scale_factor = 0.05)
        """),
      PostgresStep("CREATE INDEX IF NOT EXISTS \(table)_due ON \(table) (due)"),
      PostgresStep("COMMENT ON TABLE \(table) IS '\(Self.commentStart)\(SessionRecord.format)'"))
  }
}

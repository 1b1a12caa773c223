/// The table of sessions. The first server creates it.
struct PostgresSchema {
  private let names: PostgresNames

  /// The columns as PostgreSQL describes them, in their order.
  static let columns =
    "key bytea, version bigint, content bytea, created bigint, expiry bigint, due bigint, used boolean, address bigint, "
    + "aside boolean, save bytea"

  private static let comment = "Sessions of Tempura, version 1"

  init(_ names: PostgresNames) { self.names = names }

  /// Creates the table if it is missing, and checks that it can be used.
  func prepare(_ connection: PostgresConnection) throws(PostgresProblem) {
    if try !check(connection) {
      do throws(PostgresProblem) {
        try create(connection)
      } catch .notPermitted(let reason) {
        throw .notCreated(names.table, reason: reason)
      }
      guard try check(connection) else { throw .unexpectedAnswer }
    }
  }

  /// - Returns: False if there is no table.
  private func check(_ connection: PostgresConnection) throws(PostgresProblem) -> Bool {
    let step = PostgresStep(
      """
      SELECT obj_description(oid, 'pg_class'),
        (SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
          FROM pg_attribute WHERE attrelid = oid AND attnum > 0 AND NOT attisdropped),
        (SELECT string_agg(name, ' ') FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS name
          WHERE NOT has_table_privilege(oid, name))
      FROM (SELECT to_regclass($1)::oid AS oid) AS found WHERE oid IS NOT NULL
      """, .text(names.table))
    guard let row = try connection.run(step)[0].rows.first else { return false }
    if let comment = row.text(0), comment != Self.comment, comment.hasPrefix("Sessions of Tempura, version ") {
      throw .newerTable(names.table)
    }
    guard row.text(1) == Self.columns else { throw .foreignTable(names.table) }
    if let missing = row.text(2) {
      throw .missingRights(missing.split(separator: " ").map(String.init), table: names.table)
    }
    return true
  }

  /// Creates all in one transaction. Servers that start at the same time wait for each other.
  private func create(_ connection: PostgresConnection) throws(PostgresProblem) {
    let table = names.table
    // A save leaves the old row until PostgreSQL cleans its page, and finds room for the new one in the rest of it. Only
    // the rows without an address, or that were set aside, are not in the second index.
    _ = try connection.run(
      PostgresStep("SELECT pg_advisory_xact_lock(\(names.lock))"),
      PostgresStep(
        """
        CREATE TABLE IF NOT EXISTS \(table) (
          key bytea PRIMARY KEY, version bigint NOT NULL, content bytea NOT NULL, created bigint NOT NULL,
          expiry bigint NOT NULL, due bigint NOT NULL, used boolean NOT NULL, address bigint NOT NULL,
          aside boolean NOT NULL DEFAULT false, save bytea NOT NULL
        ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_scale_factor = 0.05)
        """),
      PostgresStep("CREATE INDEX IF NOT EXISTS \(table)_due ON \(table) (due)"),
      PostgresStep(
        "CREATE INDEX IF NOT EXISTS \(table)_address ON \(table) (address) WHERE address <> 0 AND NOT aside"),
      PostgresStep("COMMENT ON TABLE \(table) IS '\(Self.comment)'"))
  }
}

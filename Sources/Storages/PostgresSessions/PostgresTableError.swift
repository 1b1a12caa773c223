internal import PostgresConnections
internal import Sessions

extension PostgresError: StorageServerError {}

/// Why a table cannot have sessions.
enum PostgresTableError: Equatable {
  case foreignTable(String)
  case otherTable(String, version: String)
  case notOrdinary(String, kind: String)
  case unlogged(String)
  case temporary(String)
  case keyNotUnique(String)
  case rowSecurity(String)
  case notCreated(String, reason: String)
  case missingRights([String], table: String)

  func sentence(_ location: String) -> String {
    switch self {
    case .foreignTable(let table):
      "The table \(table) of PostgreSQL at \(location) belongs to another program. Choose another prefix in the URL."
    case .otherTable(let table, let version):
      "The table \(table) of PostgreSQL at \(location) was made by another release: it has version \(version), and this release "
        + "knows version \(SessionRecord.format). Use that release, or another prefix."
    case .notOrdinary(let table, let kind):
      "\(table) of PostgreSQL at \(location) is \(kind), but must be an ordinary table. Rename it, or choose another prefix "
        + "in the URL."
    case .unlogged(let table):
      "The table \(table) of PostgreSQL at \(location) is unlogged, so a crash of PostgreSQL would empty it. ALTER TABLE "
        + "\(table) SET LOGGED."
    case .temporary(let table):
      "The table \(table) of PostgreSQL at \(location) is temporary, so it would end with a connection. Remove pg_temp from "
        + "the search_path."
    case .keyNotUnique(let table):
      "The table \(table) of PostgreSQL at \(location) has no unique index of the column key alone, which saves "
        + "need. ALTER TABLE \(table) ADD PRIMARY KEY (key)."
    case .rowSecurity(let table):
      "The row-level security of the table \(table) of PostgreSQL at \(location) hides sessions from the user in the URL. "
        + "ALTER TABLE \(table) DISABLE ROW LEVEL SECURITY, or ALTER ROLE with BYPASSRLS."
    case .notCreated(let table, let reason):
      "The table \(table) of PostgreSQL at \(location) cannot be created (\(reason)). GRANT CREATE ON SCHEMA to the user in "
        + "the URL for the first start."
    case .missingRights(let rights, let table):
      "The user in the URL of PostgreSQL at \(location) has no right to \(rights.joined(separator: ", ")) on \(table). "
        + "GRANT \(rights.joined(separator: ", ")) ON \(table) to it."
    }
  }
}

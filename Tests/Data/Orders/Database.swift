import Foundation

extension Pool {
  /// The connections of this process.
  static let shared = Pool(size: 8)

  /// Opens the database that an operator has chosen, and makes its tables.
  func open(_ url: String) throws {
    if let path = url.wholeMatch(of: /sqlite:(.+)/)?.1 {
      try open { try SQLiteConnection(String(path)) }
    } else if url.contains(/^postgres(ql)?:\/\//) {
      try open { try PostgresConnection(url) }
    } else {
      throw DatabaseError.badURL
    }
    try use { try $0.makeTables() }
  }
}

extension Connection {
  /// Makes the tables that are missing. All servers do so at their start, perhaps at the same time.
  func makeTables() throws {
    try transaction {
      if self is PostgresConnection { try rows("SELECT pg_advisory_xact_lock(1)") }
      try rows("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, owner TEXT NOT NULL, text TEXT NOT NULL)")
      try rows(
        "CREATE TABLE IF NOT EXISTS mails "
          + "(id TEXT PRIMARY KEY, address TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL, due BIGINT NOT NULL)"
      )
      try rows(
        "CREATE TABLE IF NOT EXISTS users "
          + "(id TEXT PRIMARY KEY, name TEXT UNIQUE, hash TEXT, issuer TEXT, subject TEXT, UNIQUE (issuer, subject))")
      try rows("CREATE TABLE IF NOT EXISTS tries (name TEXT PRIMARY KEY, count BIGINT NOT NULL, since BIGINT NOT NULL)")
    }
  }
}

/// The present, in seconds since 1970, as a parameter of a statement.
func seconds(after seconds: Int = 0) -> String { String(Int(Date().timeIntervalSince1970) + seconds) }

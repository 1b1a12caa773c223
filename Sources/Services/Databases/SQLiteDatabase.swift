internal import Glibc
internal import SQLiteConnections
internal import StateFolder

/// A connection to a file.
final class SQLiteDatabase: DatabaseConnection {
  private let connection: SQLiteConnection

  init(_ path: String) throws {
    // For the server's user only. SQLite gives its other files the same permissions, and says what is wrong. An existing file is not
    // opened here: to close it would drop the locks of other connections.
    let new = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if new >= 0 { Glibc.close(new) }
    if case .network(let name) = FileSystem(of: path) {
      throw DatabaseError.cannotOpen("\(path) is on a network file system (\(name)). Put it on a local disk.")
    }
    do {
      connection = try SQLiteConnection(path, .creating)
      connection.setBusyTimeout(milliseconds: 5000)
      try connection.turnLogOn()
      try connection.execute("PRAGMA foreign_keys = ON")
    } catch {
      throw DatabaseError.cannotOpen("\(path): \(error.message)")
    }
  }

  // "BEGIN" alone would fail, and not wait, if another connection writes between its first read and its first write.
  var begin: String { "BEGIN IMMEDIATE" }

  var tableLock: String? { nil }  // `begin` locks already

  var isReusable: Bool { !connection.isInTransaction }

  func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]] {
    do throws(SQLiteCallError) {
      let statement = try SQLiteStatement(sql, on: connection)
      for (number, text) in zip(1..., parameters) { try statement.bind(text, to: "$\(number)") }
      var rows: [[String?]] = []
      while try statement.step() { rows.append((0..<statement.columnCount).map(statement.text)) }
      return rows
    } catch {
      throw DatabaseError.failed(error.message)
    }
  }
}

internal import CSQLite

/// What SQLite could not do.
struct SQLiteFailure: Error {
  /// The extended result code (https://sqlite.org/rescode.html).
  let code: Int32
  let message: String
  /// The system's `errno` of the operation that failed; 0 if it was none of the system's.
  let systemError: Int32

  /// The last failure of a connection.
  init(_ code: Int32, of database: OpaquePointer?) {
    self.code = database.map(sqlite3_extended_errcode) ?? code
    message = (database.map(sqlite3_errmsg) ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? "error \(code)"
    systemError = database.map(sqlite3_system_errno) ?? 0
  }

  /// The code without its extension.
  var primaryCode: Int32 { code & 0xFF }

  var isLocked: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
  var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
}

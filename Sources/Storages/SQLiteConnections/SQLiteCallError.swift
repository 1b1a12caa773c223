internal import CSQLite
internal import Glibc

/// An error of SQLite.
package struct SQLiteCallError: Error {
  package enum Kind: Sendable {
    /// The content is damaged.
    case damaged
    case notADatabase
    /// The file was removed or replaced while it was open.
    case lost
    /// The disk is full.
    case full
    /// Another connection has a lock.
    case locked
    case notWritable
    case other
  }

  package let kind: Kind
  /// What SQLite says, and for `.other` also what the system says.
  package let message: String

  private init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  /// The last error of a connection, with its extended result code (https://sqlite.org/rescode.html).
  init(_ code: Int32, of database: OpaquePointer?) {
    let code = database.map(sqlite3_extended_errcode) ?? code
    let text = (database.map(sqlite3_errmsg) ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? "error \(code)"
    // The `errno` of the system call that failed; 0 if none failed.
    let system = database.map(sqlite3_system_errno) ?? 0
    let isFull = system == ENOSPC || system == EDQUOT
    switch code & 0xFF {
    case SQLITE_CORRUPT: self.init(.damaged, text)
    case SQLITE_NOTADB: self.init(.notADatabase, text)
    case SQLITE_FULL: self.init(.full, text)
    case SQLITE_IOERR where isFull, SQLITE_CANTOPEN where isFull: self.init(.full, text)
    case SQLITE_BUSY, SQLITE_LOCKED: self.init(.locked, text)
    // `SQLITE_READONLY_DBMOVED`
    case SQLITE_READONLY: self.init(code == SQLITE_READONLY | 4 << 8 ? .lost : .notWritable, text)
    case SQLITE_CANTOPEN where system == EACCES: self.init(.notWritable, text)
    // SQLite's messages have no reason, such as "unable to open database file".
    default: self.init(.other, system == 0 ? text : "\(text): \(String(cString: strerror(system)))")
    }
  }

  package static let fileIsLost = SQLiteCallError(.lost, "it was removed or replaced")
  package static let fileIsReadOnly = SQLiteCallError(.notWritable, "it is read-only")
  /// Another program has truncated the file or its log.
  package static let fileIsTruncated = SQLiteCallError(.damaged, "it was truncated")
}

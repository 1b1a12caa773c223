internal import CSQLite
internal import Glibc
internal import StateFolder

final class SQLiteConnection: DatabaseConnection {
  private let handle: OpaquePointer

  init(_ path: String) throws {
    // For the server's user only. SQLite gives its other files the same permissions, and says what is wrong. An existing file is not
    // opened here: to close it would drop the locks of other connections.
    let new = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if new >= 0 { Glibc.close(new) }
    if case .network(let name) = FileSystem(of: path) {
      throw DatabaseError.cannotOpen("\(path) is on a network file system (\(name)). Put it on a local disk.")
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw DatabaseError.cannotOpen("\(path): \(String(cString: sqlite3_errstr(code)))")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.patience)
    do {
      try turnLogOn()
      try rows("PRAGMA foreign_keys = ON")
    } catch {
      throw DatabaseError.cannotOpen("\(path): \(error)")
    }
  }

  deinit { sqlite3_close_v2(handle) }

  /// How long to wait for another connection that writes, in milliseconds.
  private static let patience: Int32 = 5000

  /// Turns the write-ahead log on, so that readers do not wait for a writer. For this statement, SQLite itself does not wait if
  /// another connection writes or turns the log on, too.
  private func turnLogOn() throws {
    let deadline = ContinuousClock.now + .milliseconds(Self.patience)
    while true {
      do {
        try rows("PRAGMA journal_mode = WAL")
        return
      } catch {
        guard sqlite3_errcode(handle) == SQLITE_BUSY, ContinuousClock.now < deadline else { throw error }
        sqlite3_sleep(5)
      }
    }
  }

  // "BEGIN" alone would fail, and not wait, if another connection writes between its first read and its first write.
  var begin: String { "BEGIN IMMEDIATE" }

  var tableLock: String? { nil }  // `begin` locks already

  var isReusable: Bool { sqlite3_get_autocommit(handle) != 0 }

  func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    for (number, text) in zip(1..., parameters) {
      let index = sqlite3_bind_parameter_index(statement, "$\(number)")
      try check(sqlite3_bind_text(statement, index, text, -1, Self.copied))  // NULL for nil
    }
    var rows: [[String?]] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure }
      let columns = 0..<sqlite3_column_count(statement)
      rows.append(columns.map { column in sqlite3_column_text(statement, column).map { String(cString: $0) } })
    }
  }

  // Safe because this value of the C type is a constant, and no function. SQLite copies the text.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func check(_ code: Int32) throws { if code != SQLITE_OK { throw failure } }

  private var failure: DatabaseError { .failed(String(cString: sqlite3_errmsg(handle))) }
}

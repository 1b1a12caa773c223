internal import CSQLite

/// A connection to a database, for one thread at a time.
final class Connection {
  let handle: OpaquePointer

  /// - Parameter path: A path, or a `file:` URI.
  init(_ path: String, flags: Int32) throws(SQLiteCallError) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let failure = SQLiteCallError(code, of: handle)
      sqlite3_close_v2(handle)
      throw failure
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit { sqlite3_close_v2(handle) }  // SQLite closes it after its last statement

  func execute(_ sql: String) throws(SQLiteCallError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteCallError(code, of: handle) }
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws(SQLiteCallError) -> Int64 {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row.
  func text(_ sql: String) throws(SQLiteCallError) -> String {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.text(0) : ""
  }

  /// Turns the write-ahead log on. For this statement, SQLite itself does not wait if another connection writes or turns the log on,
  /// too: this waits for up to five seconds.
  ///
  /// - Returns: The mode of the file's journal.
  func turnLogOn() throws(SQLiteCallError) -> String {
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      do throws(SQLiteCallError) {
        return try text("PRAGMA journal_mode = WAL")
      } catch {
        guard error.isLocked, ContinuousClock.now < deadline else { throw error }
        sqlite3_sleep(5)
      }
    }
  }

  /// Ends the statement that runs, with an error. Can be called on any thread.
  func interrupt() { sqlite3_interrupt(handle) }

  /// Sets how long statements wait for a lock of another connection.
  func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether a transaction is open. Some failures end it.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The number of pages that were written since the last call.
  func takeWrittenPages() -> Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 1)
    return Int(current)
  }

  enum Checkpoint {
    /// Copies the pages that it can copy without blocking other connections.
    case concurrent
    /// Blocks writers, and copies all pages. The next change is written at the beginning of the log.
    case restarting
    /// Does the same, and truncates the log.
    case truncating
  }

  /// Copies pages of the write-ahead log into the database's file.
  ///
  /// - Returns: The number of pages in the log, and of those that were not copied.
  @discardableResult func checkpoint(_ kind: Checkpoint) throws(SQLiteCallError) -> (pages: Int, rest: Int) {
    let mode =
      switch kind {
      case .concurrent: SQLITE_CHECKPOINT_PASSIVE
      case .restarting: SQLITE_CHECKPOINT_RESTART
      case .truncating: SQLITE_CHECKPOINT_TRUNCATE
      }
    var (pages, copied): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, &copied)
    guard code == SQLITE_OK else { throw SQLiteCallError(code, of: handle) }
    return (Int(pages), Int(pages - copied))
  }
}

/// An error of SQLite.
struct SQLiteCallError: Error {
  /// The extended result code (https://sqlite.org/rescode.html).
  let code: Int32
  let message: String
  /// The `errno` of the system call that failed; 0 if none failed.
  let systemError: Int32

  private init(_ code: Int32, _ message: String) { (self.code, self.message, systemError) = (code, message, 0) }

  /// The last error of a connection.
  init(_ code: Int32, of database: OpaquePointer?) {
    self.code = database.map(sqlite3_extended_errcode) ?? code
    message = (database.map(sqlite3_errmsg) ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? "error \(code)"
    systemError = database.map(sqlite3_system_errno) ?? 0
  }

  /// SQLite's `SQLITE_READONLY_DBMOVED`.
  static let fileIsLost = SQLiteCallError(SQLITE_READONLY | 4 << 8, of: nil)

  /// Another program has truncated the file or its log.
  static let fileIsTruncated = SQLiteCallError(SQLITE_CORRUPT, "it was truncated")

  /// The result code without its extension.
  var primaryCode: Int32 { code & 0xFF }

  var isLocked: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
}

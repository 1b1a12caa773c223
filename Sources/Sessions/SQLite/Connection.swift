internal import CSQLite

/// A connection to a database, for one thread at a time.
final class Connection {
  let handle: OpaquePointer

  /// - Parameter path: A path, or a `file:` URI.
  init(_ path: String, flags: Int32) throws(SQLiteFailure) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let failure = SQLiteFailure(code, of: handle)
      sqlite3_close_v2(handle)
      throw failure
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit { sqlite3_close_v2(handle) }  // which waits for the statements

  func execute(_ sql: String) throws(SQLiteFailure) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteFailure(code, of: handle) }
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws(SQLiteFailure) -> Int64 {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row.
  func text(_ sql: String) throws(SQLiteFailure) -> String {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.text(0) : ""
  }

  /// How long to wait for a lock of another connection.
  func setPatience(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether there is a transaction, which some failures end by themselves.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// How many pages were written since this was asked last.
  func takeWrittenPages() -> Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 1)
    return Int(current)
  }

  /// Steps of SQLite's virtual machine, those forward in tables that are scanned, and sorts.
  struct Work: Sendable {
    var steps = 0
    var scans = 0
    var sorts = 0
  }

  /// What the statements did since this was asked last, for tests of what they cost.
  func takeWork() -> Work {
    var work = Work()
    var statement = sqlite3_next_stmt(handle, nil)
    while let current = statement {
      work.steps += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 1))
      work.scans += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
      work.sorts += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_SORT, 1))
      statement = sqlite3_next_stmt(handle, current)
    }
    return work
  }

  enum Checkpoint {
    /// Copies what can be copied without keeping anybody from reading or writing.
    case concurrent
    /// Copies all, while nobody writes. Writing goes on at the beginning of the log.
    case restarting
    /// The same, and gives the log's room back to the system.
    case truncating
  }

  /// Brings what is in the write-ahead log into the database's file.
  ///
  /// - Returns: How many pages the log has, and how many of them are still to be copied.
  @discardableResult func checkpoint(_ kind: Checkpoint) throws(SQLiteFailure) -> (pages: Int, rest: Int) {
    let mode =
      switch kind {
      case .concurrent: SQLITE_CHECKPOINT_PASSIVE
      case .restarting: SQLITE_CHECKPOINT_RESTART
      case .truncating: SQLITE_CHECKPOINT_TRUNCATE
      }
    var (pages, copied): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, &copied)
    guard code == SQLITE_OK else { throw SQLiteFailure(code, of: handle) }
    return (Int(pages), Int(pages - copied))
  }
}

internal import Basics
internal import CSQLite

/// A connection to a database file of SQLite, for one thread at a time.
package final class SQLiteConnection {
  let handle: OpaquePointer

  /// What a connection may do with its file.
  package enum Access {
    case reading
    case writing
    /// Creates a file that is missing.
    case creating
  }

  /// Opens a file.
  ///
  /// - Parameter access: With `.reading`, SQLite takes the file for one that nobody changes: it touches neither the file nor its log.
  /// - Throws: If the file cannot be opened. SQLite notices most problems of a content only at the first statement.
  package init(_ path: String, _ access: Access = .writing) throws(SQLiteCallError) {
    var handle: OpaquePointer?
    let (name, flags) =
      switch access {
      case .reading: (Self.immutable(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      case .writing: (path, SQLITE_OPEN_READWRITE)
      case .creating: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      }
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let failure = SQLiteCallError(code, of: handle)
      sqlite3_close_v2(handle)
      throw failure
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit { sqlite3_close_v2(handle) }  // SQLite closes it after its last statement

  private static func immutable(_ path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encode(String($0)) }
    return "file:\(path.hasPrefix("/") ? "//" : "")\(parts.joined(separator: "/"))?immutable=1"
  }

  /// Runs statements without their rows.
  package func execute(_ sql: String) throws(SQLiteCallError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteCallError(code, of: handle) }
  }

  /// The first column of the first row.
  package func integer(_ sql: String) throws(SQLiteCallError) -> Int64 {
    let statement = try SQLiteStatement(sql, on: self)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row.
  package func text(_ sql: String) throws(SQLiteCallError) -> String {
    let statement = try SQLiteStatement(sql, on: self)
    return try statement.step() ? statement.text(0) ?? "" : ""
  }

  /// Turns the write-ahead log on, so that readers do not wait for a writer. For this statement, SQLite itself does not wait if another
  /// connection writes or turns the log on, too: this waits for up to five seconds.
  ///
  /// - Returns: The mode of the file's journal.
  @discardableResult package func turnLogOn() throws(SQLiteCallError) -> String {
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      do throws(SQLiteCallError) {
        let statement = try SQLiteStatement("PRAGMA journal_mode = WAL", on: self)
        let mode = try statement.step() ? statement.text(0) ?? "" : ""
        _ = try statement.step()  // it writes to the file only after its row
        return mode
      } catch {
        guard error.kind == .locked, ContinuousClock.now < deadline else { throw error }
        sqlite3_sleep(5)
      }
    }
  }

  /// Ends the statement that runs, with an error. Can be called on any thread.
  package func interrupt() { sqlite3_interrupt(handle) }

  /// Sets how long statements wait for a lock of another connection.
  package func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// The number of rows that the last statement changed.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether a transaction is open. Some failures end it.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The paths of the database's file and of its log, as SQLite opens them.
  package var files: (database: String, log: String) {
    let name = sqlite3_db_filename(handle, "main")
    let log = name.flatMap { sqlite3_filename_wal($0) }
    return (name.map { String(cString: $0) } ?? "", log.map { String(cString: $0) } ?? "")
  }

  /// The number of pages that were written since the last call.
  package func takeWrittenPages() -> Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 1)
    return Int(current)
  }

  package enum Checkpoint: Sendable {
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
  @discardableResult
  package func checkpoint(_ kind: Checkpoint) throws(SQLiteCallError) -> (pages: Int, rest: Int) {
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

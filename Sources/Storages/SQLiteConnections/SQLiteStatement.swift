internal import CSQLite
internal import Glibc

/// A prepared statement, for many runs. The first parameter is 1, the first column is 0.
package final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  package init(_ sql: String, on connection: SQLiteConnection) throws(SQLiteCallError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteCallError(code, of: connection.handle) }
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  // MARK: - Parameters

  package func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }

  /// SQLite has no unsigned numbers. It stores one with the same bits.
  package func bind(_ value: UInt64, at index: Int32) { bind(Int64(bitPattern: value), at: index) }

  package func bind(_ value: Bool, at index: Int32) { sqlite3_bind_int(handle, index, value ? 1 : 0) }

  /// Binds bytes without a copy. They must stay valid for the next steps, and be bound again before later steps.
  package func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws(SQLiteCallError) {
    // SQLite would bind NULL for a blob without an address. Without a destructor it makes no copy.
    try check(
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil))
  }

  /// Binds a copy of a text to a parameter with a name; nil for NULL.
  ///
  /// - Throws: If there is no such parameter.
  package func bind(_ text: String?, to name: String) throws(SQLiteCallError) {
    let index = sqlite3_bind_parameter_index(handle, name)
    try check(sqlite3_bind_text(handle, index, text.flatMap { strdup($0) }, -1) { free($0) })
  }

  private func check(_ code: Int32) throws(SQLiteCallError) {
    guard code == SQLITE_OK else { throw SQLiteCallError(code, of: connection.handle) }
  }

  // MARK: - Running

  /// - Returns: Whether there is a row.
  package func step() throws(SQLiteCallError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteCallError(code, of: connection.handle)
    }
  }

  /// Ends the run, and releases the locks on the database.
  package func reset() { sqlite3_reset(handle) }

  /// Runs a statement that returns no rows.
  ///
  /// - Returns: The number of rows that it changed.
  @discardableResult package func run() throws(SQLiteCallError) -> Int {
    defer { reset() }
    _ = try step()
    return connection.changes
  }

  /// Runs a statement that returns one number.
  ///
  /// - Returns: Nil if there is no row.
  package func number() throws(SQLiteCallError) -> Int64? {
    defer { reset() }
    return try step() ? integer(0) : nil
  }

  // MARK: - The row

  package var columnCount: Int32 { sqlite3_column_count(handle) }

  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The text of a column; nil for NULL.
  package func text(_ column: Int32) -> String? { sqlite3_column_text(handle, column).map { String(cString: $0) } }

  /// The bytes of a column. They are valid until the next step or reset.
  package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }
}

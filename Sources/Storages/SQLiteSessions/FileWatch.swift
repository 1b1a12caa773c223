internal import Glibc
internal import SQLiteConnections

/// Notices that another program has removed, replaced or truncated the database's file or its log.
///
/// SQLite keeps pages and the log's index in memory. It would go on, and write what no program can read later. A look costs one call
/// of the system for each file.
struct FileWatch {
  private struct File {
    let inode: ino_t
    let size: off_t

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (inode, size) = (status.st_ino, status.st_size)
    }
  }

  private let path: String
  private let logPath: String
  private var database: File?
  /// Nil until the first commit.
  private var log: File?

  /// - Parameter connection: The only one that commits changes of sessions, and truncates the log.
  init(_ connection: SQLiteConnection) {
    (path, logPath) = connection.files
    database = File(path)
  }

  /// Looks at the files before a transaction.
  ///
  /// - Throws: If what would be written would be lost.
  mutating func check() throws(SQLiteCallError) {
    guard let database, let file = File(path), file.inode == database.inode else { throw .fileIsLost }
    var isSmaller = file.size < database.size
    if let log {
      guard let file = File(logPath), file.inode == log.inode else { throw .fileIsLost }
      if file.size < log.size { isSmaller = true }
    }
    // `VACUUM` of an operator makes the file smaller, too.
    if isSmaller { try checkContent(file) }
    self.database = file
  }

  /// Notes the size of the log after a transaction.
  mutating func didCommit() { log = File(logPath) }

  private func checkContent(_ file: File) throws(SQLiteCallError) {
    // A new connection has no pages in memory. For an empty file it would remove the log.
    guard file.size > 0 else { throw .fileIsTruncated }
    let connection = try SQLiteConnection(path)
    try connection.execute("PRAGMA wal_autocheckpoint = 0")
    guard try connection.text("PRAGMA quick_check(1)") == "ok" else { throw .fileIsTruncated }
  }
}

internal import Sessions
internal import Glibc
internal import SQLiteConnections
internal import StateFolder

/// A database with sessions: its path, its schema, and the checks before it is used.
///
/// SQLite uses free pages again, but the file never becomes smaller: there will be as many sessions again, and
/// `auto_vacuum` costs time on each write. `VACUUM` makes it smaller.
struct SQLiteFile: Sendable {
  /// The path that the operator gave, for messages.
  let path: String
  private let lock: FileLock?

  static let version = Int64(SessionRecord.format)
  /// "Tmpr" (https://sqlite.org/pragma.html#pragma_application_id).
  static let applicationID: Int64 = 0x546D_7072

  // A table with row ids is a seventh smaller than one in the order of its random keys (`WITHOUT ROWID`), and an insert
  // takes a third less time.
  //
  // `due` is the time of the next check whether a session is expired. It has an index, so a save does not change it: that
  // would double the cost of the save. `expiry` may be later.
  private static let schema = """
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY,
      key BLOB NOT NULL UNIQUE,
      version INTEGER NOT NULL,
      created INTEGER NOT NULL,
      expiry INTEGER NOT NULL,
      due INTEGER NOT NULL,
      used INTEGER NOT NULL,
      aside INTEGER NOT NULL,
      content BLOB NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessions_due ON sessions (due);
    """

  /// Opens the file, or creates it and its folders. Never changes a file of another program.
  ///
  /// - Parameter isServer: Whether the process is the server of the file, which can have only one. Other processes do not
  ///   create a file.
  init(
    path: String, isServer: Bool, report: (String) -> Void = { _ in }, mayWait: (_ process: Int32?) -> Bool
  ) throws(StorageError) {
    // Some names have a meaning for SQLite, such as ":memory:".
    let path = path.hasPrefix("/") || path.hasPrefix("./") ? path : "./\(path)"
    self.path = path
    do throws(SQLiteError) {
      let exists = try SQLiteFile.exists(path)
      if exists {
        try SQLiteFile.checkProgram(path)
      } else if !isServer {
        throw .noSessions
      }
      if isServer {
        if !exists { try SQLiteFile.create(path) }
        try SQLiteFile.check(FileSystem(of: path), path, report)
        lock = try SQLiteFile.lock(path, mayWait)
      } else {
        lock = nil
      }
      try SQLiteFile.prepare(path)
    } catch {
      throw error.unusable(path)
    }
  }

  /// A connection to the file.
  func connect(_ durability: Durability) throws(SQLiteCallError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path)
    connection.setBusyTimeout(milliseconds: 1000)
    // NORMAL waits for the disk only at checkpoints. The file stays intact if the power fails.
    try connection.execute("PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
    // `Checkpoints` makes them.
    try connection.execute("PRAGMA wal_autocheckpoint = 0")
    // A log that has become too large is truncated when SQLite writes from its beginning again.
    try connection.execute("PRAGMA journal_size_limit = \(Checkpoints.maxPages * 2 * 4096)")
    return connection
  }

  /// Allows another server to use the file.
  func unlock() { lock?.unlock() }

  // MARK: - Before SQLite writes to it

  private static func exists(_ path: String) throws(SQLiteError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw errno == EACCES ? .notWritable : .notCreated(reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    // SQLite treats a file that is too small for a database as an empty one.
    guard status.st_size == 0 || status.st_size >= 512 else { throw .notADatabase }
    return status.st_size > 0
  }

  private static func create(_ path: String) throws(SQLiteError) {
    if let code = StateFolder.create(folder(of: path)) { throw .notCreated(reason: String(cString: strerror(code))) }
    // For the server's user only. SQLite gives its other files the same permissions.
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .notCreated(reason: String(cString: strerror(errno))) }
    close(descriptor)
  }

  /// Checks that a file can be on a file system, or reports that it is not known.
  static func check(_ fileSystem: FileSystem, _ path: String, _ report: (String) -> Void) throws(SQLiteError) {
    switch fileSystem {
    case .local: break
    case .unknown(let name):
      report(
        "The session file \(path) is on a file system of the type \(name), which may be that of a network. Then sessions would "
          + "be damaged: put the file on a local disk.")
    case .network(let name): throw .onNetwork(name)
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func lock(_ path: String, _ mayWait: (_ process: Int32?) -> Bool) throws(SQLiteError) -> FileLock {
    // All links to the file have the same lock.
    let real = realpath(path, nil)
    defer { free(real) }
    do {
      return try FileLock("\(real.map { String(cString: $0) } ?? path).lock", mayWait: mayWait)
    } catch {
      switch error {
      case .taken(let process): throw .inUse(process: process)
      case .system(let code): throw SQLiteError(system: code)
      }
    }
  }

  /// Checks that the file is a database with sessions. Changes neither the file nor its log.
  private static func checkProgram(_ path: String) throws(SQLiteError) {
    let id: Int64
    do throws(SQLiteCallError) {
      let connection = try SQLiteConnection(path, .reading)
      // Without its log, the file may have fewer pages than its header says. SQLite reads such a file only with this
      // setting.
      try connection.execute("PRAGMA writable_schema = ON")
      id = try connection.integer("PRAGMA application_id")
    } catch {
      throw error.kind == .notADatabase ? .notADatabase : SQLiteError(error)
    }
    guard id == applicationID else { throw .ofAnotherProgram }
  }

  // MARK: - With SQLite

  private static func prepare(_ path: String) throws(SQLiteError) {
    var found: Int64
    let mode: String
    do throws(SQLiteCallError) {
      let connection = try SQLiteConnection(path)
      if connection.isReadOnly { throw .fileIsReadOnly }
      connection.setBusyTimeout(milliseconds: 5000)
      found = try connection.integer("PRAGMA user_version")
      if found == 0 {
        try createSchema(connection)
        found = version
      }
      mode = found == version ? try connection.turnLogOn() : ""
    } catch {
      throw SQLiteError(error)
    }
    guard found == version else { throw .otherVersion(found) }
    guard mode == "wal" else { throw .noLog }
  }

  /// Creates the schema, before there is a log: the file's first page must name the program.
  private static func createSchema(_ connection: SQLiteConnection) throws(SQLiteCallError) {
    try connection.execute(
      """
      BEGIN IMMEDIATE;
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(version);
      \(schema)
      COMMIT;
      """)
  }
}

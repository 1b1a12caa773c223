internal import CSQLite
internal import Glibc

/// The file that sessions are in: where it is, what is in it, and whether it is ours.
///
/// Its free pages are used again, but the file never becomes smaller by itself: there will be as many sessions again,
/// and keeping account of where pages are (`auto_vacuum`) costs on each write. `VACUUM` makes it smaller.
struct SQLiteFile: Sendable {
  /// As the operator knows it, for messages.
  let path: String
  private let lock: FileLock?

  /// The format of the table below.
  static let version: Int64 = 1
  /// "Tmpr" (https://sqlite.org/pragma.html#pragma_application_id).
  static let applicationID: Int64 = 0x546D_7072

  // A table with row ids, for it is a seventh smaller than one in the order of its (random) keys, and inserts take a
  // third less time.
  //
  // `due` is when to look whether the time of a session is up. It is set once and not with each save, as that would
  // cost as much as the save: `expiry` may be later.
  private static let schema = """
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY,
      key BLOB NOT NULL UNIQUE,
      version INTEGER NOT NULL,
      created INTEGER NOT NULL,
      expiry INTEGER NOT NULL,
      due INTEGER NOT NULL,
      used INTEGER NOT NULL,
      address INTEGER NOT NULL,
      aside INTEGER NOT NULL,
      content BLOB NOT NULL
    ) STRICT;
    CREATE INDEX sessions_due ON sessions (due);
    """

  // Finds how many sessions an address has, and which one goes first for another. Earlier releases have one of the
  // address alone. They work with this one, too, so that the format is the same.
  private static let addressIndex = """
    CREATE INDEX IF NOT EXISTS sessions_of_address ON sessions (address, used, due) WHERE address <> 0 AND aside = 0;
    DROP INDEX IF EXISTS sessions_address;
    """

  /// The condition for the sessions that count for an address, which is parameter 1.
  static let ofAddress = "address = ?1 AND address <> 0 AND aside = 0"

  /// Opens the file, or makes it and the folder that it is in.
  ///
  /// A file that is not one of sessions is left as it is.
  ///
  /// - Parameter isServer: Whether this is the process that the sessions belong to, of which there is one. Others only
  ///   open what there is.
  init(path: String, isServer: Bool) throws(StorageError) {
    // SQLite takes some names for something else: ":memory:".
    let path = path.hasPrefix("/") || path.hasPrefix("./") ? path : "./\(path)"
    self.path = path
    do throws(SQLiteProblem) {
      let exists = try SQLiteFile.exists(path)
      if exists {
        try SQLiteFile.checkProgram(path)
      } else if !isServer {
        throw .noSessions
      }
      if isServer {
        if !exists { try SQLiteFile.make(path) }
        lock = try SQLiteFile.lock(path)
      } else {
        lock = nil
      }
      try SQLiteFile.prepare(path, isServer: isServer)
    } catch {
      throw error.unusable(path)
    }
  }

  /// A connection to the file.
  func connect(_ durability: Durability) throws(SQLiteFailure) -> Connection {
    let connection = try Connection(path, flags: SQLITE_OPEN_READWRITE)
    connection.setPatience(milliseconds: 1000)
    // NORMAL writes to the disk when the log is emptied, so that the file is whole whenever the power fails.
    try connection.execute("PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
    // When is decided by `Checkpoints`.
    try connection.execute("PRAGMA wal_autocheckpoint = 0")
    // A log that was larger once becomes smaller again.
    try connection.execute("PRAGMA journal_size_limit = \(Checkpoints.mostPages * 2 * 4096)")
    return connection
  }

  /// Lets others have the file.
  func unlock() { lock?.unlock() }

  // MARK: - Before SQLite writes to it

  private static func exists(_ path: String) throws(SQLiteProblem) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw errno == EACCES ? .notWritable : .cannotBeMade(reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    // The smallest database; what is smaller, SQLite takes for an empty one.
    guard status.st_size == 0 || status.st_size >= 512 else { throw .notADatabase }
    return status.st_size > 0
  }

  private static func make(_ path: String) throws(SQLiteProblem) {
    let folder = folder(of: path)
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw errno == ENOENT ? .noFolder : .cannotBeMade(reason: String(cString: strerror(errno)))
    }
    // For the server's user only, as are the files that SQLite puts beside it.
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotBeMade(reason: String(cString: strerror(errno))) }
    close(descriptor)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func lock(_ path: String) throws(SQLiteProblem) -> FileLock {
    // The same lock for all names of the file.
    let real = realpath(path, nil)
    defer { free(real) }
    do {
      return try FileLock("\(real.map { String(cString: $0) } ?? path).lock")
    } catch {
      switch error {
      case .taken(let process): throw .inUse(process: process)
      case .system(let code): throw SQLiteProblem(system: code)
      }
    }
  }

  /// Looks at the file without changing it in any way, nor the log that may be beside it.
  private static func checkProgram(_ path: String) throws(SQLiteProblem) {
    let id: Int64
    do throws(SQLiteFailure) {
      let uri = "file:\(path.hasPrefix("/") ? "//" : "")\(encoded(path))?immutable=1"
      let connection = try Connection(uri, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      // Without its log, the file may say that it has more pages than it has: then SQLite reads it only with this.
      try connection.execute("PRAGMA writable_schema = ON")
      id = try connection.integer("PRAGMA application_id")
    } catch {
      throw error.primaryCode == SQLITE_NOTADB ? .notADatabase : SQLiteProblem(error)
    }
    guard id == applicationID else { throw .ofAnotherProgram }
  }

  /// A path as a URI has it.
  private static func encoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { uri, byte in
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += byte < 16 ? "%0" : "%"
        uri += String(byte, radix: 16)
      }
    }
  }

  // MARK: - With SQLite

  private static func prepare(_ path: String, isServer: Bool) throws(SQLiteProblem) {
    let found: Int64
    let mode: String
    do throws(SQLiteFailure) {
      let connection = try Connection(path, flags: SQLITE_OPEN_READWRITE)
      if connection.isReadOnly { throw SQLiteFailure(SQLITE_READONLY, of: nil) }
      connection.setPatience(milliseconds: 5000)
      found = try connection.integer("PRAGMA user_version")
      if found == 0 { try makeSchema(connection) }
      if isServer, found == version, try !hasAddressIndex(connection) {
        try connection.execute("BEGIN IMMEDIATE; \(addressIndex) COMMIT")
      }
      mode = found <= version ? try connection.text("PRAGMA journal_mode = WAL") : ""
    } catch {
      throw SQLiteProblem(error)
    }
    guard found <= version else { throw .tooNew(version: found) }
    guard mode == "wal" else { throw .noLog }
  }

  /// Before there is a log, so that the file itself says from its first byte on what it is.
  private static func makeSchema(_ connection: Connection) throws(SQLiteFailure) {
    try connection.execute(
      """
      BEGIN IMMEDIATE;
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(version);
      \(schema)
      \(addressIndex)
      COMMIT;
      """)
  }

  private static func hasAddressIndex(_ connection: Connection) throws(SQLiteFailure) -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'sessions_of_address'") > 0
  }
}

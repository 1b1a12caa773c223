internal import CSQLite
internal import Glibc

/// Why a file of sessions cannot be used, in words for whoever runs the server.
enum SQLiteProblem: Error, Equatable {
  // When the file is opened.
  case noFolder
  case cannotBeMade(reason: String)
  case noSessions
  case notAFile
  case notADatabase
  case ofAnotherProgram
  case tooNew(version: Int64)
  case notWritable
  case inUse(process: Int32?)
  case noLog
  // At any time.
  case damaged(reason: String)
  case full
  case locked
  case failed(reason: String)
  case closed

  init(_ failure: SQLiteFailure) {
    let isFull = failure.systemError == ENOSPC || failure.systemError == EDQUOT
    switch failure.primaryCode {
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(reason: failure.message)
    case SQLITE_FULL: self = .full
    case SQLITE_IOERR where isFull, SQLITE_CANTOPEN where isFull: self = .full
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
    case SQLITE_READONLY: self = .notWritable
    case SQLITE_CANTOPEN where failure.systemError == EACCES: self = .notWritable
    default:
      // SQLite's messages say "unable to open database file", and not why.
      let system = failure.systemError == 0 ? "" : ": \(String(cString: strerror(failure.systemError)))"
      self = .failed(reason: "\(failure.message)\(system)")
    }
  }

  /// A failure of the system.
  ///
  /// - Parameter code: Its `errno`.
  init(system code: Int32) {
    let reason = String(cString: strerror(code))
    switch code {
    case EACCES, EPERM, EROFS: self = .notWritable
    case ENOSPC, EDQUOT: self = .full
    default: self = .failed(reason: reason)
    }
  }

  func description(of path: String) -> String {
    switch self {
    case .noFolder: "There is no folder for the file of sessions \(path): make it, or give another path."
    case .cannotBeMade(let reason):
      "The file of sessions \(path) cannot be made (\(reason)): let the server's user write there, or give another "
        + "path."
    case .noSessions: "There are no sessions at \(path): give the path that the server has."
    case .notAFile: "\(path) is not a file: give the path of a file for sessions."
    case .notADatabase: "\(path) is not a database of sessions, and is left as it is: give another path."
    case .ofAnotherProgram: "\(path) is a database of another program, and is left as it is: give another path."
    case .tooNew(let version):
      "The file of sessions \(path) was written by a newer release (its format is \(version), this one's is "
        + "\(SQLiteFile.version)): use that release, or give another path."
    case .notWritable:
      "The file of sessions \(path) cannot be written by this user: let the server's user write to it and its folder, "
        + "and use tools as that user."
    case .inUse(let process):
      "The file of sessions \(path) is used by another server\(process.map { " (process \($0))" } ?? ""): stop that "
        + "one, or give another path."
    case .noLog:
      "The file of sessions \(path) cannot have a write-ahead log, as on a file system of a network: put it on a local "
        + "disk."
    case .damaged(let reason):
      "The file of sessions \(path) is damaged (\(reason)): stop the server, then restore the file, or move it and "
        + "\(path)-wal away to begin without sessions."
    case .full: "The disk of the file of sessions \(path) is full: nothing is saved until there is room."
    case .locked: "The file of sessions \(path) is locked by another process for too long."
    case .failed(let reason): "The file of sessions \(path) cannot be used (\(reason))."
    case .closed: "The file of sessions \(path) is closed."
    }
  }

  /// The error when the file is opened: somebody has to see to it.
  func unusable(_ path: String) -> StorageError { .unusable(description(of: path)) }

  /// The error when the file is in use: it may pass.
  func unavailable(_ path: String) -> StorageError { .unavailable(description(of: path)) }
}

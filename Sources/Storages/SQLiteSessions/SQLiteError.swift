internal import Sessions
internal import Glibc
internal import SQLiteConnections

/// Why a file with sessions cannot be used.
enum SQLiteError: Error, Equatable {
  // Opening the file
  case notCreated(reason: String)
  case noSessions
  case notAFile
  case notADatabase
  case ofAnotherProgram
  case otherVersion(Int64)
  case notWritable
  case onNetwork(String)
  case inUse(process: Int32?)
  case noLog

  // At any time
  case damaged(reason: String)
  case notReadBack
  case lost
  case full
  case locked
  case failed(reason: String)
  case closed

  init(_ failure: SQLiteCallError) {
    self =
      switch failure.kind {
      case .damaged, .notADatabase: .damaged(reason: failure.message)
      case .lost: .lost
      case .full: .full
      case .locked: .locked
      case .notWritable: .notWritable
      case .other: .failed(reason: failure.message)
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
    case .notCreated(let reason):
      "The session file \(path) cannot be created (\(reason)). Let the server's user write there, or choose another path."
    case .noSessions: "There is no session file \(path). Name the file that the server uses."
    case .notAFile: "\(path) is not a file. Name a file for sessions."
    case .notADatabase: "\(path) is not a session file. It was not changed. Choose another path."
    case .ofAnotherProgram: "\(path) is a database of another program. It was not changed. Choose another path."
    case .otherVersion(let version):
      "The session file \(path) was written by another release: it has version \(version), and this release knows version "
        + "\(SQLiteFile.version). Use that release, or choose another path."
    case .notWritable:
      "This user cannot write to the session file \(path). Let the server's user write to the file and its folder, and "
        + "run tools as that user."
    case .onNetwork(let name):
      "The session file \(path) is on a network file system (\(name)), where sessions would be damaged. Put it on a local disk, or "
        + "sessions into Redis or PostgreSQL."
    case .inUse(let process):
      "The session file \(path) is used by another server\(process.map { " (process \($0))" } ?? ""). Stop that server, or "
        + "choose another path."
    case .noLog:
      "The session file \(path) cannot have a write-ahead log. If it is on a network file system, put it on a local disk."
    case .damaged(let reason):
      "The session file \(path) is damaged (\(reason)). Stop the server and restore the file. To begin without sessions, "
        + "move the file and \(path)-wal away."
    case .notReadBack:
      "The session file \(path) is damaged, and what was written cannot be read. Stop the server and restore the file."
    case .lost:
      "The session file \(path) was removed or replaced, so nothing is saved. Put it back, or restart the server."
    case .full: "The disk of the session file \(path) is full. Nothing is saved until there is space."
    case .locked: "Another process has locked the session file \(path) for too long."
    case .failed(let reason): "The session file \(path) cannot be used (\(reason))."
    case .closed: "The session file \(path) is closed."
    }
  }

  /// The error of opening the file.
  func unusable(_ path: String) -> StorageError { .unusable(description(of: path)) }

  /// The error of a call. The problem may pass.
  func unavailable(_ path: String) -> StorageError { .unavailable(description(of: path)) }
}

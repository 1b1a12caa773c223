internal import Foundation
internal import Glibc
internal import Sessions

/// A file of exported sessions: one line for each.
struct SessionFile {
  private let name: String
  private let lines: [Data]

  // MARK: - Export

  /// Writes sessions to a new file that only the current user can read.
  ///
  /// - Parameters:
  ///   - keys: The keys of the sessions, or their first digits. If it is empty, all sessions.
  ///   - path: The path of the file. Nil for standard output.
  /// - Returns: The number of sessions.
  static func export(_ sessions: StoredSessions, _ keys: [String], to path: String?) throws -> Int {
    var chosen: [StoredSession] = []
    for digits in keys {
      let session = try sessions.session(beginningWith: digits)
      if !chosen.contains(where: { $0.key == session.key }) { chosen.append(session) }
    }
    guard let path else { return try write(chosen, or: sessions, to: .standardOutput, "Standard output") }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("The file \(path) cannot be created", code: errno) }
    do {
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      let count = try write(chosen, or: sessions, to: file, "The file \(path)")
      guard fsync(descriptor) == 0 else { throw FileError("The file \(path) cannot be written", code: errno) }
      try file.close()
      return count
    } catch {
      unlink(path)  // An incomplete file looks like a complete one.
      throw error
    }
  }

  private static func write(
    _ chosen: [StoredSession], or all: StoredSessions, to file: FileHandle, _ name: String
  ) throws -> Int {
    var count = 0
    var lines = Data()
    func flush() throws {
      do {
        try file.write(contentsOf: lines)
      } catch {
        throw FileError("\(name) cannot be written", error)
      }
      lines.removeAll(keepingCapacity: true)
    }
    func add(_ session: StoredSession) throws -> Bool {
      lines += try ExportedSession(session).line()
      count += 1
      if lines.count > 1_048_576 { try flush() }
      return true
    }
    if chosen.isEmpty { try all.forEach(add) } else { for session in chosen { _ = try add(session) } }
    try flush()
    return count
  }

  // MARK: - Import

  /// Reads and checks a file.
  ///
  /// - Parameter path: The path of the file. Nil for standard input.
  /// - Throws: ``FileError``, or ``ImportError`` for the first line that is not a session.
  init(_ path: String?) throws {
    name = path ?? "standard input"
    let data = try Self.contents(of: path)
    lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var numbers: [SessionKey: Int] = [:]
    for number in lines.indices {
      guard let key = try session(at: number)?.key else { continue }
      if let first = numbers.updateValue(number, forKey: key) {
        throw ImportError(file: name, line: number + 1, reason: "it has the same key as line \(first + 1)")
      }
    }
  }

  private static func contents(of path: String?) throws(FileError) -> Data {
    let problem = "\(path.map { "The file \($0)" } ?? "Standard input") cannot be read"
    // Not with Foundation, which does not report why a file cannot be opened.
    let descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw FileError(problem, code: errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: path != nil)
    do {
      return try file.readToEnd() ?? Data()
    } catch {
      throw FileError(problem, error)
    }
  }

  private func session(at number: Int) throws(ImportError) -> StoredSession? {
    let line = lines[number]
    if number == lines.count - 1, line.isEmpty { return nil }  // After the last line break.
    do {
      return try ExportedSession.session(in: line)
    } catch {
      throw ImportError(file: name, line: number + 1, reason: error.reason)
    }
  }

  struct Counts: Equatable {
    var stored = 0
    var present = 0
    var expired = 0
  }

  /// Stores the file's sessions.
  ///
  /// - Parameter replaces: Whether to replace sessions that exist.
  /// - Throws: `StorageError`. Some sessions may be stored then. The import can be repeated.
  func store(in sessions: StoredSessions, replaces: Bool, now: Int64 = Int64(time(nil))) throws -> Counts {
    var counts = Counts()
    // Lists all sessions, because only a list contains those that were quarantined.
    var present: [SessionKey: StoredVersion] = [:]
    try sessions.forEach { session in
      if session.record.expiry > now {
        let isUsable = !session.record.isQuarantined && SessionRecord.versions.contains(session.record.version)
        present[session.key] = StoredVersion(number: session.record.version, isUsable: isUsable)
      }
      return true
    }
    var batch: [StoredSession] = []
    for number in lines.indices {
      guard let session = try session(at: number) else { continue }
      if session.record.expiry <= now { counts.expired += 1 } else { batch.append(session) }
      guard batch.count == StoredSessions.maxAtOnce else { continue }
      try store(batch, in: sessions.storage, present, replaces, &counts)
      batch = []
    }
    try store(batch, in: sessions.storage, present, replaces, &counts)
    return counts
  }

  private struct StoredVersion {
    let number: UInt64
    let isUsable: Bool
  }

  private func store(
    _ batch: [StoredSession], in storage: any SessionStorage, _ present: [SessionKey: StoredVersion], _ replaces: Bool,
    _ counts: inout Counts
  ) throws {
    let wanted = batch.filter { replaces || present[$0.key] == nil }
    // Sessions that were quarantined have no version to replace. They are removed first.
    let unusable = wanted.filter { present[$0.key]?.isUsable == false }
    _ = try StoredSessions.waitForAll(unusable) { session async throws(StorageError) in
      try await storage.remove(session.key, version: nil)
    }
    let results = try StoredSessions.waitForAll(wanted) { session async throws(StorageError) in
      let version = present[session.key].map { $0.isUsable ? $0.number : 0 } ?? 0
      return try await storage.save([
        RecordSave(session.record(replacing: version), for: session.key, replacing: version)
      ])
    }
    var stored = 0
    for (session, result) in zip(wanted, results) {
      // Otherwise a server stores it at the same time, or it is a part that an operator has deleted.
      let isStored =
        try result == .saved
        || StoredSessions.replace(session.key, in: storage) { old in
          let isWanted = replaces || old.map(SliceContent.isDeleted) != false
          return isWanted ? session.record(replacing: old?.version ?? 0) : nil
        }
      if isStored { stored += 1 }
    }
    counts.stored += stored
    counts.present += batch.count - stored
  }
}

extension StoredSession {
  /// Returns the record with a higher version than the one that it replaces, so that servers notice the change.
  fileprivate func record(replacing version: UInt64) -> SessionRecord {
    var record = record
    record.version = max(record.version, version &+ 1)
    return record
  }
}

/// A file does not contain exported sessions.
struct ImportError: Error, Equatable, CustomStringConvertible {
  let file: String
  let line: Int
  let reason: String

  var description: String {
    "\(file):\(line): This line is not an exported session: \(reason). Nothing was imported."
  }
}

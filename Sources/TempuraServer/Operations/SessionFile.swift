internal import Foundation
internal import Glibc
internal import Sessions

/// A file that sessions were exported to, a line each.
struct SessionFile {
  private let name: String
  private let lines: [Data]

  // MARK: - Export

  /// Writes sessions to a new file, which only this user can read.
  ///
  /// - Parameters:
  ///   - keys: The first digits of their keys; all sessions if there are none.
  ///   - path: Where the file is made; nil for standard output.
  /// - Returns: How many sessions it has.
  static func export(_ sessions: StoredSessions, _ keys: [String], to path: String?) throws -> Int {
    var chosen: [StoredSession] = []
    for digits in keys {
      let session = try sessions.session(beginningWith: digits)
      if !chosen.contains(where: { $0.key == session.key }) { chosen.append(session) }
    }
    guard let path else { return try write(chosen, or: sessions, to: .standardOutput, "Standard output") }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileProblem("The file \(path) cannot be made", code: errno) }
    do {
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      let count = try write(chosen, or: sessions, to: file, "The file \(path)")
      guard fsync(descriptor) == 0 else { throw FileProblem("The file \(path) cannot be written", code: errno) }
      try file.close()
      return count
    } catch {
      unlink(path)  // half of it would look like all
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
        throw FileProblem("\(name) cannot be written", error)
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

  /// Reads a file, and checks all of it.
  ///
  /// - Parameter path: Where it is; nil for standard input.
  /// - Throws: ``FileProblem``, or ``ImportProblem`` for the first line that is no session.
  init(_ path: String?) throws {
    name = path ?? "standard input"
    let data = try Self.contents(of: path)
    lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var places: [SessionKey: Int] = [:]
    for number in lines.indices {
      guard let key = try session(at: number)?.key else { continue }
      if let first = places.updateValue(number, forKey: key) {
        throw ImportProblem(file: name, line: number + 1, reason: "it has the key of line \(first + 1)")
      }
    }
  }

  private static func contents(of path: String?) throws(FileProblem) -> Data {
    let problem = "\(path.map { "The file \($0)" } ?? "Standard input") cannot be read"
    // Foundation does not say why a file cannot be opened.
    let descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw FileProblem(problem, code: errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: path != nil)
    do {
      return try file.readToEnd() ?? Data()
    } catch {
      throw FileProblem(problem, error)
    }
  }

  private func session(at number: Int) throws(ImportProblem) -> StoredSession? {
    let line = lines[number]
    if number == lines.count - 1, line.isEmpty { return nil }  // after the last line's end
    do {
      return try ExportedSession.session(in: line)
    } catch {
      throw ImportProblem(file: name, line: number + 1, reason: error.reason)
    }
  }

  struct Counts: Equatable {
    var stored = 0
    var present = 0
    var expired = 0
  }

  /// Stores the file's sessions.
  ///
  /// - Parameter replaces: Whether those that are there already are replaced.
  /// - Throws: `StorageError`, after which some may be stored: it can be done again.
  func store(in sessions: StoredSessions, replaces: Bool, now: Int64 = Int64(time(nil))) throws -> Counts {
    var counts = Counts()
    // Those set aside, too, which nothing but a list tells of.
    var present: [SessionKey: StoredVersion] = [:]
    try sessions.forEach { session in
      if session.record.expiry > now {
        let isUsable = !session.isSetAside && SessionRecord.versions.contains(session.record.version)
        present[session.key] = StoredVersion(number: session.record.version, isUsable: isUsable)
      }
      return true
    }
    var batch: [StoredSession] = []
    for number in lines.indices {
      guard let session = try session(at: number) else { continue }
      if session.record.expiry <= now { counts.expired += 1 } else { batch.append(session) }
      guard batch.count == StoredSessions.mostAtOnce else { continue }
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
  ) throws(StorageError) {
    let wanted = batch.filter { replaces || present[$0.key] == nil }
    // What was set aside, or is to be, is no version that could be replaced.
    let inTheWay = wanted.filter { present[$0.key]?.isUsable == false }
    _ = try StoredSessions.waitForAll(inTheWay) { storage.remove($0.key, $1) }
    let results = try StoredSessions.waitForAll(wanted) { session, answer in
      let version = present[session.key].map { $0.isUsable ? $0.number : 0 } ?? 0
      storage.save(session.record(replacing: version), for: session.key, replacing: version, answer)
    }
    var stored: [StoredSession] = []
    for (session, result) in zip(wanted, results) {
      var isStored = result == .saved
      if !isStored, replaces { isStored = try replace(session, in: storage) }
      if isStored { stored.append(session) }
    }
    _ = try StoredSessions.waitForAll(stored.filter(\.isSetAside)) { storage.setAside($0.key, $1) }
    counts.stored += stored.count
    counts.present += batch.count - stored.count
  }

  /// Replaces a session that its server is storing meanwhile.
  private func replace(_ session: StoredSession, in storage: any SessionStorage) throws(StorageError) -> Bool {
    for _ in 0..<100 {
      var version: UInt64 = 0
      let loaded: LoadedSession = try StoredSessions.wait { storage.load(session.key, unless: 0, $0) }
      if case .record(let record) = loaded { version = record.version }
      if case .unreadable = loaded { _ = try StoredSessions.wait { storage.remove(session.key, $0) } }
      let result: SavedSession = try StoredSessions.wait {
        storage.save(session.record(replacing: version), for: session.key, replacing: version, $0)
      }
      if result == .saved { return true }
    }
    throw .unavailable("Session \(session.key.shortened) is stored again and again by its server: try later.")
  }
}

extension StoredSession {
  /// The session as it is stored over another version, so that whoever has that one sees that it is old.
  fileprivate func record(replacing version: UInt64) -> SessionRecord {
    var record = record
    record.version = max(record.version, version &+ 1)
    return record
  }
}

/// A file is not one that sessions were exported to.
struct ImportProblem: Error, Equatable, CustomStringConvertible {
  let file: String
  let line: Int
  let reason: String

  var description: String {
    "\(file):\(line): this is no exported session: \(reason). Nothing was imported."
  }
}

internal import Foundation
internal import Glibc
internal import HTTPServer
internal import SessionKernel
internal import Sessions

extension SessionsCommand {
  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after `sessions` or `parts`.
  ///   - schemes: The kinds of storages that the app brings.
  /// - Returns: The exit status: 0 for success, 1 for a failure, 2 for wrong usage, 3 if there is no such session.
  static func run(
    _ kind: StoredKind, _ arguments: some Collection<String>, _ schemes: [SessionStorageScheme], program: String,
    environment: [String: String]
  ) -> Int32 {
    let log = Log()
    do {
      let command = try SessionsCommand(arguments, schemes, of: kind, environment: environment)
      if command.action == .help {
        try write(help(kind, program: program))
        return 0
      }
      let choice = try command.storageChoice ?? .byDefault(program: program, environment: environment)
      let storage = try command.open(choice)
      defer { storage.close() }
      try command.run(on: storage, at: choice, print: write) { log.report("\(program): \($0)") }
      return 0
    } catch {
      log.report("\(program): \(error)")
      return status(of: error)
    }
  }

  static func status(of error: any Error) -> Int32 {
    switch error {
    case is CommandLineError: 2
    case is NoSuchSession: 3
    default: 1
    }
  }

  private func open(_ choice: StorageChoice) throws(StorageError) -> any SessionStorage {
    var isImport = false
    if case .import = action { isImport = true }
    // An import may be the first use of a database. The file is then made as the server makes it.
    return try choice.open(StorageOptions(isServer: isImport && !choice.hasFile, durability: .power))
  }

  /// Writes a line to standard output.
  private static func write(_ line: String) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      throw FileError("Standard output cannot be written", error)
    }
  }

  /// - Parameters:
  ///   - print: Gets the result, line by line.
  ///   - report: Gets a message about the result.
  /// - Throws: `CommandLineError`, ``NoSuchSession``, `StorageError`, ``FileError`` or ``ImportError``.
  func run(
    on storage: any SessionStorage, at choice: StorageChoice, print: (String) throws -> Void, report: (String) -> Void
  ) throws {
    let sessions = StoredSessions(storage: storage, kind: kind)
    switch action {
    case .help: break
    case .list(let limit, let onlyUsed, let onlyQuarantined):
      var rest = limit ?? .max
      try sessions.forEach { session in
        guard session.record.isUsed || !onlyUsed, session.record.isQuarantined || !onlyQuarantined else { return true }
        try print(SessionJSON(session, fullID: showsFullIDs).line)
        rest -= 1
        return rest > 0
      }
    case .show(let digits):
      let session = try sessions.session(beginningWith: digits)
      var json = SessionJSON(session, fullID: showsFullIDs)
      json.add(content: try session.record.encodedContent(limit: .max))
      try print(json.pretty)
    case .stats: try print(SessionStatistics(sessions, at: choice).json(fullIDs: showsFullIDs).pretty)
    case .export(let file, let keys):
      let count = try SessionFile.export(sessions, keys, to: file)
      report("Exported \(kind): \(count).")
    case .import(let file, let replaces):
      let result = try SessionFile(file).store(in: sessions, replaces: replaces)
      report(
        "Imported \(kind): \(result.stored). Kept because they exist: \(result.present). Expired: \(result.expired)."
      )
    case .delete(let keys):
      // Finds all of them before it deletes any.
      let found = try keys.map { digits in
        do {
          return try sessions.session(beginningWith: digits).key
        } catch let problem as NoSuchSession {
          // One that is gone, and that sessions miss.
          guard kind == .parts, let key = SessionKey(digits) else { throw problem }
          return key
        }
      }
      try report("Deleted \(kind): \(delete(Array(Set(found)), from: storage)).")
    case .deleteAll:
      var keys: [SessionKey] = []
      try sessions.forEach { session in
        keys.append(session.key)
        return true
      }
      try report("Deleted \(kind): \(delete(keys, from: storage)).")
    case .record(let digits, let file, let seconds, let admin):
      let key = try sessions.session(beginningWith: digits).key
      try RecordingCommand(key: key, file: file, seconds: seconds, admin: admin).run(report: report)
    }
  }

  private func delete(_ keys: [SessionKey], from storage: any SessionStorage) throws -> Int {
    if kind == .parts { return try keys.filter { try deletePart($0, from: storage) }.count }
    var count = 0
    var rest = keys[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(StoredSessions.maxAtOnce))
      rest = rest.dropFirst(batch.count)
      count += try StoredSessions.waitForAll(batch) { key async throws(StorageError) in
        try await storage.remove(key, version: nil)
      }.count { $0 }
    }
    return count
  }

  /// Lets a part begin anew. A record of it stays, so that sessions which know the part do not miss it.
  private func deletePart(_ key: SessionKey, from storage: any SessionStorage) throws -> Bool {
    try StoredSessions.replace(key, in: storage) { old in
      let now = Int64(time(nil))
      return SessionRecord(
        version: SavedVersions.next(after: max(old?.version ?? 0, 1), .random(in: 0 ... .max)),
        content: try SliceContent.deleted(old), created: now, expiry: old?.expiry ?? now + Self.memoryOfDeletedParts,
        isUsed: true)
    }
  }

  /// As long as sessions may live that know a part whose record is gone, in seconds: two years.
  private static let memoryOfDeletedParts: Int64 = 2 * 365 * 86_400
}

/// A file could not be read or written.
struct FileError: Error, CustomStringConvertible {
  let description: String

  /// - Parameters:
  ///   - what: The beginning of the sentence, without the system's reason.
  ///   - code: The system's `errno`.
  init(_ what: String, code: Int32) { description = "\(what): \(String(cString: strerror(code)))." }

  init(_ what: String, _ error: any Error) {
    let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    self.init(what, code: system.domain == NSPOSIXErrorDomain ? Int32(system.code) : EIO)
  }
}

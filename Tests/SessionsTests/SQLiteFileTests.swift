import SQLiteConnections
import SessionsTesting
import Foundation
import Testing

@testable import SQLiteSessions
@testable import Sessions

/// The files that can be opened, and the errors of the others.
@Suite struct SQLiteFileTests {
  private func open(_ path: String, isServer: Bool = true) throws(StorageError) {
    try SQLiteStorage(path: path, isServer: isServer).close()
  }

  private func expect(_ problem: SQLiteError, _ path: String, isServer: Bool = true) {
    #expect(throws: problem.unusable(path)) { try open(path, isServer: isServer) }
  }

  /// The contents of all files in a folder, by their names.
  private func contents(of folder: TemporaryFolder) throws -> [String: Data] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("")).reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: URL(fileURLWithPath: folder.path($1)))
    }
  }

  /// Expects that a file is refused, and that no file in the folder changes.
  private func expectUntouched(_ problem: SQLiteError, _ folder: TemporaryFolder, _ path: String) throws {
    let before = try contents(of: folder)
    expect(problem, path)
    expect(problem, path, isServer: false)
    #expect(try contents(of: folder) == before)
  }

  // MARK: - Files of other programs

  @Test(arguments: ["x", "Dear diary,\n", String(repeating: "All work and no play.\n", count: 1000)])
  func aTextFileIsNotChanged(text: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("diary.txt")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try expectUntouched(.notADatabase, folder, path)
    }
  }

  @Test(arguments: [0, 7], ["DELETE", "WAL"])
  func aDatabaseOfAnotherProgramIsNotChanged(applicationID: Int, journal: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("other.sqlite")
      try Data().write(to: URL(fileURLWithPath: path))
      try withExtendedLifetime(SQLiteConnection(path)) { connection in
        _ = try connection.text("PRAGMA journal_mode = \(journal)")
        try connection.execute("PRAGMA application_id = \(applicationID); CREATE TABLE sessions (a)")
      }
      try expectUntouched(.ofAnotherProgram, folder, path)
    }
  }

  @Test(arguments: [2, 4]) func aFileOfAnotherReleaseIsNotChanged(version: Int64) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("sessions.sqlite")
      try open(path)
      try SQLiteConnection(path).execute("PRAGMA user_version = \(version)")
      let before = try contents(of: folder)
      expect(.otherVersion(version), path)
      expect(.otherVersion(version), path, isServer: false)
      #expect(try contents(of: folder) == before)
    }
  }

  @Test func aFolderOrADeviceIsRefused() throws {
    try TemporaryFolder.with { folder in
      expect(.notAFile, folder.path(""))
      expect(.notAFile, "/dev/null")
      expect(.notAFile, "/dev/full")
    }
    #expect(throws: SQLiteError.notAFile.unusable("./")) { try open("") }
  }

  // MARK: - Files that several processes open

  @Test func aFileWithoutALogIsOpenedBySeveralToolsAtTheSameTime() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("sessions.sqlite")
      try open(path)
      for _ in 1...200 {
        #expect(try SQLiteConnection(path).text("PRAGMA journal_mode = DELETE") == "delete")
        let connections = try (1...4).map { _ in try SQLiteConnection(path) }
        // Safe because each call uses another connection, and this waits for all.
        nonisolated(unsafe) let tools = connections
        DispatchQueue.concurrentPerform(iterations: tools.count) { tool in
          #expect((try? tools[tool].turnLogOn()) == "wal")
        }
      }
    }
  }

  // MARK: - Files that cannot be created

  @Test func itsFoldersAreCreated() throws {
    try TemporaryFolder.with { folder in
      try open(folder.path("one/sessions.sqlite"))
      try open(folder.path("two/three/sessions.sqlite"))
    }
  }

  @Test func aPathBelowAFileIsRefused() throws {
    try TemporaryFolder.with { folder in
      try Data().write(to: URL(fileURLWithPath: folder.path("file")))
      expect(.notCreated(reason: "Not a directory"), folder.path("file/sessions.sqlite"))
    }
  }

  @Test func aFolderThatCannotBeWrittenIsRefused() throws {
    try TemporaryFolder.with { folder in
      let read = [FileAttributeKey.posixPermissions: 0o555]
      for name in ["empty", "full"] {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
      }
      let path = folder.path("full/sessions.sqlite")
      try open(path)
      for name in ["full/sessions.sqlite", "full/sessions.sqlite.lock", "full", "empty", ""] {
        try FileManager.default.setAttributes(read, ofItemAtPath: folder.path(name))
      }
      defer {
        for name in ["", "empty", "full"] {
          try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
        }
      }
      asOrdinaryUser {
        expect(.notCreated(reason: "Permission denied"), folder.path("empty/sessions.sqlite"))
        expect(.notCreated(reason: "Permission denied"), folder.path("new/sessions.sqlite"))
        expect(.notWritable, path)
        expect(.notWritable, path, isServer: false)
      }
    }
  }

  @Test func aToolOfAnotherUserIsRefused() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("private/sessions.sqlite")
      try open(path)
      let modes = [(path, 0o000), (folder.path("private"), 0o755), (folder.path(""), 0o755)]
      for (path, mode) in modes {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      }
      asOrdinaryUser { expect(.notWritable, path, isServer: false) }
      try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder.path("private"))
      asOrdinaryUser { expect(.notWritable, path, isServer: false) }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("private"))
    }
  }

  @Test func aFileThatCannotBeWrittenIsRefused() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("sessions.sqlite")
      try open(path)
      try FileManager.default.removeItem(atPath: path + ".lock")
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path(""))
      asOrdinaryUser {
        expect(.notWritable, path)
        expect(.notWritable, path, isServer: false)
      }
    }
  }

  @Test func aToolOfAnOperatorCreatesNoFile() throws {
    try TemporaryFolder.with { folder throws in
      expect(.noSessions, folder.path("sessions.sqlite"), isServer: false)
      expect(.noSessions, folder.path("new/sessions.sqlite"), isServer: false)
      #expect(try contents(of: folder).isEmpty)
    }
  }

  // MARK: - One server

  @Test func aFileHasOneServer() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("sessions.sqlite")
      let link = folder.path("link.sqlite")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      let server = try SQLiteStorage(path: path)
      expect(.inUse(process: getpid()), path)
      expect(.inUse(process: getpid()), link)
      try open(path, isServer: false)
      server.close()
      try open(path)
    }
  }

  @Test func aServerMayWaitForTheOneBefore() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("sessions.sqlite")
      let first = try SQLiteStorage(path: path)
      var questions = 0
      let second = try SQLiteStorage(
        path: path,
        mayWait: { process in
          #expect(process == getpid())
          questions += 1
          if questions == 3 { first.close() }
          return true
        })
      #expect(questions == 3)
      // It does not wait longer than it may.
      #expect(throws: SQLiteError.inUse(process: getpid()).unusable(path)) {
        try SQLiteStorage(path: path, mayWait: { _ in false })
      }
      second.close()
    }
  }

  @Test func aLockEndsWithItsProcess() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("sessions.sqlite")
      try Data("1\n".utf8).write(to: URL(fileURLWithPath: path + ".lock"))
      try open(path)
    }
  }

  @Test func namesWithAMeaningForSQLiteAreOrdinaryFiles() throws {
    // The names are relative to the current folder, where the test must not create files.
    for name in [":memory:", "file::memory:", "file:x?mode=memory"] {
      expect(.noSessions, "./\(name)", isServer: false)
      #expect(throws: SQLiteError.noSessions.unusable("./\(name)")) { try open(name, isServer: false) }
    }
  }

  // MARK: - Damage

  @Test func aTruncatedFileIsRefused() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let storage = try SQLiteStorage(path: path) { 1000 }
      for _ in 0..<100 {
        _ = try await storage.save(testRecord(bytes: 600), for: SessionKey(of: .random()), replacing: 0)
      }
      storage.close()
      #expect(truncate(path, 20_000) == 0)
      expect(.damaged(reason: "database disk image is malformed"), path)
      expect(.damaged(reason: "database disk image is malformed"), path, isServer: false)
      #expect(try contents(of: folder)["sessions.sqlite"]?.count == 20_000)
    }
  }
}

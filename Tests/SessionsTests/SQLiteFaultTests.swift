import SessionsTesting
import Foundation
import Testing

@testable import SQLiteSessions
@testable import Sessions

/// What happens to calls while the disk is full, or the file is damaged.
@Suite(.timeLimit(.minutes(2))) struct SQLiteFaultTests {
  private let key = SessionKey(of: .random())

  // MARK: - A full disk

  /// A disk with little space.
  enum SmallDisk: CaseIterable {
    /// A file system of its own. Skipped if the tests may not mount one.
    case fileSystem
    /// A limit of SQLite, which reports it like a full disk.
    case pageLimit
  }

  private func with(
    _ disk: SmallDisk, _ durability: Durability,
    _ body: (_ storage: SQLiteStorage, _ path: String, _ makeRoom: () async throws -> Void) async throws -> Void
  ) async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("disk/sessions.sqlite")
      let ballast = folder.path("disk/ballast")
      try FileManager.default.createDirectory(atPath: folder.path("disk"), withIntermediateDirectories: false)
      if disk == .fileSystem {
        // Without the permission, the other case has to suffice.
        guard mount("tmpfs", folder.path("disk"), "tmpfs", 0, "size=1m") == 0 else { return }
        try Data(count: 600_000).write(to: URL(fileURLWithPath: ballast))
      }
      defer { if disk == .fileSystem { umount2(folder.path("disk"), Int32(MNT_DETACH)) } }
      let storage = try SQLiteStorage(path: path, durability: durability) { 1000 }
      defer { storage.close() }
      if disk == .pageLimit { try await limitPages(of: storage, to: 50) }
      try await body(storage, path) {
        switch disk {
        case .fileSystem: try FileManager.default.removeItem(atPath: ballast)
        case .pageLimit: try await limitPages(of: storage, to: 1_000_000)
        }
      }
    }
  }

  private func limitPages(of storage: SQLiteStorage, to count: Int) async throws {
    let result = await withCheckedContinuation { done in
      storage.queue.add { writer in
        done.resume(returning: Result { try writer.connection.execute("PRAGMA max_page_count = \(count)") })
      }
    }
    try result.get()
  }

  @Test(arguments: SmallDisk.allCases, [Durability.crash, .power])
  func savesFailWhileTheDiskIsFull(disk: SmallDisk, durability: Durability) async throws {
    try await with(disk, durability) { storage, path, makeRoom in
      let full = SQLiteError.full.unavailable(path)
      _ = try await storage.save(testRecord("small"), for: key, replacing: 0)
      let large = testRecord(bytes: 10_000)
      var saved: [SessionKey] = []
      var refused = SessionKey(of: .random())
      while saved.count < 1000 {
        do {
          #expect(try await storage.save(large, for: refused, replacing: 0) == .saved)
          saved.append(refused)
          refused = SessionKey(of: .random())
        } catch {
          #expect(error as? StorageError == full)
          break
        }
      }
      #expect(saved.count > 5)
      #expect(saved.count < 1000)
      // Stored sessions stay.
      await #expect(throws: full) { try await storage.save(large, for: refused, replacing: 0) }
      #expect(try await storage.record(refused) == nil)
      #expect(try await storage.record(key)?.text == "small")
      for key in saved { #expect(try await storage.record(key)?.version == 1) }

      try await makeRoom()
      #expect(try await storage.save(large, for: refused, replacing: 0) == .saved)
      #expect(try await storage.save(testRecord("new", version: 2), for: key, replacing: 1) == .saved)
      #expect(try await storage.list().count == saved.count + 2)
    }
  }

  @Test func allChangesOfATransactionFailTogether() async throws {
    try await with(.pageLimit, .crash) { storage, path, makeRoom in
      _ = try await storage.save(testRecord("old"), for: key, replacing: 0)
      let (results, log) = AsyncStream<Result<SavedSession, StorageError>>.makeStream()
      let saveBoth = {
        let held = await HeldTurn(storage.queue)
        storage.save(testRecord("new", version: 2), for: key, replacing: 1) { log.yield($0) }
        storage.save(testRecord(bytes: 500_000), for: SessionKey(of: .random()), replacing: 0) { log.yield($0) }
        held.release()
        return await results.prefix(2).reduce(into: []) { $0.append($1) }
      }
      let full = SQLiteError.full.unavailable(path)
      #expect(await saveBoth() == [.failure(full), .failure(full)])
      #expect(try await storage.record(key)?.text == "old")
      try await makeRoom()
      #expect(await saveBoth() == [.success(.saved), .success(.saved)])
      #expect(try await storage.record(key)?.text == "new")
    }
  }

  @Test func aFailureThatLeavesTheTransactionOpenIsRolledBack() async throws {
    try await with(.pageLimit, .crash) { storage, path, makeRoom in
      _ = try await storage.save(testRecord("old"), for: key, replacing: 0)
      let (results, log) = AsyncStream<Result<SavedSession, StorageError>>.makeStream()
      storage.queue.add { writer in
        try? writer.connection.execute(
          """
          CREATE TEMP TRIGGER refusal BEFORE INSERT ON sessions WHEN new.version = 1
          BEGIN SELECT RAISE(ABORT, 'No.'); END
          """)
      }
      let held = await HeldTurn(storage.queue)
      storage.save(testRecord("new", version: 2), for: key, replacing: 1) { log.yield($0) }
      storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0) { log.yield($0) }
      held.release()
      let failed = SQLiteError.failed(reason: "No.").unavailable(path)
      #expect(await results.prefix(2).reduce(into: []) { $0.append($1) } == [.failure(failed), .failure(failed)])
      #expect(try await storage.record(key)?.text == "old")
      #expect(try await storage.save(testRecord("new", version: 2), for: key, replacing: 1) == .saved)
    }
  }

  // MARK: - Damage

  @Test func nothingIsStoredInAFileThatWasRemoved() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let storage = try SQLiteStorage(path: path) { 1000 }
      defer { storage.close() }
      #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      let lost = SQLiteError.lost.unavailable(path)
      await #expect(throws: lost) { try await storage.save(testRecord(version: 2), for: key, replacing: 1) }
      try Data().write(to: URL(fileURLWithPath: path))
      await #expect(throws: lost) { try await storage.remove(key) }
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
      #expect(try await storage.save(testRecord(version: 2), for: key, replacing: 1) == .saved)
    }
  }

  @Test(arguments: [Durability.crash, .power])
  func callsReportADamagedFile(durability: Durability) async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      var storage = try SQLiteStorage(path: path, durability: durability) { 1000 }
      let keys = (0..<200).map { _ in SessionKey(of: .random()) }
      for key in keys { _ = try await storage.save(testRecord(bytes: 600), for: key, replacing: 0) }
      storage.close()
      try damage(path)

      storage = try SQLiteStorage(path: path, durability: durability) { 1000 }
      defer { storage.close() }
      let damaged = SQLiteError.damaged(reason: "database disk image is malformed").unavailable(path)
      await #expect(throws: damaged) { try await storage.load(keys[0]) }
      await #expect(throws: damaged) { try await storage.list() }
      await #expect(throws: damaged) { try await storage.touch(keys[0], expiry: 3000) }
      await #expect(throws: damaged) { try await storage.remove(keys[0]) }
      await #expect(throws: damaged) { try await storage.rename(keys[0], to: key) }
      await #expect(throws: damaged) { try await storage.setAside(keys[0]) }
      await #expect(throws: damaged) { try await storage.save(testRecord(version: 2), for: keys[0], replacing: 1) }
      await #expect(throws: damaged) { try await storage.save(testRecord(), for: key, replacing: 0) }
      await #expect(throws: damaged) { try await storage.removeExpired() }
    }
  }

  /// Overwrites all pages but the first one, which has the schema.
  private func damage(_ path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let size = try file.seekToEnd()
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xAB, count: Int(size) - 4096))
    try file.close()
  }

  @Test func contentThatIsTooLargeOrCannotBeEncodedIsRefused() async throws {
    struct Odd: SessionContent {
      struct Failure: Error, CustomStringConvertible { let description = "No." }
      func encoded() throws -> [UInt8] { throw Failure() }
    }
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let storage = try SQLiteStorage(path: path, limits: StorageLimits(contentBytes: 5)) { 1000 }
      defer { storage.close() }
      #expect(try await storage.save(testRecord("12345"), for: key, replacing: 0) == .saved)
      await #expect(throws: StorageError.tooLarge(bytes: 6, limit: 5)) {
        try await storage.save(testRecord("123456", version: 2), for: key, replacing: 1)
      }
      await #expect(throws: StorageError.notEncodable("No.")) {
        try await storage.save(SessionRecord(version: 2, content: Odd(), expiry: 2000), for: key, replacing: 1)
      }
      #expect(try await storage.record(key)?.text == "12345")
    }
  }

  @Test func contentCanBeEmpty() async throws {
    try await TemporaryFolder.with { folder async throws in
      let storage = try SQLiteStorage(path: folder.path("sessions.sqlite")) { 1000 }
      defer { storage.close() }
      #expect(try await storage.save(testRecord(""), for: key, replacing: 0) == .saved)
      #expect(try await storage.record(key)?.text == "")
    }
  }
}

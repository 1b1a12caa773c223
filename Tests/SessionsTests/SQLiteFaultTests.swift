import SQLiteConnections
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
    try await storage.queue.run { writer throws(SQLiteCallError) in
      try writer.connection.execute("PRAGMA max_page_count = \(count)")
    }
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
      let saveBoth = { [key] in
        let held = await HeldTurn(storage.queue)
        let calls = [
          begin { try await storage.save(testRecord("new", version: 2), for: key, replacing: 1) },
          begin { try await storage.save(testRecord(bytes: 500_000), for: SessionKey(of: .random()), replacing: 0) },
        ]
        held.release()
        return await calls.results
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
      await storage.queue.run { writer in
        try? writer.connection.execute(
          """
          CREATE TEMP TRIGGER refusal BEFORE INSERT ON sessions WHEN new.version = 1
          BEGIN SELECT RAISE(ABORT, 'No.'); END
          """)
      }
      let held = await HeldTurn(storage.queue)
      let calls = [
        begin { [key] in try await storage.save(testRecord("new", version: 2), for: key, replacing: 1) },
        begin { try await storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0) },
      ]
      held.release()
      let failed = SQLiteError.failed(reason: "No.").unavailable(path)
      #expect(await calls.results == [.failure(failed), .failure(failed)])
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

      let (reports, log) = AsyncStream<String>.makeStream()
      storage = try SQLiteStorage(path: path, durability: durability, now: { 1000 }, report: { log.yield($0) })
      defer { storage.close() }
      let report = await reports.first { _ in true }
      #expect(report?.contains("sessions.sqlite is damaged (") == true, "it is read before users come")
      let damaged = SQLiteError.damaged(reason: "database disk image is malformed").unavailable(path)
      await #expect(throws: damaged) { try await storage.load(keys[0]) }
      await #expect(throws: damaged) { try await storage.list() }
      await #expect(throws: damaged) { try await storage.touch(keys[0], expiry: 3000) }
      await #expect(throws: damaged) { try await storage.remove(keys[0]) }
      await #expect(throws: damaged) { try await storage.rename(keys[0], to: key) }
      await #expect(throws: damaged) { try await storage.quarantine(keys[0]) }
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

  /// A storage whose file has some sessions, and whose log has others.
  private func filledStorage(_ path: String) async throws -> SQLiteStorage {
    var storage = try SQLiteStorage(path: path) { 1000 }
    for _ in 0..<100 {
      _ = try await storage.save(testRecord(bytes: 600), for: SessionKey(of: .random()), replacing: 0)
    }
    storage.close()
    storage = try SQLiteStorage(path: path) { 1000 }
    #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
    return storage
  }

  @Test(arguments: [("", 0), ("", 8192), ("-wal", 0), ("-wal", 100)])
  func nothingIsStoredInAFileThatWasTruncated(file: String, size: Int) async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let storage = try await filledStorage(path)
      defer { storage.close() }
      #expect(truncate(path + file, size) == 0)
      let truncated = SQLiteError.damaged(reason: "it was truncated").unavailable(path)
      for _ in 0..<2 {
        await #expect(throws: truncated) {
          try await storage.save(testRecord(version: 2), for: key, replacing: 1)
        }
      }
    }
  }

  @Test func aFileThatAnOperatorMadeSmallerIsUsed() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let storage = try await filledStorage(path)
      defer { storage.close() }
      for one in try await storage.list() where one.key != key { try await storage.remove(one.key) }
      let size = { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
      let before = try size()
      let tool = try storage.file.connect(.crash)
      try tool.execute("VACUUM")
      try tool.checkpoint(.truncating)
      #expect(try size() < before)
      for version in 2...3 as ClosedRange<UInt64> {
        let record = testRecord(bytes: 9000, version: version)
        #expect(try await storage.save(record, for: key, replacing: version - 1) == .saved)
      }
    }
  }

  @Test func contentThatWasDamagedIsUnreadable() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      var storage = try SQLiteStorage(path: path) { 1000 }
      for version in 1...2 as ClosedRange<UInt64> {
        let record = testRecord("a session of a user", version: version)
        #expect(try await storage.save(record, for: key, replacing: version - 1) == .saved)
      }
      storage.close()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let content = try #require(bytes.range(of: Data("of a user".utf8)))
      bytes[content.lowerBound] ^= 4
      try bytes.write(to: URL(fileURLWithPath: path))

      storage = try SQLiteStorage(path: path) { 1000 }
      defer { storage.close() }
      guard case .unreadable(let reason, _) = try await storage.load(key) else {
        Issue.record("it was read")
        return
      }
      #expect(reason == "its checksum is wrong, so the file was damaged")
      #expect(try await storage.save(testRecord("new", version: 3), for: key, replacing: 2) == .saved)
      #expect(try await storage.record(key)?.text == "new")
    }
  }

  @Test func aSessionThatADamagedIndexHidesIsUnreadable() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      var storage = try SQLiteStorage(path: path) { 1000 }
      let key = SessionKey("00112233445566778899aabbccddeeff")!
      #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved)
      storage.close()
      // The last copy of the key is that of the index.
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let copies = bytes.ranges(of: Data(key.bytes))
      #expect(copies.count == 2)
      bytes[copies[1].lowerBound + 5] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))

      let (reports, log) = AsyncStream<String>.makeStream()
      storage = try SQLiteStorage(path: path, now: { 1000 }, report: { log.yield($0) })
      defer { storage.close() }
      #expect(await reports.first { _ in true }?.contains("is damaged (") == true)
      guard case .unreadable = try await storage.load(key) else {
        Issue.record("its user is not told")
        return
      }
      try await storage.quarantine(key)
      guard case .none = try await storage.load(SessionKey(ofPart: "board", "red")) else {
        Issue.record("a new part cannot begin")
        return
      }
    }
  }
}

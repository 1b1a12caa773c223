import SessionsTesting
import Foundation
import TestSupport
import Testing

@testable import SQLiteSessions
@testable import Sessions

/// What only a storage in a file does.
@Suite(.timeLimit(.minutes(2))) struct SQLiteStorageTests {
  private let clock = TestClock()
  private let key = SessionKey(of: .random())

  private func open(
    _ path: String, _ durability: Durability = .crash, isServer: Bool = true
  ) throws(StorageError) -> SQLiteStorage {
    try SQLiteStorage(path: path, durability: durability, isServer: isServer) { [clock] in clock.now }
  }

  @Test(arguments: [Durability.crash, .power])
  func sessionsAreStoredWhenTheFileIsOpenedAgain(durability: Durability) async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let aside = SessionKey(of: .random())
      var storage = try open(path, durability)
      #expect(try await storage.save(testRecord("one"), for: key, replacing: 0) == .saved)
      #expect(try await storage.save(testRecord("two", version: 2), for: key, replacing: 1) == .saved)
      #expect(try await storage.save(testRecord("odd"), for: aside, replacing: 0) == .saved)
      try await storage.quarantine(aside)
      storage.close()
      #expect(FileManager.default.fileExists(atPath: path + "-wal") == false)

      storage = try open(path, durability)
      defer { storage.close() }
      #expect(try await storage.record(key)?.text == "two")
      #expect(try await storage.record(key)?.version == 2)
      #expect(try await storage.record(aside) == nil)
      #expect(try await storage.list().first { $0.key == aside }?.record.isQuarantined == true)
    }
  }

  @Test func savedSessionsSurviveAKilledProcess() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let killed = folder.path("killed.sqlite")
      let storage = try open(path)
      defer { storage.close() }
      let keys = (0..<50).map { _ in SessionKey(of: .random()) }
      for key in keys { _ = try await storage.save(testRecord(key.hexadecimal), for: key, replacing: 0) }
      // The files of a process that is killed now. Another process copies them: closing a file would end this one's locks.
      for suffix in ["", "-wal"] { try run("/bin/cp", path + suffix, killed + suffix) }

      let again = try open(killed)
      defer { again.close() }
      for key in keys { #expect(try await again.record(key)?.text == key.hexadecimal) }
    }
  }

  @Test func savedSessionsSurviveAProcessThatIsKilledDuringACheckpoint() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let killed = folder.path("killed.sqlite")
      let storage = try open(path)
      let keys = (0..<50).map { _ in SessionKey(of: .random()) }
      for key in keys { _ = try await storage.save(testRecord(bytes: 1000), for: key, replacing: 0) }
      for suffix in ["", "-wal"] { try run("/bin/cp", path + suffix, killed + suffix) }
      storage.close()
      // Only the first page, which has the number of pages, was copied from the log.
      try run("/bin/dd", "status=none", "if=\(path)", "of=\(killed)", "bs=4096", "count=1", "conv=notrunc")

      let again = try open(killed)
      defer { again.close() }
      for key in keys { #expect(try await again.record(key)?.version == 1) }
    }
  }

  private func run(_ program: String, _ arguments: String...) throws {
    let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func theFileAndItsFolderAreCreatedForTheUserOnly() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("new/a b?c#d%25ä.sqlite")
      try open(path).close()
      try open(path).close()
      for (path, mode) in [(path, 0o600), (folder.path("new"), 0o700)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
      }
    }
  }

  /// The texts of states have spaces for that.
  @Test func ofContentWithTheSameLengthOnlyChangedPagesAreWritten() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let storage = try open(path)
      defer { storage.close() }
      var (text, sizes) = (Array(repeating: UInt8(ascii: "x"), count: 100_000), [0])
      for version in 101...103 as ClosedRange<UInt64> {
        text[50_000] += 1
        if version == 103 { text.removeLast() }
        let record = SessionRecord(version: version, content: EncodedContent(bytes: text), expiry: 2000)
        #expect(try await storage.save(record, for: key, replacing: version == 101 ? 0 : version - 1) == .saved)
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
        sizes.append(try #require(size?.intValue))
      }
      #expect(sizes[2] - sizes[1] < 20_000)
      #expect(sizes[3] - sizes[2] > 100_000)
      #expect(try await storage.record(key)?.text == String(decoding: text, as: UTF8.self))
    }
  }

  @Test func theLogStaysSmall() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let storage = try open(path)
      defer { storage.close() }
      let megabyte = (record: testRecord(bytes: 1 << 20), size: 1 << 20)
      var sizes: [Int] = []
      for _ in 0..<5 {
        for _ in 0...Checkpoints.maxPages * 4096 / megabyte.size {
          _ = try await storage.save(megabyte.record, for: key, replacing: 0)
          _ = try await storage.remove(key)
        }
        await storage.checkpoints.waitUntilIdle()
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
        sizes.append(try #require(size?.intValue))
      }
      #expect(sizes[0] > Checkpoints.maxPages * 4096)
      #expect(sizes[4] < 2 * sizes[0])
    }
  }

  // MARK: - Expired sessions

  @Test func sessionsCanBeSavedWhileManyAreRemoved() async throws {
    try await TemporaryFolder.with { folder async throws in
      let storage = try open(folder.path("sessions.sqlite"))
      defer { storage.close() }
      for _ in 0..<1200 {
        _ = try await storage.save(testRecord(expiry: 1100), for: SessionKey(of: .random()), replacing: 0)
      }
      clock.now = 1100
      let (events, log) = AsyncStream<String>.makeStream()
      let held = await HeldTurn(storage.queue)
      Task.immediate { log.yield("removed \((try? await storage.removeExpired()) ?? 0)") }
      Task.immediate { [key] in
        await storage.queue.run { _ in  // after the first transaction
          log.yield("\((try? storage.list(after: nil, limit: 2000))?.count ?? 0) left")
          Task.immediate {
            _ = try await storage.save(testRecord(), for: key, replacing: 0)
            log.yield("saved")
          }
        }
      }
      held.release()
      #expect(
        await events.prefix(3).reduce(into: []) { $0.append($1) }
          == ["\(1200 - Sweep.firstSize) left", "saved", "removed 1200"])
      #expect(try await storage.list().map(\.key) == [key])
    }
  }

  @Test func onlyOneSweepRunsAtATime() async throws {
    try await TemporaryFolder.with { folder async throws in
      let storage = try open(folder.path("sessions.sqlite"))
      defer { storage.close() }
      for _ in 0..<100 {
        _ = try await storage.save(testRecord(expiry: 1100), for: SessionKey(of: .random()), replacing: 0)
      }
      clock.now = 1100
      let (events, log) = AsyncStream<String>.makeStream()
      let held = await HeldTurn(storage.queue)
      for name in ["first", "second"] {
        Task.immediate { log.yield("\(name) \((try? await storage.removeExpired()) ?? -1)") }
      }
      held.release()
      #expect(await events.prefix(2).reduce(into: []) { $0.append($1) } == ["second 0", "first 100"])
      #expect(try await storage.removeExpired() == 0)
    }
  }

  @Test func nothingIsRemovedDuringACheckpoint() async throws {
    try await TemporaryFolder.with { folder async throws in
      let storage = try open(folder.path("sessions.sqlite"))
      defer { storage.close() }
      for _ in 0..<100 {
        _ = try await storage.save(testRecord(expiry: 1100), for: SessionKey(of: .random()), replacing: 0)
      }
      clock.now = 1100
      let (events, log) = AsyncStream<String>.makeStream()
      let held = await HeldTurn(storage.queue)
      storage.checkpoints.addPages(Checkpoints.maxPages, storage.queue)
      Task.immediate {
        await storage.checkpoints.waitUntilIdle()
        log.yield("idle")
      }
      Task.immediate { log.yield("removed \((try? await storage.removeExpired()) ?? -1)") }
      held.release()
      #expect(await events.prefix(2).reduce(into: []) { $0.append($1) } == ["idle", "removed 100"])
    }
  }

  // MARK: - Operators

  @Test func anOperatorCanUseTheFileOfARunningServer() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let server = try open(path)
      defer { server.close() }
      let (changes, log) = AsyncStream<SessionKey?>.makeStream()
      let subscription = server.subscribe { log.yield($0) }
      _ = try await server.save(testRecord("one"), for: key, replacing: 0)

      let tool = try open(path, isServer: false)
      #expect(try await tool.record(key)?.text == "one")
      #expect(try await tool.remove(key))
      tool.close()

      #expect(await changes.first { _ in true } == .some(nil))
      #expect(try await server.record(key) == nil)
      #expect(try await server.save(testRecord("two", version: 2), for: key, replacing: 1) == .outdated)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func theServersOwnChangesAreNotReported() async throws {
    try await TemporaryFolder.with { folder async throws in
      let server = try open(folder.path("sessions.sqlite"))
      defer { server.close() }
      _ = try await server.save(testRecord(), for: key, replacing: 0)
      #expect(await server.queue.run { $0.hasOtherChanges() } == false)
    }
  }

  @Test func callsFailAfterTheFileIsClosed() async throws {
    try await TemporaryFolder.with { folder async throws in
      let storage = try open(folder.path("sessions.sqlite"))
      storage.close()
      storage.close()
      let closed = SQLiteError.closed.unavailable(folder.path("sessions.sqlite"))
      await #expect(throws: closed) { try await storage.save(testRecord(), for: key, replacing: 0) }
      await #expect(throws: closed) { try await storage.load(key) }
      #expect(try await storage.removeExpired() == 0)
    }
  }

  @Test func closeWaitsUntilAllChangesAreWritten() async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      var storage = try open(path, .power)
      let keys = (0..<600).map { _ in SessionKey(of: .random()) }
      let saves = keys.map { [storage] key in
        begin { try await storage.save(testRecord(), for: key, replacing: 0) }
      }
      let removed = begin { [storage] in try await storage.removeExpired() }
      storage.close()
      #expect(await saves.results == Array(repeating: .success(.saved), count: keys.count))
      #expect(await removed.value == .success(0))
      storage = try open(path)
      defer { storage.close() }
      #expect(try await storage.list().map(\.key) == keys.sorted())
    }
  }
}

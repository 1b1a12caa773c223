import SessionsTesting
import Foundation
import Synchronization
import Testing

@testable import SQLiteSessions
@testable import Sessions

/// How changes share transactions, and which threads write them.
@Suite(.timeLimit(.minutes(2))) struct WriteQueueTests {
  private func with(_ durability: Durability = .crash, _ body: (SQLiteStorage) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let storage = try SQLiteStorage(path: path, durability: durability) { 1000 }
      defer { storage.close() }
      try await body(storage)
    }
  }

  /// Adds changes that are written together.
  ///
  /// - Returns: Their results, and the number of transactions.
  private func saveAtOnce(
    _ records: [(SessionKey, SessionRecord)], in storage: SQLiteStorage
  ) async throws -> (results: [Result<SavedSession, StorageError>], commits: Int) {
    let before = storage.commits
    let (results, log) = AsyncStream<(Int, Result<SavedSession, StorageError>)>.makeStream()
    let held = await HeldTurn(storage.queue)
    for (index, (key, record)) in records.enumerated() {
      storage.save(record, for: key, replacing: record.version - 1) { log.yield((index, $0)) }
    }
    held.release()
    let all = await results.prefix(records.count).reduce(into: [:]) { $0[$1.0] = $1.1 }
    return (try records.indices.map { try #require(all[$0]) }, storage.commits - before)
  }

  @Test(arguments: [Durability.crash, .power])
  func changesOfTheSameMomentShareACommit(durability: Durability) async throws {
    try await with(durability) { storage async throws in
      let records = (0..<200).map { _ in (SessionKey(of: .random()), testRecord()) }
      let (results, commits) = try await saveAtOnce(records, in: storage)
      #expect(results.allSatisfy { $0 == .success(.saved) })
      #expect(commits == 1)
    }
  }

  @Test func theSizeOfATransactionIsLimited() async throws {
    try await with { storage async throws in
      let records = (0..<WriteQueue.maxChanges + 1).map { _ in (SessionKey(of: .random()), testRecord()) }
      #expect(try await saveAtOnce(records, in: storage).commits == 2)
      let large = (0..<10).map { _ in (SessionKey(of: .random()), testRecord(bytes: 1 << 20)) }
      #expect(try await saveAtOnce(large, in: storage).commits == 3)
    }
  }

  @Test func theSizeOfATransactionCountsAllRecordsOfASave() async throws {
    try await with { storage async throws in
      let before = storage.commits
      let (results, log) = AsyncStream<Result<SavedSession, StorageError>>.makeStream()
      let held = await HeldTurn(storage.queue)
      for _ in 0..<5 {
        let saves = (0..<2).map { _ in
          RecordSave(testRecord(bytes: 1 << 20), for: SessionKey(of: .random()), replacing: 0)
        }
        storage.save(saves) { log.yield($0) }
      }
      held.release()
      #expect(
        await results.prefix(5).reduce(into: []) { $0.append($1) } == Array(repeating: .success(.saved), count: 5))
      #expect(storage.commits - before == 3)
    }
  }

  @Test func anOutdatedSaveOfSeveralDoesNotAffectOthersInItsTransaction() async throws {
    try await with { storage async throws in
      let keys = (0..<3).map { _ in SessionKey(of: .random()) }
      let before = storage.commits
      let (results, log) = AsyncStream<(Int, Result<SavedSession, StorageError>)>.makeStream()
      let held = await HeldTurn(storage.queue)
      for (index, pair) in [[keys[0], keys[1]], [keys[2], keys[1]], [keys[2]]].enumerated() {
        storage.save(pair.map { RecordSave(testRecord("\(index)"), for: $0, replacing: 0) }) { log.yield((index, $0)) }
      }
      held.release()
      let all = await results.prefix(3).reduce(into: [:]) { $0[$1.0] = $1.1 }
      #expect(all == [0: .success(.saved), 1: .success(.outdated), 2: .success(.saved)])
      #expect(storage.commits - before == 1)
      var texts: [String?] = []
      for key in keys { texts.append(try await storage.record(key)?.text) }
      #expect(texts == ["0", "0", "2"])
    }
  }

  @Test func anOutdatedSaveDoesNotAffectOthersInItsTransaction() async throws {
    try await with { storage async throws in
      let keys = (0..<3).map { _ in SessionKey(of: .random()) }
      for key in keys { _ = try await storage.save(testRecord("old"), for: key, replacing: 0) }
      _ = try await storage.save(testRecord("theirs", version: 2), for: keys[1], replacing: 1)
      let records = keys.map { ($0, testRecord("ours", version: 2)) }
      let (results, commits) = try await saveAtOnce(records, in: storage)
      #expect(results == [.success(.saved), .success(.outdated), .success(.saved)])
      #expect(commits == 1)
      #expect(try await storage.record(keys[1])?.text == "theirs")
      #expect(try await storage.record(keys[2])?.text == "ours")
    }
  }

  @Test func changesOfASessionKeepTheirOrder() async throws {
    try await with { storage async throws in
      let key = SessionKey(of: .random())
      let records = (1...100).map { (key, testRecord("\($0)", version: UInt64($0))) }
      let (results, commits) = try await saveAtOnce(records, in: storage)
      #expect(results.allSatisfy { $0 == .success(.saved) })
      #expect(commits == 1)
      #expect(try await storage.record(key)?.text == "100")
    }
  }

  // MARK: - Threads

  /// Saves a session many times. The answer of each save starts the next one.
  private final class Chain: Sendable {
    let key = SessionKey(of: .random())
    let threads: AsyncStream<UInt>
    private let log: AsyncStream<UInt>.Continuation

    init() { (threads, log) = AsyncStream.makeStream() }

    func save(in storage: SQLiteStorage, version: UInt64 = 1) {
      guard version < 20 else { return log.finish() }
      storage.save(testRecord(version: version), for: key, replacing: version - 1) { _ in
        self.log.yield(UInt(pthread_self()))
        self.save(in: storage, version: version + 1)
      }
    }
  }

  /// Starts a chain of saves on a new thread. The thread lives until the last answer, because its number could be used
  /// again.
  ///
  /// - Returns: Whether each answer came on that thread.
  private func answersOfCaller(in storage: SQLiteStorage) async -> [Bool] {
    let chain = Chain()
    let end = DispatchSemaphore(value: 0)
    let caller = await withCheckedContinuation { begun in
      Thread.detachNewThread {
        chain.save(in: storage)
        begun.resume(returning: UInt(pthread_self()))
        end.wait()
      }
    }
    defer { end.signal() }
    return await chain.threads.reduce(into: []) { $0.append($1 == caller) }
  }

  @Test func aCallerWritesOnlyAFewTransactions() async throws {
    try await with { storage async throws in
      let limit = WriteQueue.maxGroupsOfCaller
      #expect(await answersOfCaller(in: storage) == (0..<19).map { $0 < limit })
    }
  }

  @Test func aCallerDoesNotWaitForTheDisk() async throws {
    try await with(.power) { storage async throws in
      #expect(await answersOfCaller(in: storage) == Array(repeating: false, count: 19))
    }
  }

  @Test func aCallerDoesNotWaitForAnotherProcess() async throws {
    try await with { storage async throws in
      let other = try storage.file.connect(.crash)
      try other.execute("BEGIN IMMEDIATE")
      let key = SessionKey(of: .random())
      let (results, log) = AsyncStream<Result<SavedSession, StorageError>>.makeStream()
      storage.save(testRecord(), for: key, replacing: 0) { log.yield($0) }
      // The call has returned. The change is written after the other transaction.
      #expect(try await storage.record(key) == nil)
      try other.execute("COMMIT")
      #expect(await results.first { _ in true } == .success(.saved))
    }
  }
}

import SQLiteConnections
import SessionsTesting
import Foundation
import Synchronization
import TestSupport
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
  ) async -> (results: [Result<SavedSession, StorageError>], commits: Int) {
    let before = storage.commits
    let held = await HeldTurn(storage.queue)
    let calls = records.map { key, record in
      begin { try await storage.save(record, for: key, replacing: record.version - 1) }
    }
    held.release()
    return (await calls.results, storage.commits - before)
  }

  @Test(arguments: [Durability.crash, .power])
  func changesOfTheSameMomentShareACommit(durability: Durability) async throws {
    try await with(durability) { storage async throws in
      let records = (0..<200).map { _ in (SessionKey(of: .random()), testRecord()) }
      let (results, commits) = await saveAtOnce(records, in: storage)
      #expect(results.allSatisfy { $0 == .success(.saved) })
      #expect(commits == 1)
    }
  }

  @Test func theSizeOfATransactionIsLimited() async throws {
    try await with { storage async throws in
      let records = (0..<WriteQueue.maxChanges + 1).map { _ in (SessionKey(of: .random()), testRecord()) }
      #expect(await saveAtOnce(records, in: storage).commits == 2)
      let large = (0..<10).map { _ in (SessionKey(of: .random()), testRecord(bytes: 1 << 20)) }
      #expect(await saveAtOnce(large, in: storage).commits == 3)
    }
  }

  @Test func anOutdatedSaveOfSeveralDoesNotAffectOthersInItsTransaction() async throws {
    try await with { storage async throws in
      let keys = (0..<3).map { _ in SessionKey(of: .random()) }
      let before = storage.commits
      let held = await HeldTurn(storage.queue)
      let calls = [[keys[0], keys[1]], [keys[2], keys[1]], [keys[2]]].enumerated().map { index, keys in
        begin { try await storage.save(keys.map { RecordSave(testRecord("\(index)"), for: $0, replacing: 0) }) }
      }
      held.release()
      #expect(await calls.results == [.success(.saved), .success(.outdated), .success(.saved)])
      #expect(storage.commits - before == 1)
      var texts: [String?] = []
      for key in keys { texts.append(try await storage.record(key)?.text) }
      #expect(texts == ["0", "0", "2"])
    }
  }

  @Test func changesOfASessionKeepTheirOrder() async throws {
    try await with { storage async throws in
      let key = SessionKey(of: .random())
      let records = (1...100).map { (key, testRecord("\($0)", version: UInt64($0))) }
      let (results, commits) = await saveAtOnce(records, in: storage)
      #expect(results.allSatisfy { $0 == .success(.saved) })
      #expect(commits == 1)
      #expect(try await storage.record(key)?.text == "100")
    }
  }

  // MARK: - Threads

  /// Numbers of threads.
  private final class Threads: Sendable {
    private let list = Mutex<[UInt]>([])
    var all: [UInt] { list.withLock(\.self) }
    func add() { list.withLock { $0.append(UInt(pthread_self())) } }
  }

  /// Calls a function on a new thread. The thread lives until the last result, because its number could be used again.
  ///
  /// - Parameter isDone: Whether all results are there.
  /// - Returns: The number of the thread.
  private func onNewThread(_ body: @escaping @Sendable () -> Void, until isDone: () -> Bool) async -> UInt {
    let end = DispatchSemaphore(value: 0)
    defer { end.signal() }
    let caller = await withCheckedContinuation { begun in
      Thread.detachNewThread {
        body()
        begun.resume(returning: UInt(pthread_self()))
        end.wait()
      }
    }
    await waitUntil(isDone)
    return caller
  }

  /// Saves a session many times. Each transaction reads the clock, which begins the next save.
  private final class Chain: Sendable {
    let threads = Threads()
    let storage = Mutex<SQLiteStorage?>(nil)
    private let key = SessionKey(of: .random())

    var now: Int64 {
      threads.add()
      save()
      return 1000
    }

    func save() {
      let version = UInt64(threads.all.count + 1)
      guard version < 20, let storage = storage.withLock(\.self) else { return }
      Task.immediate { [key] in
        _ = try await storage.save(testRecord(version: version), for: key, replacing: version - 1)
      }
    }
  }

  @Test func aCallerWritesOnlyAFewTransactions() async throws {
    try await TemporaryFolder.with { folder async throws in
      let chain = Chain()
      let storage = try SQLiteStorage(path: folder.path("sessions.sqlite")) { chain.now }
      defer {
        chain.storage.withLock { $0 = nil }
        storage.close()
      }
      chain.storage.withLock { $0 = storage }
      let caller = await onNewThread({ chain.save() }, until: { chain.threads.all.count == 19 })
      #expect(chain.threads.all.map { $0 == caller } == (0..<19).map { $0 < WriteQueue.maxGroupsOfCaller })
    }
  }

  /// Saves a session many times on a new thread.
  ///
  /// - Returns: Whether the task went on on that thread after each save.
  private func savesOfCaller(in storage: SQLiteStorage) async -> [Bool] {
    let (key, threads) = (SessionKey(of: .random()), Threads())
    let caller = await onNewThread(
      {
        Task.immediate {
          for version in 1..<20 as Range<UInt64> {
            _ = try await storage.save(testRecord(version: version), for: key, replacing: version - 1)
            threads.add()
          }
        }
      }, until: { threads.all.count == 19 })
    return threads.all.map { $0 == caller }
  }

  @Test func aSaveDoesNotSuspendItsTaskIfNoOtherThreadWrites() async throws {
    try await with { storage async throws in
      #expect(await savesOfCaller(in: storage) == Array(repeating: true, count: 19))
    }
  }

  @Test func aCallerDoesNotWaitForTheDisk() async throws {
    try await with(.power) { storage async throws in
      #expect(await savesOfCaller(in: storage) == Array(repeating: false, count: 19))
    }
  }

  @Test func aCallerDoesNotWaitForAnotherProcess() async throws {
    try await with { storage async throws in
      let other = try storage.file.connect(.crash)
      try other.execute("BEGIN IMMEDIATE")
      let key = SessionKey(of: .random())
      let save = begin { try await storage.save(testRecord(), for: key, replacing: 0) }
      // The call waits without a thread. The change is written after the other transaction.
      #expect(try await storage.record(key) == nil)
      try other.execute("COMMIT")
      #expect(await save.value == .success(.saved))
    }
  }
}

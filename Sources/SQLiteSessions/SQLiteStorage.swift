package import Sessions
internal import Basics
internal import Synchronization
package import TempuraMetrics

/// Sessions in a file: an SQLite database in WAL mode.
///
/// A load is answered on the caller's thread. With ``Durability/crash`` a change mostly is, too, if no other thread
/// writes. With ``Durability/power`` changes are answered on another thread.
package final class SQLiteStorage: SessionStorage {
  private struct Readers {
    var idle: [SessionReader] = []
    var isClosed = false
  }

  private static let maxIdleReaders = 16

  let file: SQLiteFile
  private let durability: Durability
  private let limits: StorageLimits
  private let now: @Sendable () -> Int64
  private let readers = Locked(Readers())
  let checkpoints: Checkpoints
  let queue: WriteQueue
  private let watch: ChangeWatch
  private let sweep: Sweep
  /// Nil for a tool of an operator.
  private let integrity: IntegrityCheck?

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: The file. A server creates it and its folder, if they are missing. SQLite adds two files beside it.
  ///   - isServer: False for a tool of an operator. It can open the file while the server uses it.
  ///   - now: The clock, in seconds since 1970.
  ///   - report: Gets a sentence if the file of a server is damaged.
  ///   - mayWait: Whether to wait on while another server uses the file.
  /// - Throws: ``StorageError/unusable(_:)`` if the file cannot be used, or another server uses it.
  package init(
    path: String, durability: Durability = .crash, limits: StorageLimits = StorageLimits(), isServer: Bool = true,
    now: @escaping @Sendable () -> Int64 = { WallClock.now() },
    report: @escaping @Sendable (String) -> Void = { _ in }, mayWait: (_ process: Int32?) -> Bool = { _ in false }
  ) throws(StorageError) {
    file = try SQLiteFile(path: path, isServer: isServer, mayWait: mayWait)
    self.durability = durability
    self.limits = limits
    self.now = now
    do throws(SQLiteCallError) {
      checkpoints = Checkpoints(try file.connect(durability))
      let writer = try SessionWriter(file.connect(durability), limits: limits)
      queue = WriteQueue(writer, checkpoints, path: file.path, durability: durability, now: now)
      integrity = isServer ? IntegrityCheck(try file.connect(durability), path, report) : nil
    } catch {
      throw SQLiteError(error).unusable(path)
    }
    watch = ChangeWatch(queue)
    sweep = Sweep(queue, checkpoints)
  }

  package var isShared: Bool { false }
  package var isInTouch: Bool { true }
  package var format: StorageFormat { file.format }

  package func finishUpgrade(_ answer: @escaping Answer<Void>) {
    do {
      answer(.success(try file.finishUpgrade()))
    } catch {
      answer(.failure(SQLiteError(error).unavailable(file.path)))
    }
  }

  /// The number of transactions that changed sessions.
  package var commits: Int { queue.commits.load(ordering: .relaxed) }

  /// Times from a change's arrival to the begin of its transaction, in seconds.
  package var changeWaits: Histogram { queue.waits }

  // MARK: - Reading

  /// SQLite reads its smallest index for that: some milliseconds for 100,000 sessions.
  package var storedCount: Int? {
    try? read { (reader) throws(SQLiteCallError) in try reader.count() }.get()
  }

  package func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Answer<LoadedSession>) {
    let result = read { (reader) throws(SQLiteCallError) in try reader.load(key, unless: version, now: now()) }
    // Its user is told. A part has no user: a session that begins to share one expects none.
    if case .success(.none) = result, integrity?.hasFoundDamage == true, key <= .beforeParts {
      return answer(.success(.unreadable("it was not found, and the file is damaged")))
    }
    answer(result)
  }

  package func list(after key: SessionKey?, limit: Int, _ answer: @escaping Answer<[StoredSession]>) {
    answer(read { (reader) throws(SQLiteCallError) in try reader.list(after: key, limit: limit) })
  }

  private func read<Value>(
    _ body: (SessionReader) throws(SQLiteCallError) -> Value
  ) -> Result<Value, StorageError> {
    do throws(SQLiteCallError) {
      let (idle, isClosed) = readers.withLock { ($0.idle.popLast(), $0.isClosed) }
      guard !isClosed else { return .failure(SQLiteError.closed.unavailable(file.path)) }
      let reader = if let idle { idle } else { try SessionReader(file.connect(durability)) }
      defer {
        readers.withLock { if !$0.isClosed, $0.idle.count < Self.maxIdleReaders { $0.idle.append(reader) } }
      }
      return .success(try body(reader))
    } catch {
      return .failure(SQLiteError(error).unavailable(file.path))
    }
  }

  // MARK: - Writing

  package func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Answer<SavedSession>
  ) {
    let content: [UInt8]
    do throws(StorageError) {
      content = try record.encodedContent(limit: limits.contentBytes)
    } catch {
      return answer(.failure(error))
    }
    change(.save(record, content: content, key: key, replacing: version)) { answer($0.map(\.saved)) }
  }

  package func save(_ saves: [RecordSave], _ answer: @escaping Answer<SavedSession>) {
    do throws(StorageError) {
      var all: [(save: RecordSave, content: [UInt8])] = []
      for save in saves { all.append((save, try save.record.encodedContent(limit: limits.contentBytes))) }
      change(.saveAll(all)) { answer($0.map(\.saved)) }
    } catch {
      answer(.failure(error))
    }
  }

  package func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Answer<Void>) {
    change(.touch(key, expiry: expiry)) { answer($0.map { _ in }) }
  }

  package func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64, leaving record: SessionRecord,
    _ answer: @escaping Answer<SavedSession>
  ) {
    do throws(StorageError) {
      let content = try record.encodedContent(limit: limits.contentBytes)
      change(.rename(key, to: newKey, replacing: version, leaving: record, content: content)) {
        answer($0.map(\.saved))
      }
    } catch {
      answer(.failure(error))
    }
  }

  package func remove(_ key: SessionKey, version: UInt64?, _ answer: @escaping Answer<Bool>) {
    change(.remove(key, version: version)) { answer($0.map(\.found)) }
  }

  package func setAside(_ key: SessionKey, _ answer: @escaping Answer<Void>) {
    change(.setAside(key)) { answer($0.map { _ in }) }
  }

  private func change(_ change: Change, _ answer: @escaping Answer<Change.Outcome>) {
    queue.add(RequestedChange(change: change, answer: answer))
  }

  /// Removes few sessions in each transaction, so that changes do not have to wait. A second call before the answer
  /// removes nothing.
  package func removeExpired(_ answer: @escaping Answer<Int>) {
    let path = file.path
    sweep.run(now: now()) { result in answer(result.mapError { SQLiteError($0).unavailable(path) }) }
  }

  // MARK: - The file

  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    watch.observers.addForChanges(observer)
  }

  package func close() {
    integrity?.close()
    checkpoints.close()
    readers.withLock { readers in
      readers.isClosed = true
      readers.idle = []
    }
    // If the checkpoint fails, SQLite reads the log when the file is opened again.
    queue.close { _ = try? $0.connection.checkpoint(.truncating) }
    file.unlock()
  }
}

extension Change.Outcome {
  fileprivate var saved: SavedSession { if case .saved(let saved) = self { saved } else { .outdated } }
  fileprivate var found: Bool { if case .found(let found) = self { found } else { false } }
}

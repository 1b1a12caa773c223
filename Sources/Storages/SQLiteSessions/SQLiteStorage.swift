package import Sessions
internal import Basics
internal import SQLiteConnections
internal import Synchronization
package import TempuraMetrics

/// Sessions in a file: an SQLite database in WAL mode.
///
/// A load does not suspend its task. With ``Durability/crash`` a change mostly does not either, if no other thread writes.
/// With ``Durability/power`` another thread writes all changes.
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
  private let damage: Damage
  /// Nil for a tool of an operator.
  private let scrub: Scrub?

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: The file. A server creates it and its folder, if they are missing. SQLite adds two files beside it.
  ///   - isServer: False for a tool of an operator. It can open the file while the server uses it.
  ///   - now: The clock, in seconds since 1970.
  ///   - report: Gets a sentence if the file of a server is damaged, or on a file system that may be unfit.
  ///   - scrubPause: The time between two looks for damage, at least.
  ///   - mayWait: Whether to wait on while another server uses the file.
  /// - Throws: ``StorageError/unusable(_:)`` if the file cannot be used, or another server uses it.
  package init(
    path: String, durability: Durability = .crash, limits: StorageLimits = StorageLimits(), isServer: Bool = true,
    now: @escaping @Sendable () -> Int64 = { WallClock.now() },
    report: @escaping @Sendable (String) -> Void = { _ in }, scrubPause: Duration = .seconds(5),
    mayWait: (_ process: Int32?) -> Bool = { _ in false }
  ) throws(StorageError) {
    file = try SQLiteFile(path: path, isServer: isServer, report: report, mayWait: mayWait)
    self.durability = durability
    self.limits = limits
    self.now = now
    damage = Damage(file.path, report)
    do throws(SQLiteCallError) {
      checkpoints = Checkpoints(try file.connect(durability))
      let writer = try SessionWriter(file.connect(durability))
      queue = WriteQueue(writer, checkpoints, file, damage, durability: durability, now: now)
    } catch {
      throw SQLiteError(error).unusable(path)
    }
    watch = ChangeWatch(queue)
    sweep = Sweep(queue, checkpoints)
    scrub =
      isServer
      ? Scrub(file, damage, pause: scrubPause) { [checkpoints, queue, damage] in
        await checkpoints.emptyLog(queue, isUrgent: damage.isFound)
      } : nil
  }

  package var isShared: Bool { false }
  package var isInTouch: Bool { true }

  /// The number of transactions that changed sessions.
  package var commits: Int { queue.commits.load(ordering: .relaxed) }

  /// Times from a change's arrival to the begin of its transaction, in seconds.
  package var changeWaits: Histogram { queue.waits }

  // MARK: - Reading

  /// SQLite reads its smallest index for that: some milliseconds for 100,000 sessions.
  package var storedCount: Int? {
    try? read { (reader) throws(SQLiteCallError) in try reader.count() }
  }

  package func load(_ key: SessionKey, unless version: UInt64) throws(StorageError) -> LoadedSession {
    let session = try read { (reader) throws(SQLiteCallError) in try reader.load(key, unless: version, now: now()) }
    switch session {
    case .unreadable(SessionReader.wrongChecksum, _):
      damage.note(.damaged(reason: "session \(key.shortened) has a wrong checksum"))
    // Its user is told. A part has no user: a session that begins to share one expects none.
    case .none where damage.isFound && key <= .beforeParts:
      return .unreadable("it was not found, and the file is damaged", quarantine: nil)
    default: break
    }
    return session
  }

  package func list(after key: SessionKey?, limit: Int) throws(StorageError) -> [StoredSession] {
    try read { (reader) throws(SQLiteCallError) in try reader.list(after: key, limit: limit) }
  }

  private func read<Value>(_ body: (SessionReader) throws(SQLiteCallError) -> Value) throws(StorageError) -> Value {
    let (idle, isClosed) = readers.withLock { ($0.idle.popLast(), $0.isClosed) }
    guard !isClosed else { throw SQLiteError.closed.unavailable(file.path) }
    do throws(SQLiteCallError) {
      let reader = if let idle { idle } else { try SessionReader(file.connect(durability)) }
      defer {
        readers.withLock { if !$0.isClosed, $0.idle.count < Self.maxIdleReaders { $0.idle.append(reader) } }
      }
      return try body(reader)
    } catch {
      throw damage.unavailable(SQLiteError(error))
    }
  }

  // MARK: - Writing

  package func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    let encoded = try saves.map { save throws(StorageError) in
      (save, try save.record.encodedContent(limit: limits.contentBytes))
    }
    return try await queue.write(.save(encoded)) ? .saved : .outdated
  }

  package func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    _ = try await queue.write(.touch(key, expiry: expiry))
  }

  package func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    try await queue.write(.remove(key, version: version))
  }

  /// Removes few sessions in each transaction, so that changes do not have to wait. A second call before the end of the
  /// first one removes nothing.
  package func removeExpired() async throws(StorageError) -> Int {
    do { return try await sweep.run(now: now()) } catch { throw damage.unavailable(SQLiteError(error)) }
  }

  // MARK: - The file

  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    watch.observers.addForChanges(observer)
  }

  package func close() {
    scrub?.close()
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

internal import Basics
internal import Sessions
internal import TempuraMetrics

#if AllStorages || SQLite
  internal import SQLiteSessions
#endif

/// Counts and measures the calls of another storage.
final class MeasuredStorage: SessionStorage {
  let base: any SessionStorage
  let isShared: Bool
  private let metrics: RuntimeMetrics
  // The two calls that each form makes.
  private let loads: Operation
  private let saves: Operation

  /// The instruments of one operation.
  private struct Operation {
    let duration: Histogram
    let failures: Counter

    init(_ name: String, _ metrics: RuntimeMetrics) {
      duration = metrics.storageDurations[name]
      failures = metrics.storageFailures[name]
    }

    func measured<Value: Sendable>(
      _ call: () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
      let watch = Stopwatch()
      defer { duration.observe(watch.seconds) }
      do throws(StorageError) { return try await call() } catch {
        failures.increment()
        throw error
      }
    }
  }

  init(_ base: any SessionStorage, _ metrics: RuntimeMetrics) {
    self.base = base
    isShared = base.isShared
    self.metrics = metrics
    loads = Operation("load", metrics)
    saves = Operation("save", metrics)
  }

  private func measured<Value: Sendable>(
    _ name: String, _ call: () async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await Operation(name, metrics).measured(call)
  }

  /// How long changes wait in the queue of the file; nil for other storages than SQLite.
  static func changeWaits(of storage: any SessionStorage) -> Histogram? {
    #if AllStorages || SQLite
      (storage as? SQLiteStorage)?.changeWaits
    #else
      nil
    #endif
  }

  var isInTouch: Bool { base.isInTouch }
  var storedCount: Int? { base.storedCount }

  func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    try await loads.measured { () async throws(StorageError) in try await base.load(key, unless: version) }
  }

  func save(_ records: [RecordSave]) async throws(StorageError) -> SavedSession {
    let saved = try await saves.measured { () async throws(StorageError) in try await base.save(records) }
    switch saved {
    case .outdated: metrics.conflicts.increment()
    case .saved: if records[0].record.isQuarantined { metrics.sessionsQuarantined.increment() }
    }
    return saved
  }

  func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    try await measured("touch") { () async throws(StorageError) in try await base.touch(key, expiry: expiry) }
  }

  func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    try await measured("remove") { () async throws(StorageError) in try await base.remove(key, version: version) }
  }

  func removeExpired() async throws(StorageError) -> Int {
    try await measured("remove_expired") { () async throws(StorageError) in try await base.removeExpired() }
  }

  func list(after key: SessionKey?, limit: Int) async throws(StorageError) -> [StoredSession] {
    try await base.list(after: key, limit: limit)
  }

  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject { base.subscribe(observer) }

  func publish(_ messages: [String]) { base.publish(messages) }

  func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    base.subscribeToMessages(observer)
  }

  func close() { base.close() }
}

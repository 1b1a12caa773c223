internal import Basics
internal import Sessions
internal import TempuraMetrics

#if AllStorages || SQLite
  internal import SQLiteSessions
#endif

typealias StorageAnswer<Value> = @Sendable (Result<Value, StorageError>) -> Void

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

    func measured<Value>(_ answer: @escaping StorageAnswer<Value>) -> StorageAnswer<Value> {
      let watch = Stopwatch()
      return { [self] result in
        duration.observe(watch.seconds)
        if case .failure = result { failures.increment() }
        answer(result)
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

  private func measured<Value>(_ name: String, _ answer: @escaping StorageAnswer<Value>) -> StorageAnswer<Value> {
    Operation(name, metrics).measured(answer)
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
  var format: StorageFormat { base.format }

  func finishUpgrade(_ answer: @escaping StorageAnswer<Void>) { base.finishUpgrade(answer) }

  func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping StorageAnswer<LoadedSession>) {
    base.load(key, unless: version, loads.measured(answer))
  }

  func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64,
    _ answer: @escaping StorageAnswer<SavedSession>
  ) {
    base.save(record, for: key, replacing: version, counted(answer))
  }

  func save(_ saves: [RecordSave], _ answer: @escaping StorageAnswer<SavedSession>) {
    base.save(saves, counted(answer))
  }

  /// Counts and measures a save.
  private func counted(_ answer: @escaping StorageAnswer<SavedSession>) -> StorageAnswer<SavedSession> {
    let conflicts = metrics.conflicts
    return saves.measured { result in
      if case .success(.outdated) = result { conflicts.increment() }
      answer(result)
    }
  }

  func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping StorageAnswer<Void>) {
    base.touch(key, expiry: expiry, measured("touch", answer))
  }

  func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64, leaving record: SessionRecord,
    _ answer: @escaping StorageAnswer<SavedSession>
  ) {
    base.rename(key, to: newKey, replacing: version, leaving: record, measured("rename", answer))
  }

  func remove(_ key: SessionKey, version: UInt64?, _ answer: @escaping StorageAnswer<Bool>) {
    base.remove(key, version: version, measured("remove", answer))
  }

  func setAside(_ key: SessionKey, _ answer: @escaping StorageAnswer<Void>) {
    let setAside = metrics.sessionsSetAside
    base.setAside(
      key,
      measured("set_aside") { result in
        if case .success = result { setAside.increment() }
        answer(result)
      })
  }

  func removeExpired(_ answer: @escaping StorageAnswer<Int>) { base.removeExpired(measured("remove_expired", answer)) }

  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject { base.subscribe(observer) }

  func publish(_ messages: [String]) { base.publish(messages) }

  func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    base.subscribeToMessages(observer)
  }

  func list(after key: SessionKey?, limit: Int, _ answer: @escaping StorageAnswer<[StoredSession]>) {
    base.list(after: key, limit: limit, answer)
  }

  func close() { base.close() }
}

internal import Glibc
internal import Locks

/// Sessions in the memory of this process: gone when it ends.
package final class MemoryStorage: SessionStorage {
  // Requests of different sessions seldom meet at the same lock.
  private let shards: [Shard]
  private let observers = Observers()
  private let now: @Sendable () -> Int64

  private let mostPerShard: Int

  /// - Parameters:
  ///   - most: How many sessions are kept, about. For one more, one goes whose time would be up early: one that was only
  ///     looked at goes before one that was used.
  ///   - now: The clock, in seconds since 1970.
  package init(most: Int = 1_000_000, now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }) {
    shards = (0..<64).map { _ in Shard() }
    mostPerShard = max(most / shards.count, 1)
    self.now = now
  }

  private final class Shard: Sendable {
    let records = Mutex<[SessionID: SessionRecord]>([:])
  }

  private func shard(of id: SessionID) -> Shard { shards[Int(UInt(bitPattern: id.hashValue) % UInt(shards.count))] }

  /// How many sessions there are, expired ones included.
  package var count: Int { shards.reduce(0) { $0 + $1.records.withLock(\.count) } }

  package func load(_ id: SessionID) -> SessionRecord? {
    guard let record = shard(of: id).records.withLock({ $0[id] }), record.expiry > now() else { return nil }
    return record
  }

  package func save(_ record: SessionRecord, for id: SessionID, replacing version: UInt64) -> Bool {
    let now = now()
    let isSaved = shard(of: id).records.withLock { records in
      let present = records[id].flatMap { $0.expiry > now ? $0.version : nil }
      guard present ?? 0 == version else { return false }
      if records[id] == nil, records.count >= mostPerShard,
        let first = records.min(by: { $0.value.expiry < $1.value.expiry })
      {
        records[first.key] = nil
      }
      records[id] = record
      return true
    }
    if isSaved { observers.notify(id, version: record.version) }
    return isSaved
  }

  package func touch(_ id: SessionID, expiry: Int64) {
    let now = now()
    shard(of: id).records.withLock { records in
      if let record = records[id], record.expiry > now { records[id]?.expiry = expiry }
    }
  }

  package func remove(_ id: SessionID) {
    let removed = shard(of: id).records.withLock { $0.removeValue(forKey: id) }
    if let removed { observers.notify(id, version: removed.version) }
  }

  @discardableResult package func removeExpired() -> Int {
    let now = now()
    return shards.reduce(0) { count, shard in
      count
        + shard.records.withLock { records in
          let before = records.count
          records = records.filter { $0.value.expiry > now }
          return before - records.count
        }
    }
  }

  package func subscribe(_ observer: @escaping @Sendable (SessionID, UInt64) -> Void) -> AnyObject {
    observers.add(observer)
  }
}

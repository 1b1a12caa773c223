internal import Glibc
internal import Basics

/// Sessions in the memory of this process. No call suspends its task or fails.
package final class MemoryStorage: SessionStorage {
  private struct Entries {
    var byKey: [SessionKey: SessionRecord] = [:]
    private var queue = ExpiryQueue()

    mutating func put(_ record: SessionRecord, for key: SessionKey) {
      let old = byKey.updateValue(record, forKey: key)
      if let old, old.expiry <= record.expiry { return }  // the queue has the session already
      queue.insert(key, expiry: record.expiry, of: byKey.count) { byKey[$0]?.expiry }
    }

    mutating func removeExpired(_ now: Int64, limit: Int) -> Int {
      var removed = 0
      while removed < limit, let (_, expiry) = first(), expiry <= now {
        removeFirst()
        removed += 1
      }
      return removed
    }

    mutating func removeFirst() {
      guard let (key, _) = first() else { return }
      queue.removeFirst()
      byKey[key] = nil
    }

    private mutating func first() -> (key: SessionKey, expiry: Int64)? { queue.first { byKey[$0]?.expiry } }
  }

  private final class Shard: Sendable {
    let entries = Locked(Entries())
  }

  // Requests of different sessions seldom need the same lock. A thread that needs several locks them in their order.
  private let shards: [Shard]
  private let maxPerShard: Int

  /// The number of expired sessions that are removed under one lock.
  private static let maxAtOnce = 100

  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - limit: The approximate limit of the number of sessions. A new session replaces one that expires early. Sessions
  ///     that are not used expire earlier than others.
  ///   - now: The clock, in seconds since 1970.
  package init(limit: Int = 1_000_000, now: @escaping @Sendable () -> Int64 = { WallClock.now() }) {
    shards = (0..<64).map { _ in Shard() }
    maxPerShard = max(limit / shards.count, 1)
    self.now = now
  }

  private func shard(of key: SessionKey) -> Shard { shards[shardIndex(of: key)] }

  private func shardIndex(of key: SessionKey) -> Int { Int(UInt(bitPattern: key.hashValue) % UInt(shards.count)) }

  /// The number of sessions, expired ones included.
  package var count: Int { shards.reduce(0) { $0 + $1.entries.withLock(\.byKey.count) } }

  package var storedCount: Int? { count }

  package var isShared: Bool { false }
  package var isInTouch: Bool { true }

  // MARK: - One session

  /// The session; nil if it is missing, expired or quarantined.
  package func record(for key: SessionKey) -> SessionRecord? {
    guard let record = shard(of: key).entries.withLock({ $0.byKey[key] }), isLive(record) else { return nil }
    return record
  }

  private func isLive(_ record: SessionRecord) -> Bool { !record.isQuarantined && record.expiry > now() }

  package func load(_ key: SessionKey, unless version: UInt64) -> LoadedSession {
    record(for: key).map { $0.version == version ? .unchanged : .record($0) } ?? .none
  }

  package func save(_ saves: [RecordSave]) -> SavedSession {
    // In the order of their shards, so that two threads never wait for each other.
    let ordered = saves.count > 1 ? saves.sorted { shardIndex(of: $0.key) < shardIndex(of: $1.key) } : saves
    return put(ordered[...]) ? .saved : .outdated
  }

  /// Stores records in the order of their shards, each replacing the expected version.
  ///
  /// - Returns: False if a version is another one. Nothing was stored then.
  private func put(_ saves: ArraySlice<RecordSave>) -> Bool {
    guard let first = saves.first else { return true }
    let index = shardIndex(of: first.key)
    let end = saves.firstIndex { shardIndex(of: $0.key) != index } ?? saves.endIndex
    return shards[index].entries.withLock { entries in
      for save in saves[..<end] {
        let version = entries.byKey[save.key].flatMap { isLive($0) ? $0.version : nil }
        guard version ?? 0 == save.version else { return false }
      }
      // The locks are held until all versions were compared.
      guard put(saves[end...]) else { return false }
      for save in saves[..<end] {
        if entries.byKey[save.key] == nil, entries.byKey.count >= maxPerShard { entries.removeFirst() }
        entries.put(save.record, for: save.key)
      }
      return true
    }
  }

  package func touch(_ key: SessionKey, expiry: Int64) {
    shard(of: key).entries.withLock { entries in
      guard var record = entries.byKey[key], isLive(record) else { return }
      record.expiry = expiry
      entries.put(record, for: key)
    }
  }

  package func remove(_ key: SessionKey, version: UInt64?) -> Bool {
    shard(of: key).entries.withLock { entries in
      if let version, entries.byKey[key]?.version != version { return false }
      return entries.byKey.removeValue(forKey: key) != nil
    }
  }

  // MARK: - All sessions

  package func removeExpired() -> Int {
    let now = now()
    var count = 0
    for shard in shards {
      while true {
        let removed = shard.entries.withLock { $0.removeExpired(now, limit: Self.maxAtOnce) }
        count += removed
        if removed < Self.maxAtOnce { break }
      }
    }
    return count
  }

  /// No other process changes the memory of this one.
  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject { self }

  package func list(after key: SessionKey?, limit: Int) -> [StoredSession] {
    let all = shards.flatMap { shard in
      shard.entries.withLock { entries in
        entries.byKey.filter { key == nil || $0.key > key! }.map { ($0.key, $0.value) }
      }
    }
    return all.sorted { $0.0 < $1.0 }.prefix(limit).map { key, record in
      let size = (try? record.content.encoded().count) ?? 0  // a content that cannot be encoded has no size
      return StoredSession(key: key, record: record, size: size)
    }
  }

  package func close() {}
}

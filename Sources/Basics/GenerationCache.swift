/// A cache with a bounded size, in two generations. An entry that is used moves to the younger one. When the younger one is
/// full, the older one is dropped, and a new one begins.
package final class GenerationCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A key that is hashed once, for the shard and for the dictionary.
  private struct HashedKey: Hashable {
    let key: Key
    let hash: Int

    init(_ key: Key) { (self.key, hash) = (key, key.hashValue) }

    static func == (a: Self, b: Self) -> Bool { a.hash == b.hash && a.key == b.key }
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  private struct Shard {
    var young: [HashedKey: (value: Value, cost: Int)] = [:]
    var old: [HashedKey: (value: Value, cost: Int)] = [:]
    var cost = 0

    mutating func insert(_ value: Value, _ cost: Int, for key: HashedKey, capacity: Int) {
      if self.cost + cost > capacity {
        old = young
        young = [:]
        self.cost = 0
      }
      if young.updateValue((value, cost), forKey: key) == nil { self.cost += cost }
    }
  }

  private final class LockedShard: Sendable {
    let content = Locked(Shard())
  }

  private let shards: [LockedShard]
  private let capacity: Int

  /// - Parameters:
  ///   - capacity: The sum of the costs of a generation.
  ///   - shards: The number of locks, a power of two: with many, threads seldom wait.
  package init(capacity: Int, shards: Int = 16) {
    self.capacity = capacity / shards
    self.shards = (0..<shards).map { _ in LockedShard() }
  }

  private func shard(of key: HashedKey) -> LockedShard { shards[key.hash & (shards.count - 1)] }

  package subscript(key: Key) -> Value? {
    let key = HashedKey(key)
    return shard(of: key).content.withLock { shard in
      if let entry = shard.young[key] { return entry.value }
      guard let entry = shard.old[key] else { return nil }
      shard.insert(entry.value, entry.cost, for: key, capacity: capacity)
      return entry.value
    }
  }

  /// Keeps a value unless it alone would fill half of a lock's share.
  ///
  /// - Returns: Whether the value is kept.
  @discardableResult
  package func insert(_ value: Value, for key: Key, cost: Int) -> Bool {
    guard cost <= capacity / 2 || cost <= 1 else { return false }
    let key = HashedKey(key)
    shard(of: key).content.withLock { $0.insert(value, cost, for: key, capacity: capacity) }
    return true
  }

  package func removeAll() {
    for shard in shards { shard.content.withLock { $0 = Shard() } }
  }
}

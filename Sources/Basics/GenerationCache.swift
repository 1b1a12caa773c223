/// A cache with a bounded size, in two generations. An entry that is used moves to the younger one. When the younger one is
/// full, the older one is dropped, and a new one begins.
///
/// Inlinable, because it is generic and on hot paths: else each access looks the types' metadata up. Public for that alone, as
/// `Locked` is.
public final class GenerationCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  internal struct Entry {
    @usableFromInline let key: Key
    @usableFromInline let value: Value
    @usableFromInline let cost: Int

    @inlinable
    init(_ key: Key, _ value: Value, cost: Int) { (self.key, self.value, self.cost) = (key, value, cost) }
  }

  /// Entries by the hash of their key, which is computed once for the shard and for the dictionary. Of two keys with one hash, the
  /// last one is kept.
  @usableFromInline
  internal struct Shard {
    @usableFromInline var young: [Int: Entry] = [:]
    @usableFromInline var old: [Int: Entry] = [:]
    @usableFromInline var cost = 0

    @inlinable
    init() {}

    @inlinable
    mutating func insert(_ entry: Entry, for hash: Int, capacity: Int) {
      if cost + entry.cost > capacity {
        old = young
        young = [:]
        cost = 0
      }
      cost += entry.cost - (young.updateValue(entry, forKey: hash)?.cost ?? 0)
    }
  }

  @usableFromInline
  internal final class LockedShard: Sendable {
    @usableFromInline let content = Locked(Shard())

    @inlinable
    init() {}
  }

  @usableFromInline internal let shards: [LockedShard]
  @usableFromInline internal let capacity: Int

  /// - Parameters:
  ///   - capacity: The sum of the costs of a generation.
  ///   - shards: The number of locks, a power of two: with many, threads seldom wait.
  @inlinable
  public init(capacity: Int, shards: Int = 16) {
    self.capacity = capacity / shards
    self.shards = (0..<shards).map { _ in LockedShard() }
  }

  @inlinable
  internal func shard(of hash: Int) -> LockedShard { shards[hash & (shards.count - 1)] }

  @inlinable
  public subscript(key: Key) -> Value? {
    let hash = key.hashValue
    return shard(of: hash).content.withLock { shard in
      if let entry = shard.young[hash] { return entry.key == key ? entry.value : nil }
      guard let entry = shard.old[hash], entry.key == key else { return nil }
      shard.insert(entry, for: hash, capacity: capacity)
      return entry.value
    }
  }

  /// Keeps a value unless it alone would fill half of a lock's share.
  ///
  /// - Returns: Whether the value is kept.
  @inlinable
  @discardableResult
  public func insert(_ value: Value, for key: Key, cost: Int) -> Bool {
    guard cost <= capacity / 2 || cost <= 1 else { return false }
    let hash = key.hashValue
    shard(of: hash).content.withLock { $0.insert(Entry(key, value, cost: cost), for: hash, capacity: capacity) }
    return true
  }

  @inlinable
  public func removeAll() {
    for shard in shards { shard.content.withLock { $0 = Shard() } }
  }
}

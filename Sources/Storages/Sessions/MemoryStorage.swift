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

    mutating func removeExpired(_ now: Int64, limit: Int) -> [SessionRecord] {
      var removed: [SessionRecord] = []
      while removed.count < limit, let (key, expiry) = first(), expiry <= now { removed += remove(first: key) }
      return removed
    }

    mutating func removeFirst() -> [SessionRecord] { first().map { remove(first: $0.key) } ?? [] }

    private mutating func first() -> (key: SessionKey, expiry: Int64)? { queue.first { byKey[$0]?.expiry } }

    private mutating func remove(first key: SessionKey) -> [SessionRecord] {
      queue.removeFirst()
      return byKey.removeValue(forKey: key).map { [$0] } ?? []
    }
  }

  private final class Shard: Sendable {
    let entries = Locked(Entries())
  }

  /// The sessions that count for an address.
  private struct Address {
    typealias Session = (expiry: Int64, isUsed: Bool)

    var count = 0
    private var used = ExpiryQueue()
    /// The others, and some that were used since they were added.
    private var unused = ExpiryQueue()

    mutating func add(_ key: SessionKey, _ session: Session, current: (SessionKey) -> Session?) {
      count += 1
      insert(key, session, current: current)
    }

    private mutating func insert(_ key: SessionKey, _ session: Session, current: (SessionKey) -> Session?) {
      if session.isUsed {
        used.insert(key, expiry: session.expiry, of: count) { current($0)?.expiry }
      } else {
        unused.insert(key, expiry: session.expiry, of: count) { current($0)?.expiry }
      }
    }

    /// The session that a new one replaces; nil if there is none.
    ///
    /// - Parameter current: Returns a session; nil if it is gone, or does not count.
    mutating func first(_ now: Int64, current: (SessionKey) -> Session?) -> SessionKey? {
      while let (key, _) = unused.first(current: { current($0)?.expiry }), let session = current(key), session.isUsed {
        unused.removeFirst()
        insert(key, session, current: current)
      }
      if let (key, expiry) = used.first(current: { current($0)?.expiry }), expiry <= now { return key }
      return unused.first { current($0)?.expiry }?.key
    }
  }

  private final class AddressShard: Sendable {
    let addresses = Locked<[UInt64: Address]>([:])
  }

  // Requests of different sessions seldom need the same lock. A thread that needs several locks them in their order.
  private let shards: [Shard]
  private let maxPerShard: Int

  // A thread may lock a shard of sessions while it has locked one of these, but not the other way round. No thread locks
  // two of these at a time.
  private let addressShards: [AddressShard]
  private let maxPerAddress: Int

  /// The number of expired sessions that are removed under one lock.
  private static let maxAtOnce = 100

  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - limit: The approximate limit of the number of sessions. A new session replaces one that expires early. Sessions
  ///     that are not used expire earlier than others.
  ///   - now: The clock, in seconds since 1970.
  package init(
    limit: Int = 1_000_000, limits: StorageLimits = StorageLimits(),
    now: @escaping @Sendable () -> Int64 = { WallClock.now() }
  ) {
    shards = (0..<64).map { _ in Shard() }
    addressShards = (0..<64).map { _ in AddressShard() }
    maxPerShard = max(limit / shards.count, 1)
    maxPerAddress = limits.sessionsPerAddress
    self.now = now
  }

  private func shard(of key: SessionKey) -> Shard { shards[shardIndex(of: key)] }

  private func shardIndex(of key: SessionKey) -> Int { Int(UInt(bitPattern: key.hashValue) % UInt(shards.count)) }

  private func withAddress<Result: Sendable>(
    _ address: UInt64, _ body: @Sendable (inout Address) -> Result
  ) -> Result {
    let shard = addressShards[Int(UInt(bitPattern: address.hashValue) % UInt(addressShards.count))]
    return shard.addresses.withLock { addresses in
      // Removed from the dictionary, so that a change copies nothing.
      var value = addresses.removeValue(forKey: address) ?? Address()
      defer { if value.count > 0 { addresses[address] = value } }
      return body(&value)
    }
  }

  /// The number of sessions, expired ones included.
  package var count: Int { shards.reduce(0) { $0 + $1.entries.withLock(\.byKey.count) } }

  package var storedCount: Int? { count }

  /// The number of addresses with sessions that count for them.
  var addressCount: Int { addressShards.reduce(0) { $0 + $1.addresses.withLock(\.count) } }

  package var isShared: Bool { false }
  package var isInTouch: Bool { true }

  // MARK: - One session

  /// The session; nil if it is missing, expired or set aside.
  package func record(for key: SessionKey) -> SessionRecord? {
    guard let record = shard(of: key).entries.withLock({ $0.byKey[key] }), isLive(record) else { return nil }
    return record
  }

  private func isLive(_ record: SessionRecord) -> Bool { !record.isSetAside && record.expiry > now() }

  package func load(_ key: SessionKey, unless version: UInt64) -> LoadedSession {
    record(for: key).map { $0.version == version ? .unchanged : .record($0) } ?? .none
  }

  package func save(_ saves: [RecordSave]) -> SavedSession {
    // In the order of their shards, so that two threads never wait for each other.
    let ordered = saves.count > 1 ? saves.sorted { shardIndex(of: $0.key) < shardIndex(of: $1.key) } : saves
    let (session, address) = (saves[0], saves[0].record.countedAddress)
    guard session.version == 0, address != 0, maxPerAddress > 0 else {
      guard let left = put(ordered[...]) else { return .outdated }
      for address in left { discount(address) }
      return .saved
    }
    let (result, left) = withAddress(address) { counted -> (SavedSession, [UInt64]) in
      // Its record can only change together with its version.
      let takesPlace = saves.contains { $0.version > 0 && self.record(for: $0.key)?.address == address }
      if counted.count >= maxPerAddress, !takesPlace {
        if self.record(for: session.key) != nil { return (.outdated, []) }
        guard removeFirst(of: address, in: &counted) else { return (.tooManyOfAddress, []) }
      }
      guard let left = put(ordered[...]) else { return (.outdated, []) }
      add(session.key, session.record, to: &counted)
      counted.count -= left.count(where: { $0 == address })
      return (.saved, left.filter { $0 != address })
    }
    for address in left { discount(address) }
    return result
  }

  /// Removes the session that a new one of its address replaces.
  ///
  /// - Returns: False if there is none.
  private func removeFirst(of number: UInt64, in address: inout Address) -> Bool {
    let now = now()
    while let key = address.first(now, current: { current($0, of: number) }) {
      let isRemoved = shard(of: key).entries.withLock { entries in
        // Another thread may have changed the session since it was found.
        guard let record = entries.byKey[key], record.countedAddress == number, !record.isUsed || record.expiry <= now
        else { return false }
        entries.byKey[key] = nil
        return true
      }
      guard isRemoved else { continue }
      address.count -= 1
      return true
    }
    return false
  }

  private func add(_ key: SessionKey, _ record: SessionRecord, to address: inout Address) {
    address.add(key, (record.expiry, record.isUsed)) { current($0, of: record.address) }
  }

  /// A session of an address; nil if it is gone, or does not count.
  private func current(_ key: SessionKey, of address: UInt64) -> Address.Session? {
    guard let record = shard(of: key).entries.withLock({ $0.byKey[key] }), record.countedAddress == address else {
      return nil
    }
    return (record.expiry, record.isUsed)
  }

  /// Takes a session that was removed, or has left its address, out of the count of the address.
  private func discount(_ address: UInt64) {
    if maxPerAddress > 0, address != 0 { withAddress(address) { $0.count -= 1 } }
  }

  /// Stores records in the order of their shards, each replacing the expected version.
  ///
  /// - Returns: The addresses of sessions that were removed, or have left them; nil if a version is another one. Nothing was stored
  ///   then.
  private func put(_ saves: ArraySlice<RecordSave>) -> [UInt64]? {
    guard let first = saves.first else { return [] }
    let index = shardIndex(of: first.key)
    let end = saves.firstIndex { shardIndex(of: $0.key) != index } ?? saves.endIndex
    return shards[index].entries.withLock { entries in
      for save in saves[..<end] {
        let version = entries.byKey[save.key].flatMap { isLive($0) ? $0.version : nil }
        guard version ?? 0 == save.version else { return nil }
      }
      // The locks are held until all versions were compared.
      guard let others = put(saves[end...]) else { return nil }
      return saves[..<end].reduce(into: others) { $0 += put($1, in: &entries) }
    }
  }

  /// - Returns: The addresses of sessions that were removed, or have left them.
  private func put(_ save: RecordSave, in entries: inout Entries) -> [UInt64] {
    var left: [UInt64] = []
    if let present = entries.byKey[save.key] {
      if save.version == 0 || present.countedAddress != save.record.countedAddress { left = [present.countedAddress] }
    } else if entries.byKey.count >= maxPerShard {
      left = entries.removeFirst().map(\.countedAddress)
    }
    entries.put(save.record, for: save.key)
    return left
  }

  package func touch(_ key: SessionKey, expiry: Int64) {
    shard(of: key).entries.withLock { entries in
      guard var record = entries.byKey[key], isLive(record) else { return }
      record.expiry = expiry
      entries.put(record, for: key)
    }
  }

  package func remove(_ key: SessionKey, version: UInt64?) -> Bool {
    let removed = shard(of: key).entries.withLock { entries -> SessionRecord? in
      if let version, entries.byKey[key]?.version != version { return nil }
      return entries.byKey.removeValue(forKey: key)
    }
    if let removed { discount(removed.countedAddress) }
    return removed != nil
  }

  // MARK: - All sessions

  package func removeExpired() -> Int {
    let now = now()
    var count = 0
    for shard in shards {
      while true {
        let removed = shard.entries.withLock { $0.removeExpired(now, limit: Self.maxAtOnce) }
        for record in removed { discount(record.countedAddress) }
        count += removed.count
        if removed.count < Self.maxAtOnce { break }
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

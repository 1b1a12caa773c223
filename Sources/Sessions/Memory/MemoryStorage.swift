internal import Glibc
internal import Basics

/// Sessions in the memory of this process: gone when it ends. All answers come before the calls return.
package final class MemoryStorage: SessionStorage {
  private struct Entry {
    var record: SessionRecord
    var isSetAside = false
  }

  private struct Entries {
    var byKey: [SessionKey: Entry] = [:]
    /// The order in which their time is up, whether they were used or not.
    private var expiries = ExpiryQueue()

    private static func place(_ expiry: Int64) -> ExpiryQueue.Place { .init(isUsed: false, expiry: expiry) }

    mutating func put(_ entry: Entry, for key: SessionKey) {
      let old = byKey.updateValue(entry, forKey: key)
      let expiry = entry.record.expiry
      if let old, old.record.expiry <= expiry { return }  // it has a place, which is not too late
      expiries.insert(key, at: Self.place(expiry), of: byKey.count) { byKey[$0].map { Self.place($0.record.expiry) } }
    }

    private mutating func firstToExpire() -> (key: SessionKey, expiry: Int64)? {
      expiries.first { byKey[$0].map { Self.place($0.record.expiry) } }.map { ($0.key, $0.place.expiry) }
    }

    mutating func removeExpired(_ now: Int64, most: Int) -> [Entry] {
      var gone: [Entry] = []
      while gone.count < most, let (key, expiry) = firstToExpire(), expiry <= now {
        expiries.removeFirst()
        if let entry = byKey.removeValue(forKey: key) { gone.append(entry) }
      }
      return gone
    }

    mutating func removeFirstToExpire() -> Entry? {
      guard let (key, _) = firstToExpire() else { return nil }
      expiries.removeFirst()
      return byKey.removeValue(forKey: key)
    }
  }

  private final class Shard: Sendable {
    let entries = Locked(Entries())
  }

  private struct Address {
    var count = 0
    var sessions = ExpiryQueue()
  }

  private final class AddressShard: Sendable {
    let addresses = Locked<[UInt64: Address]>([:])
  }

  // Requests of different sessions seldom meet at the same lock. Never locked while another shard is.
  private let shards: [Shard]
  private let mostPerShard: Int

  /// The sessions of each address that is counted. Locked before a shard of sessions, never after, and never while
  /// another one of these is.
  private let addressShards: [AddressShard]
  private let mostPerAddress: Int

  /// How many of the expired are removed before others can have the lock.
  private static let mostAtOnce = 100

  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - most: How many sessions are kept, about. For one more, one goes whose time would be up early: one that was
  ///     only looked at goes before one that was used.
  ///   - now: The clock, in seconds since 1970.
  package init(
    most: Int = 1_000_000, limits: StorageLimits = StorageLimits(),
    now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
  ) {
    shards = (0..<64).map { _ in Shard() }
    addressShards = (0..<64).map { _ in AddressShard() }
    mostPerShard = max(most / shards.count, 1)
    mostPerAddress = limits.sessionsPerAddress
    self.now = now
  }

  private func shard(of key: SessionKey) -> Shard { shards[Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))] }

  private func withAddress<Result: Sendable>(
    _ address: UInt64, _ body: @Sendable (inout Address) -> Result
  ) -> Result {
    let shard = addressShards[Int(UInt(bitPattern: address.hashValue) % UInt(addressShards.count))]
    return shard.addresses.withLock { addresses in
      // Taken out, so that it is not copied when it changes.
      var value = addresses.removeValue(forKey: address) ?? Address()
      defer { if value.count > 0 { addresses[address] = value } }
      return body(&value)
    }
  }

  /// How many sessions there are, expired ones included.
  package var count: Int { shards.reduce(0) { $0 + $1.entries.withLock(\.byKey.count) } }

  /// How many addresses have sessions that are counted.
  var addressCount: Int { addressShards.reduce(0) { $0 + $1.addresses.withLock(\.count) } }

  package var isShared: Bool { false }
  package var answersOnOwnThreads: Bool { false }

  // MARK: - One session

  /// The session, if there is one whose time is not up.
  package func record(for key: SessionKey) -> SessionRecord? {
    guard let entry = shard(of: key).entries.withLock({ $0.byKey[key] }), isLive(entry) else { return nil }
    return entry.record
  }

  private func isLive(_ entry: Entry) -> Bool { !entry.isSetAside && entry.record.expiry > now() }

  package func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Answer<LoadedSession>) {
    let record = record(for: key)
    answer(.success(record.map { $0.version == version ? .unchanged : .record($0) } ?? .none))
  }

  package func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Answer<SavedSession>
  ) {
    answer(.success(save(record, for: key, replacing: version)))
  }

  private func save(_ record: SessionRecord, for key: SessionKey, replacing version: UInt64) -> SavedSession {
    guard version == 0, record.address != 0, mostPerAddress > 0 else {
      let (result, gone) = put(record, for: key, replacing: version)
      for entry in gone { discount(entry) }
      return result
    }
    let (result, gone) = withAddress(record.address) { address -> (SavedSession, [Entry]) in
      if address.count >= mostPerAddress {
        if self.record(for: key) != nil { return (.outdated, []) }
        guard makeRoom(of: record.address, in: &address) else { return (.tooManyOfAddress, []) }
      }
      let (result, gone) = put(record, for: key, replacing: version)
      if result == .saved { count(key, record, in: &address) }
      return (result, gone)
    }
    for entry in gone { discount(entry) }
    return result
  }

  /// Removes the session of an address that is wanted least, if one may go: one that was only looked at, or else one whose
  /// time is up.
  private func makeRoom(of number: UInt64, in address: inout Address) -> Bool {
    guard let (key, place) = address.sessions.first(current: { place(of: $0, number) }),
      !place.isUsed || place.expiry <= now()
    else { return false }
    address.sessions.removeFirst()
    address.count -= 1
    _ = shard(of: key).entries.withLock { $0.byKey.removeValue(forKey: key) }
    return true
  }

  /// The place of a session among those of its address; nil if it is gone.
  private func place(of key: SessionKey, _ address: UInt64) -> ExpiryQueue.Place? {
    guard let record = shard(of: key).entries.withLock({ $0.byKey[key]?.record }), record.address == address
    else { return nil }
    return ExpiryQueue.Place(isUsed: record.isUsed, expiry: record.expiry)
  }

  private func count(_ key: SessionKey, _ record: SessionRecord, in address: inout Address) {
    address.count += 1
    let place = ExpiryQueue.Place(isUsed: record.isUsed, expiry: record.expiry)
    address.sessions.insert(key, at: place, of: address.count) { self.place(of: $0, record.address) }
  }

  /// A session is gone.
  private func discount(_ entry: Entry) {
    guard mostPerAddress > 0, entry.record.address != 0 else { return }
    withAddress(entry.record.address) { $0.count -= 1 }
  }

  /// - Returns: Besides, sessions that had to go for it.
  private func put(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64
  ) -> (SavedSession, gone: [Entry]) {
    shard(of: key).entries.withLock { entries in
      let present = entries.byKey[key]
      let presentVersion = present.flatMap { isLive($0) ? $0.record.version : nil }
      guard presentVersion ?? 0 == version else { return (.outdated, []) }
      var gone: [Entry] = []
      if let present {
        if presentVersion == nil { gone.append(present) }
      } else if entries.byKey.count >= mostPerShard {
        gone += [entries.removeFirstToExpire()].compactMap(\.self)
      }
      entries.put(Entry(record: record), for: key)
      return (.saved, gone)
    }
  }

  package func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Answer<Void>) {
    shard(of: key).entries.withLock { entries in
      guard var entry = entries.byKey[key], isLive(entry) else { return }
      entry.record.expiry = expiry
      entries.put(entry, for: key)
    }
    answer(.success(()))
  }

  package func rename(_ key: SessionKey, to newKey: SessionKey, _ answer: @escaping Answer<Bool>) {
    guard let entry = take(key) else { return answer(.success(false)) }
    shard(of: newKey).entries.withLock { $0.put(entry, for: newKey) }
    if entry.record.address != 0, mostPerAddress > 0 {
      withAddress(entry.record.address) { count(newKey, entry.record, in: &$0) }
    }
    answer(.success(true))
  }

  package func remove(_ key: SessionKey, _ answer: @escaping Answer<Bool>) { answer(.success(take(key) != nil)) }

  /// Takes a session out.
  private func take(_ key: SessionKey) -> Entry? {
    guard let entry = shard(of: key).entries.withLock({ $0.byKey.removeValue(forKey: key) }) else { return nil }
    discount(entry)
    return entry
  }

  package func setAside(_ key: SessionKey, _ answer: @escaping Answer<Void>) {
    shard(of: key).entries.withLock { $0.byKey[key]?.isSetAside = true }
    answer(.success(()))
  }

  // MARK: - All of them

  package func removeExpired(_ answer: @escaping Answer<Int>) {
    let now = now()
    var count = 0
    for shard in shards {
      while true {
        let gone = shard.entries.withLock { $0.removeExpired(now, most: Self.mostAtOnce) }
        for entry in gone { discount(entry) }
        count += gone.count
        if gone.count < Self.mostAtOnce { break }
      }
    }
    answer(.success(count))
  }

  /// Nobody else changes what is in the memory of this process.
  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject { self }

  package func list(after key: SessionKey?, most: Int, _ answer: @escaping Answer<[StoredSession]>) {
    let all = shards.flatMap { shard in
      shard.entries.withLock { entries in
        entries.byKey.filter { key == nil || $0.key > key! }.map { ($0.key, $0.value) }
      }
    }
    let stored = all.sorted { $0.0 < $1.0 }.prefix(most).map { key, entry in
      let size = (try? entry.record.content.encoded().count) ?? 0  // what cannot be written down has no size
      return StoredSession(key: key, record: entry.record, size: size, isSetAside: entry.isSetAside)
    }
    answer(.success(stored))
  }

  package func close() {}
}

internal import Glibc
internal import Locks

/// Sessions in the memory of this process: gone when it ends. All answers come before the calls return.
package final class MemoryStorage: SessionStorage {
  private struct Entry {
    var record: SessionRecord
    var isSetAside = false
  }

  private final class Shard: Sendable {
    let entries = Mutex<[SessionKey: Entry]>([:])
  }

  // Requests of different sessions seldom meet at the same lock. Never locked while another shard is.
  private let shards: [Shard]
  private let mostPerShard: Int

  /// The sessions of each address that is counted. Locked before a shard, never after.
  private let addresses = Mutex<[UInt64: Set<SessionKey>]>([:])
  private let mostPerAddress: Int

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
    mostPerShard = max(most / shards.count, 1)
    mostPerAddress = limits.sessionsPerAddress
    self.now = now
  }

  private func shard(of key: SessionKey) -> Shard { shards[Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))] }

  /// How many sessions there are, expired ones included.
  package var count: Int { shards.reduce(0) { $0 + $1.entries.withLock(\.count) } }

  package var isShared: Bool { false }
  package var answersOnOwnThreads: Bool { false }

  // MARK: - One session

  /// The session, if there is one whose time is not up.
  package func record(for key: SessionKey) -> SessionRecord? {
    guard let entry = shard(of: key).entries.withLock({ $0[key] }), isLive(entry) else { return nil }
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
      return put(record, for: key, replacing: version)
    }
    return addresses.withLock { addresses in
      var keys = addresses[record.address] ?? []
      if keys.count >= mostPerAddress, !keys.contains(key) {
        guard let first = leastWanted(of: keys) else { return .tooManyOfAddress }
        _ = shard(of: first).entries.withLock { $0.removeValue(forKey: first) }
        keys.remove(first)
      }
      let result = put(record, for: key, replacing: version)
      if result == .saved { keys.insert(key) }
      addresses[record.address] = keys
      return result
    }
  }

  /// Of several sessions the one to go for another: one that is gone already or whose time is up, or else the one that
  /// was only looked at and whose time is up first.
  private func leastWanted(of keys: Set<SessionKey>) -> SessionKey? {
    var least: (key: SessionKey, expiry: Int64)?
    for key in keys {
      guard let entry = shard(of: key).entries.withLock({ $0[key] }), entry.record.expiry > now() else { return key }
      let expiry = entry.record.expiry
      if !entry.record.isUsed, expiry < least?.expiry ?? .max { least = (key, expiry) }
    }
    return least?.key
  }

  private func put(_ record: SessionRecord, for key: SessionKey, replacing version: UInt64) -> SavedSession {
    shard(of: key).entries.withLock { entries in
      let present = entries[key].flatMap { isLive($0) ? $0.record.version : nil }
      guard present ?? 0 == version else { return .outdated }
      if entries[key] == nil, entries.count >= mostPerShard,
        let first = entries.min(by: { $0.value.record.expiry < $1.value.record.expiry })
      {
        entries[first.key] = nil
      }
      entries[key] = Entry(record: record)
      return .saved
    }
  }

  package func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Answer<Void>) {
    shard(of: key).entries.withLock { entries in
      if let entry = entries[key], isLive(entry) { entries[key]?.record.expiry = expiry }
    }
    answer(.success(()))
  }

  package func rename(_ key: SessionKey, to newKey: SessionKey, _ answer: @escaping Answer<Bool>) {
    guard let entry = take(key) else { return answer(.success(false)) }
    shard(of: newKey).entries.withLock { $0[newKey] = entry }
    if entry.record.address != 0, mostPerAddress > 0 {
      addresses.withLock { _ = $0[entry.record.address, default: []].insert(newKey) }
    }
    answer(.success(true))
  }

  package func remove(_ key: SessionKey, _ answer: @escaping Answer<Bool>) { answer(.success(take(key) != nil)) }

  /// Takes a session out.
  private func take(_ key: SessionKey) -> Entry? {
    guard let entry = shard(of: key).entries.withLock({ $0.removeValue(forKey: key) }) else { return nil }
    forgetAddresses(of: [(key, entry.record.address)])
    return entry
  }

  private func forgetAddresses(of sessions: [(key: SessionKey, address: UInt64)]) {
    guard mostPerAddress > 0 else { return }
    addresses.withLock { addresses in
      for (key, address) in sessions where address != 0 {
        addresses[address]?.remove(key)
        if addresses[address]?.isEmpty == true { addresses[address] = nil }
      }
    }
  }

  package func setAside(_ key: SessionKey, _ answer: @escaping Answer<Void>) {
    shard(of: key).entries.withLock { $0[key]?.isSetAside = true }
    answer(.success(()))
  }

  // MARK: - All of them

  package func removeExpired(_ answer: @escaping Answer<Int>) {
    let now = now()
    var gone: [(key: SessionKey, address: UInt64)] = []
    for shard in shards {
      shard.entries.withLock { entries in
        let expired = entries.filter { $0.value.record.expiry <= now }
        for (key, entry) in expired {
          entries[key] = nil
          gone.append((key, entry.record.address))
        }
      }
    }
    forgetAddresses(of: gone)
    answer(.success(gone.count))
  }

  /// Nobody else changes what is in the memory of this process.
  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject { self }

  package func list(after key: SessionKey?, most: Int, _ answer: @escaping Answer<[StoredSession]>) {
    let all = shards.flatMap { shard in
      shard.entries.withLock { entries in entries.filter { key == nil || $0.key > key! }.map { ($0.key, $0.value) } }
    }
    let stored = all.sorted { $0.0 < $1.0 }.prefix(most).map { key, entry in
      let size = (try? entry.record.content.encoded().count) ?? 0  // what cannot be written down has no size
      return StoredSession(key: key, record: entry.record, size: size, isSetAside: entry.isSetAside)
    }
    answer(.success(stored))
  }

  package func close() {}
}

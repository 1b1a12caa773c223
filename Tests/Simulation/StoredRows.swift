import Sessions

/// What is done to stored rows.
enum Operation: String {
  case load, create, save, touch, rename, remove, quarantined, removeExpired
  /// A full storage removes a session that was never used.
  case replace
  /// Another machine takes over.
  case failover
}

/// The rules of a storage of sessions, as a value. `SessionsTesting` checks them as it checks those of SQLite, Redis and
/// PostgreSQL.
struct StoredRows {
  private(set) var rows: [SessionKey: SessionRecord] = [:]

  /// The row of a key, if a server can load it.
  func live(_ key: SessionKey, at now: Int64) -> SessionRecord? {
    guard let record = rows[key], !record.isQuarantined, record.expiry > now else { return nil }
    return record
  }

  func load(_ key: SessionKey, unless version: UInt64, at now: Int64) -> LoadedSession {
    live(key, at: now).map { $0.version == version ? .unchanged : LoadedSession(stored: $0, for: key) } ?? .none
  }

  mutating func save(_ saves: [RecordSave], at now: Int64) -> SavedSession {
    guard saves.allSatisfy({ live($0.key, at: now)?.version ?? 0 == $0.version }) else { return .outdated }
    for save in saves { rows[save.key] = save.record }
    return .saved
  }

  mutating func touch(_ key: SessionKey, expiry: Int64, at now: Int64) {
    if live(key, at: now) != nil { rows[key]?.expiry = expiry }
  }

  mutating func remove(_ key: SessionKey, version: UInt64?) -> Bool {
    if let version, rows[key]?.version != version { return false }
    return rows.removeValue(forKey: key) != nil
  }

  mutating func removeExpired(at now: Int64) -> Int {
    let count = rows.count
    rows = rows.filter { $0.value.expiry > now }
    return count - rows.count
  }

  func list(after key: SessionKey?, limit: Int) -> [StoredSession] {
    let keys = rows.keys.filter { key == nil || $0 > key! }.sorted().prefix(limit)
    return keys.map { key in
      let record = rows[key]!
      return StoredSession(key: key, record: record, size: (try? record.content.encoded().count) ?? 0)
    }
  }
}

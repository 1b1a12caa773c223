package import Sessions

/// Calls with the values that tests use most.
extension SessionStorage {
  package func load(_ key: SessionKey) async throws(StorageError) -> LoadedSession { try await load(key, unless: 0) }

  package func record(_ key: SessionKey) async throws(StorageError) -> SessionRecord? {
    if case .record(let record) = try await load(key) { record } else { nil }
  }

  package func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64
  ) async throws(StorageError) -> SavedSession {
    try await save([RecordSave(record, for: key, replacing: version)])
  }

  /// Stores a session under a new key, and another record under the old one.
  package func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64 = 1, leaving left: SessionRecord? = nil
  ) async throws(StorageError) -> SavedSession {
    let session = try await record(key) ?? SessionsTesting.record(version: version)
    let left = left ?? SessionsTesting.record("renamed", version: 1000, isUsed: true)
    return try await save([
      RecordSave(session, for: newKey, replacing: 0), RecordSave(left, for: key, replacing: version),
    ])
  }

  /// Quarantines a session. Does nothing if there is none.
  package func quarantine(_ key: SessionKey) async throws(StorageError) {
    switch try await load(key) {
    case .record(let record): _ = try await save([RecordSave(quarantining: record, for: key)])
    case .unreadable(_, let save?): _ = try await self.save([save])
    default: break
    }
  }

  @discardableResult package func remove(_ key: SessionKey) async throws(StorageError) -> Bool {
    try await remove(key, version: nil)
  }

  package func list(after key: SessionKey? = nil) async throws(StorageError) -> [StoredSession] {
    try await list(after: key, limit: 1000)
  }
  package func list(limit: Int) async throws(StorageError) -> [StoredSession] {
    try await list(after: nil, limit: limit)
  }
}

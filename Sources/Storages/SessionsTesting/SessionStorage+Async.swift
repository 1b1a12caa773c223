package import Sessions

/// Calls with the values that tests use most.
extension SessionStorage {
  package func load(_ key: SessionKey) async throws(StorageError) -> LoadedSession { try await load(key, unless: 0) }

  package func record(_ key: SessionKey) async throws(StorageError) -> SessionRecord? {
    if case .record(let record) = try await load(key) { record } else { nil }
  }

  package func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64 = 1
  ) async throws(StorageError) -> SavedSession {
    let left = SessionsTesting.record("renamed", version: 1000, isUsed: true)
    return try await rename(key, to: newKey, replacing: version, leaving: left)
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

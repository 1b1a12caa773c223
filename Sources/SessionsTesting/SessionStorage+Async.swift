package import Sessions

/// The calls of a storage as `async` functions, for tests.
extension SessionStorage {
  package func load(_ key: SessionKey, unless version: UInt64 = 0) async throws -> LoadedSession {
    try await withCheckedContinuation { done in load(key, unless: version) { done.resume(returning: $0) } }.get()
  }

  package func record(_ key: SessionKey) async throws -> SessionRecord? {
    if case .record(let record) = try await load(key) { record } else { nil }
  }

  package func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64
  ) async throws -> SavedSession {
    try await withCheckedContinuation { done in
      save(record, for: key, replacing: version) { done.resume(returning: $0) }
    }.get()
  }

  package func save(_ saves: [RecordSave]) async throws -> SavedSession {
    try await withCheckedContinuation { done in save(saves) { done.resume(returning: $0) } }.get()
  }

  package func touch(_ key: SessionKey, expiry: Int64) async throws {
    try await withCheckedContinuation { done in touch(key, expiry: expiry) { done.resume(returning: $0) } }.get()
  }

  package func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64 = 1, leaving left: SessionRecord? = nil
  ) async throws -> SavedSession {
    let left = left ?? SessionsTesting.record("renamed", version: 1000, isUsed: true)
    return try await withCheckedContinuation { done in
      rename(key, to: newKey, replacing: version, leaving: left) { done.resume(returning: $0) }
    }.get()
  }

  @discardableResult package func remove(_ key: SessionKey, version: UInt64? = nil) async throws -> Bool {
    try await withCheckedContinuation { done in remove(key, version: version) { done.resume(returning: $0) } }.get()
  }

  package func setAside(_ key: SessionKey) async throws {
    try await withCheckedContinuation { done in setAside(key) { done.resume(returning: $0) } }.get()
  }

  @discardableResult package func removeExpired() async throws -> Int {
    try await withCheckedContinuation { done in removeExpired { done.resume(returning: $0) } }.get()
  }

  package func list(after key: SessionKey? = nil, limit: Int = 1000) async throws -> [StoredSession] {
    try await withCheckedContinuation { done in list(after: key, limit: limit) { done.resume(returning: $0) } }.get()
  }
}

internal import SQLiteConnections
internal import Sessions

/// The statements that read sessions, on a connection of their own. A reader sees all committed changes, and does not
/// wait for writers.
final class SessionReader: @unchecked Sendable {
  // Safe because one thread at a time takes it from the idle readers.
  private let load: SQLiteStatement
  private let list: SQLiteStatement
  private let counting: SQLiteStatement

  static let wrongChecksum = "its checksum is wrong, so the file was damaged"

  init(_ connection: SQLiteConnection) throws(SQLiteCallError) {
    // Contents are large. `iif` does not read the content if the version is the caller's.
    load = try SQLiteStatement(
      """
      SELECT version, created, expiry, used, iif(version = ?3 AND ?3 <> 0, NULL, content),
        iif(version = ?3 AND ?3 <> 0, NULL, checksum) FROM sessions
      WHERE key = ?1 AND expiry > ?2 AND aside = 0
      """, on: connection)
    list = try SQLiteStatement(
      """
      SELECT version, created, expiry, used, content, key, aside FROM sessions
      WHERE key > ?1 AND length(key) = 16 ORDER BY key LIMIT ?2
      """, on: connection)
    counting = try SQLiteStatement("SELECT count(*) FROM sessions", on: connection)
  }

  func load(_ key: SessionKey, unless version: UInt64, now: Int64) throws(SQLiteCallError) -> LoadedSession {
    try key.withBytes { (bytes) throws(SQLiteCallError) in
      defer { load.reset() }
      try load.bind(bytes, at: 1)
      load.bind(now, at: 2)
      load.bind(version, at: 3)
      guard try load.step() else { return .none }
      if version != 0, load.integer(0) == Int64(bitPattern: version) { return .unchanged }
      let session = LoadedSession(stored: record(load), for: key)
      guard case .record(let record) = session,
        load.integer(5) != Checksum.of(load.bytes(4), version: load.integer(0))
      else { return session }
      return .unreadable(Self.wrongChecksum, quarantine: RecordSave(quarantining: record, for: key))
    }
  }

  func list(after key: SessionKey?, limit: Int) throws(SQLiteCallError) -> [StoredSession] {
    let start = key?.bytes ?? []  // an empty blob is before all keys
    defer { list.reset() }
    var found: [StoredSession] = []
    try start.withBytes { (bytes) throws(SQLiteCallError) in
      try list.bind(bytes, at: 1)
      list.bind(Int64(limit), at: 2)
      while try list.step() {
        guard let key = SessionKey(bytes: list.bytes(5)) else { continue }
        var record = record(list)
        record.isQuarantined = list.integer(6) != 0
        found.append(StoredSession(key: key, record: record, size: list.bytes(4).count))
      }
    }
    return found
  }

  /// Whether a record can be loaded as it was saved.
  func has(_ encoded: EncodedSave) throws(SQLiteCallError) -> Bool {
    try encoded.save.key.withBytes { (bytes) throws(SQLiteCallError) in
      defer { load.reset() }
      try load.bind(bytes, at: 1)
      load.bind(.min as Int64, at: 2)
      load.bind(0 as Int64, at: 3)
      // One that was quarantined is not loaded again.
      guard try load.step() else { return encoded.save.record.isQuarantined }
      return load.integer(0) == Int64(bitPattern: encoded.save.record.version)
        && load.bytes(4).elementsEqual(encoded.content)
    }
  }

  func count() throws(SQLiteCallError) -> Int { Int(try counting.number() ?? 0) }

  private func record(_ statement: SQLiteStatement) -> SessionRecord {
    SessionRecord(
      version: UInt64(bitPattern: statement.integer(0)), content: EncodedContent(bytes: Array(statement.bytes(4))),
      created: statement.integer(1), expiry: statement.integer(2), isUsed: statement.integer(3) != 0)
  }
}

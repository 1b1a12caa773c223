internal import SQLiteConnections
internal import Sessions

/// The statements that change sessions, on the only connection that changes them.
final class SessionWriter: @unchecked Sendable {
  // Safe because one thread at a time has the turn of the `WriteQueue`, and only that thread uses it.
  let connection: SQLiteConnection

  private let begin: SQLiteStatement
  private let commit: SQLiteStatement
  private let insert: SQLiteStatement
  private let removeDead: SQLiteStatement
  private let update: SQLiteStatement
  private let touch: SQLiteStatement
  private let remove: SQLiteStatement
  private let live: SQLiteStatement
  private let postpone: SQLiteStatement
  private let removeExpired: SQLiteStatement
  private let dataVersion: SQLiteStatement
  private var seenVersion: Int64 = 0

  private var files: FileWatch

  private static let ofServers =
    "BETWEEN \(SessionRecord.versions.lowerBound) AND \(SessionRecord.versions.upperBound - 1)"
  private static let isLive = "key = ?1 AND expiry > ?2 AND aside = 0 AND version \(ofServers)"

  init(_ connection: SQLiteConnection) throws(SQLiteCallError) {
    self.connection = connection
    files = FileWatch(connection)
    begin = try SQLiteStatement("BEGIN IMMEDIATE", on: connection)
    commit = try SQLiteStatement("COMMIT", on: connection)
    insert = try SQLiteStatement(
      """
      INSERT INTO sessions (key, version, created, expiry, due, used, aside, content, checksum)
      VALUES (?1, ?3, ?7, ?4, ?4, ?5, ?8, ?6, ?9) ON CONFLICT (key) DO NOTHING
      """, on: connection)
    removeDead = try SQLiteStatement(
      "DELETE FROM sessions WHERE key = ?1 AND (expiry <= ?2 OR aside <> 0 OR version NOT \(Self.ofServers))",
      on: connection)
    // A session's creation time never changes. This sets no indexed column, so that SQLite does not write to an index.
    update = try SQLiteStatement(
      """
      UPDATE sessions SET version = ?3, expiry = ?4, used = ?5, content = ?6, checksum = ?9, aside = ?8
      WHERE \(Self.isLive) AND version = ?7
      """, on: connection)
    touch = try SQLiteStatement("UPDATE sessions SET expiry = ?3 WHERE \(Self.isLive)", on: connection)
    // Versions are greater than 0.
    remove = try SQLiteStatement("DELETE FROM sessions WHERE key = ?1 AND (?2 = -1 OR version = ?2)", on: connection)
    live = try SQLiteStatement("SELECT version FROM sessions WHERE \(Self.isLive)", on: connection)
    let areDue = "id IN (SELECT id FROM sessions WHERE due <= ?1 ORDER BY due LIMIT ?2)"
    postpone = try SQLiteStatement(
      "UPDATE sessions SET due = expiry WHERE \(areDue) AND expiry > ?1", on: connection)
    removeExpired = try SQLiteStatement("DELETE FROM sessions WHERE \(areDue) AND expiry <= ?1", on: connection)
    dataVersion = try SQLiteStatement("PRAGMA data_version", on: connection)
    _ = hasOtherChanges()
  }

  /// Applies all changes in one transaction. If one fails, none is applied.
  func apply(_ changes: [RequestedChange], now: Int64) throws(SQLiteCallError) -> [Bool] {
    try inTransaction { () throws(SQLiteCallError) in
      var outcomes: [Bool] = []
      outcomes.reserveCapacity(changes.count)
      for requested in changes { outcomes.append(try apply(requested.change, now: now)) }
      return outcomes
    }
  }

  private func inTransaction<Result>(_ body: () throws(SQLiteCallError) -> Result) throws(SQLiteCallError) -> Result {
    try files.check()
    try begin.run()
    do throws(SQLiteCallError) {
      let result = try body()
      try commit.run()
      files.didCommit()
      return result
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  // MARK: - One session

  private func apply(_ change: Change, now: Int64) throws(SQLiteCallError) -> Bool {
    switch change {
    case .save(let saves): try saves.count == 1 ? save(saves[0], now) : save(saves, now)
    case .touch(let key, let expiry): try run(touch, key, now) { $0.bind(expiry, at: 3) }
    case .remove(let key, let version):
      try run(remove, key) { $0.bind(version.map { Int64(bitPattern: $0) } ?? -1, at: 2) }
    }
  }

  private func save(_ encoded: EncodedSave, _ now: Int64) throws(SQLiteCallError) -> Bool {
    encoded.save.version == 0 ? try insert(encoded, now) : try write(encoded, now, update)
  }

  /// Compares all versions before it writes.
  private func save(_ saves: [EncodedSave], _ now: Int64) throws(SQLiteCallError) -> Bool {
    for (save, _) in saves where try version(of: save.key, now) != save.version { return false }
    for save in saves { guard try self.save(save, now) else { return false } }
    return true
  }

  private func insert(_ encoded: EncodedSave, _ now: Int64) throws(SQLiteCallError) -> Bool {
    if try write(encoded, nil, insert) { return true }
    // A session under the key that cannot be loaded is replaced.
    guard try run(removeDead, encoded.save.key, now) else { return false }
    return try write(encoded, nil, insert)
  }

  /// Runs a statement that writes a session.
  ///
  /// - Returns: Whether the statement wrote it.
  private func write(_ encoded: EncodedSave, _ now: Int64?, _ statement: SQLiteStatement) throws(SQLiteCallError)
    -> Bool
  {
    let (save, content) = encoded
    return try content.withBytes { bytes throws(SQLiteCallError) in
      try run(statement, save.key, now) { statement throws(SQLiteCallError) in
        statement.bind(save.record.version, at: 3)
        statement.bind(save.record.expiry, at: 4)
        statement.bind(save.record.isUsed, at: 5)
        try statement.bind(bytes, at: 6)
        if now == nil { statement.bind(save.record.created, at: 7) } else { statement.bind(save.version, at: 7) }
        statement.bind(save.record.isQuarantined, at: 8)
        statement.bind(Checksum.of(bytes, version: Int64(bitPattern: save.record.version)), at: 9)
      }
    }
  }

  /// Runs a statement that changes the session with a key.
  ///
  /// - Returns: Whether the statement changed the session.
  private func run(
    _ statement: SQLiteStatement, _ key: SessionKey, _ now: Int64? = nil,
    _ bind: (SQLiteStatement) throws(SQLiteCallError) -> Void = { _ in }
  ) throws(SQLiteCallError) -> Bool {
    try key.withBytes { bytes throws(SQLiteCallError) in
      defer { statement.reset() }
      try statement.bind(bytes, at: 1)
      if let now { statement.bind(now, at: 2) }
      try bind(statement)
      _ = try statement.step()
      return connection.changes == 1
    }
  }

  /// The version of a session; 0 if there is none.
  private func version(of key: SessionKey, _ now: Int64) throws(SQLiteCallError) -> UInt64 {
    try key.withBytes { bytes throws(SQLiteCallError) in
      try live.bind(bytes, at: 1)
      live.bind(now, at: 2)
      return UInt64(bitPattern: try live.number() ?? 0)
    }
  }

  // MARK: - Several sessions

  /// Looks at some sessions that are due: removes those that are expired, and sets the time of the next look at the others.
  ///
  /// - Returns: The number of removed sessions, and whether no session was due.
  func removeExpired(limit: Int, now: Int64) throws(SQLiteCallError) -> (removed: Int, isDone: Bool) {
    try inTransaction { () throws(SQLiteCallError) in
      for statement in [postpone, removeExpired] {
        statement.bind(now, at: 1)
        statement.bind(Int64(limit), at: 2)
      }
      let postponed = try postpone.run()
      let removed = try removeExpired.run()
      return (removed, postponed + removed == 0)
    }
  }

  /// Whether other connections have changed something since the last call.
  func hasOtherChanges() -> Bool {
    guard let version = try? dataVersion.number() else { return false }
    return exchange(&seenVersion, with: version) != version
  }

  /// Copies the rest of the write-ahead log.
  ///
  /// - Parameter kind: With `.restarting`, the next change is written at the beginning of the log. The first write there waits for
  ///   the disk, so one is made here. With `.truncating`, the log is empty: after a crash, SQLite reads it up to the first damage only.
  func copyLog(_ kind: SQLiteConnection.Checkpoint) throws(SQLiteCallError) {
    try files.check()
    try connection.checkpoint(kind)
    if kind == .restarting { try connection.execute("PRAGMA application_id = \(SQLiteFile.applicationID)") }
    files.didCommit()
  }
}

extension [UInt8] {
  /// `withUnsafeBytes` with typed errors.
  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(SQLiteCallError) -> Result
  ) throws(SQLiteCallError) -> Result {
    try withUnsafeBufferPointer { bytes throws(SQLiteCallError) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}

internal import Sessions

/// The statements that change sessions, on the only connection that changes them.
final class SessionWriter: @unchecked Sendable {
  // Safe because one thread at a time has the turn of the `WriteQueue`, and only that thread uses it.
  let connection: Connection
  private let sessionsPerAddress: Int64

  private let begin: Statement
  private let commit: Statement
  private let insert: Statement
  private let removeDead: Statement
  private let update: Statement
  private let updateUse: Statement
  private let leaveAddress: Statement
  private let touch: Statement
  private let remove: Statement
  private let live: Statement
  private let count: Statement
  private let firstOfAddress: Statement
  private let due: Statement
  private let postpone: Statement
  private let removeRow: Statement
  private let dataVersion: Statement
  private var seenVersion: Int64 = 0

  private var files: FileWatch
  private var counts = AddressCounts()
  /// The version of the data that was counted.
  private var countedVersion: Int64 = 0
  /// The limit of sessions that are read to find the first one of an address.
  private static let maxCandidates = 8

  private static let ofServers =
    "BETWEEN \(SessionRecord.versions.lowerBound) AND \(SessionRecord.versions.upperBound - 1)"
  private static let isLive = "key = ?1 AND expiry > ?2 AND aside = 0 AND version \(ofServers)"

  init(_ connection: Connection, limits: StorageLimits) throws(SQLiteCallError) {
    self.connection = connection
    files = FileWatch(connection)
    sessionsPerAddress = Int64(limits.sessionsPerAddress)
    begin = try Statement("BEGIN IMMEDIATE", on: connection)
    commit = try Statement("COMMIT", on: connection)
    insert = try Statement(
      """
      INSERT INTO sessions (key, version, created, expiry, due, used, address, aside, content, checksum)
      VALUES (?1, ?3, ?7, ?4, ?4, ?5, ?8, ?10, ?6, ?9) ON CONFLICT (key) DO NOTHING
      """, on: connection)
    removeDead = try Statement(
      """
      DELETE FROM sessions WHERE key = ?1 AND (expiry <= ?2 OR aside <> 0 OR version NOT \(Self.ofServers))
      RETURNING address, aside
      """, on: connection)
    // A session's creation time never changes, and `used` and its address change once. `update` sets no indexed column, so that
    // SQLite does not write to an index.
    update = try Statement(
      """
      UPDATE sessions SET version = ?3, expiry = ?4, content = ?6, checksum = ?9
      WHERE \(Self.isLive) AND version = ?7 AND used = ?5 AND address = ?8 AND aside = ?10
      """, on: connection)
    updateUse = try Statement(
      """
      UPDATE sessions SET version = ?3, expiry = ?4, used = ?5, content = ?6, checksum = ?9
      WHERE \(Self.isLive) AND version = ?7 AND address = ?8 AND aside = ?10
      """, on: connection)
    leaveAddress = try Statement(
      """
      UPDATE sessions
      SET version = ?3, expiry = ?4, used = ?5, content = ?6, address = ?8, checksum = ?9, aside = ?10
      WHERE \(Self.isLive) AND version = ?7
      """, on: connection)
    touch = try Statement("UPDATE sessions SET expiry = ?3 WHERE \(Self.isLive)", on: connection)
    // Versions are greater than 0.
    remove = try Statement(
      "DELETE FROM sessions WHERE key = ?1 AND (?2 = -1 OR version = ?2) RETURNING address, aside", on: connection)
    live = try Statement("SELECT version, address FROM sessions WHERE \(Self.isLive)", on: connection)
    count = try Statement(
      "SELECT count(*) FROM (SELECT 1 FROM sessions WHERE \(SQLiteFile.ofAddress) LIMIT ?2)", on: connection)
    firstOfAddress = try Statement(
      "SELECT id, due, expiry FROM sessions WHERE \(SQLiteFile.ofAddress) AND used = ?2 ORDER BY due LIMIT 1",
      on: connection)
    due = try Statement(
      "SELECT id, expiry, address, aside FROM sessions WHERE due <= ?1 ORDER BY due LIMIT ?2", on: connection)
    postpone = try Statement("UPDATE sessions SET due = expiry WHERE id = ?1", on: connection)
    removeRow = try Statement("DELETE FROM sessions WHERE id = ?1", on: connection)
    dataVersion = try Statement("PRAGMA data_version", on: connection)
    _ = hasOtherChanges()
  }

  /// Applies all changes in one transaction. If one fails, none is applied.
  func apply(_ changes: [RequestedChange], now: Int64) throws(SQLiteCallError) -> [Change.Effect] {
    return try inTransaction { () throws(SQLiteCallError) in
      var outcomes: [Change.Effect] = []
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
      counts.removeAll()
      throw error
    }
  }

  // MARK: - One session

  private func apply(_ change: Change, now: Int64) throws(SQLiteCallError) -> Change.Effect {
    switch change {
    case .save(let saves):
      return .saved(try saves.count == 1 ? save(saves[0], now) : save(saves, now))
    case .touch(let key, let expiry):
      return .found(try run(touch, key, now) { $0.bind(expiry, at: 3) })
    case .remove(let key, let version):
      return .found(try run(remove, key) { $0.bind(version.map { Int64(bitPattern: $0) } ?? -1, at: 2) })
    }
  }

  /// - Parameter takesPlace: Whether a new session takes the place of one that leaves its address.
  private func save(
    _ encoded: EncodedSave, takesPlace: Bool = false, _ now: Int64
  ) throws(SQLiteCallError) -> SavedSession {
    encoded.save.version == 0 ? try insert(encoded, takesPlace: takesPlace, now) : try update(encoded, now)
  }

  /// Compares all versions before it writes. After that, only the limit of an address can refuse a record: the first one.
  private func save(_ saves: [EncodedSave], _ now: Int64) throws(SQLiteCallError) -> SavedSession {
    let address = saves[0].save.record.countedAddress
    var takesPlace = false
    for (save, _) in saves {
      let stored = try live(save.key, now)
      guard stored?.version ?? 0 == save.version else { return .outdated }
      if let stored, stored.address == address { takesPlace = true }
    }
    for save in saves {
      let result = try self.save(save, takesPlace: takesPlace, now)
      guard result == .saved else { return result }
    }
    return .saved
  }

  private func update(_ encoded: EncodedSave, _ now: Int64) throws(SQLiteCallError) -> SavedSession {
    for statement in [update, updateUse] where try write(encoded, now, statement) { return .saved }
    guard let stored = try live(encoded.save.key, now), try write(encoded, now, leaveAddress) else { return .outdated }
    counts.add(-1, to: Int64(bitPattern: stored.address))
    return .saved
  }

  private func insert(
    _ encoded: EncodedSave, takesPlace: Bool, _ now: Int64
  ) throws(SQLiteCallError) -> SavedSession {
    let (key, address) = (encoded.save.key, Int64(bitPattern: encoded.save.record.countedAddress))
    if sessionsPerAddress > 0, address != 0, !takesPlace, try count(of: address) >= sessionsPerAddress {
      if try live(key, now) != nil { return .outdated }
      guard try removeFirst(of: address, now) else { return .tooManyOfAddress }
    }
    // A session under the key that cannot be loaded is replaced.
    var isSaved = try write(encoded, nil, insert)
    if !isSaved, try run(removeDead, key, now) { isSaved = try write(encoded, nil, insert) }
    guard isSaved else { return .outdated }
    counts.add(1, to: address)
    return .saved
  }

  /// Runs a statement that writes a session.
  ///
  /// - Returns: Whether the statement wrote it.
  private func write(_ encoded: EncodedSave, _ now: Int64?, _ statement: Statement) throws(SQLiteCallError) -> Bool {
    let (save, content) = encoded
    return try content.withBytes { bytes throws(SQLiteCallError) in
      try run(statement, save.key, now) { statement throws(SQLiteCallError) in
        statement.bind(save.record.version, at: 3)
        statement.bind(save.record.expiry, at: 4)
        statement.bind(save.record.isUsed, at: 5)
        try statement.bind(bytes, at: 6)
        if now == nil { statement.bind(save.record.created, at: 7) } else { statement.bind(save.version, at: 7) }
        statement.bind(save.record.address, at: 8)
        statement.bind(Checksum.of(bytes, version: Int64(bitPattern: save.record.version)), at: 9)
        statement.bind(save.record.isSetAside, at: 10)
      }
    }
  }

  /// Runs a statement that changes the session with a key. It returns rows for sessions that no longer count: the address,
  /// and whether the session was set aside before.
  ///
  /// - Returns: Whether the statement changed the session.
  private func run(
    _ statement: Statement, _ key: SessionKey, _ now: Int64? = nil,
    _ bind: (Statement) throws(SQLiteCallError) -> Void = { _ in }
  ) throws(SQLiteCallError) -> Bool {
    try key.withBytes { bytes throws(SQLiteCallError) in
      defer { statement.reset() }
      try statement.bind(bytes, at: 1)
      if let now { statement.bind(now, at: 2) }
      try bind(statement)
      while try statement.step() {
        if statement.integer(1) == 0 { counts.add(-1, to: statement.integer(0)) }
      }
      return connection.changes == 1
    }
  }

  private func live(
    _ key: SessionKey, _ now: Int64
  ) throws(SQLiteCallError) -> (version: UInt64, address: UInt64)? {
    try key.withBytes { bytes throws(SQLiteCallError) in
      defer { live.reset() }
      try live.bind(bytes, at: 1)
      live.bind(now, at: 2)
      guard try live.step() else { return nil }
      return (UInt64(bitPattern: live.integer(0)), UInt64(bitPattern: live.integer(1)))
    }
  }

  // MARK: - Several sessions

  private func count(of address: Int64) throws(SQLiteCallError) -> Int64 {
    if !counts.isEmpty {
      let version = try currentVersion()
      if version != countedVersion { counts.removeAll() }
    }
    if let count = counts[address] { return count }
    let few = try count(of: address, limit: AddressCounts.fewest)
    guard few >= AddressCounts.fewest else { return few }
    if counts.isEmpty { countedVersion = try currentVersion() }
    let all = try count(of: address, limit: .max)
    counts.set(all, for: address)
    return all
  }

  private func count(of address: Int64, limit: Int64) throws(SQLiteCallError) -> Int64 {
    count.bind(address, at: 1)
    count.bind(limit, at: 2)
    return try count.number() ?? 0
  }

  /// Removes the session that a new one of its address replaces: an expired one, or the first one that is not used.
  ///
  /// - Returns: False if there is none.
  private func removeFirst(of address: Int64, _ now: Int64) throws(SQLiteCallError) -> Bool {
    for isUsed in [true, false] {
      guard let (id, expiry) = try first(of: address, isUsed: isUsed, now), !isUsed || expiry <= now else { continue }
      removeRow.bind(id, at: 1)
      try removeRow.run()
      counts.add(-1, to: address)
      return true
    }
    return false
  }

  /// The session of an address that expires first, among those that are used or the others. If many of them got more time,
  /// it may be another one: the number of sessions that are read is limited.
  private func first(
    of address: Int64, isUsed: Bool, _ now: Int64
  ) throws(SQLiteCallError) -> (id: Int64, expiry: Int64)? {
    var first: (id: Int64, expiry: Int64)?
    for _ in 0..<Self.maxCandidates {
      firstOfAddress.bind(address, at: 1)
      firstOfAddress.bind(isUsed, at: 2)
      defer { firstOfAddress.reset() }
      guard try firstOfAddress.step() else { break }
      let (id, due, expiry) = (firstOfAddress.integer(0), firstOfAddress.integer(1), firstOfAddress.integer(2))
      if expiry < first?.expiry ?? .max { first = (id, expiry) }
      // A session that is used can be removed only if it is expired.
      if expiry <= due || isUsed && due > now { break }
      firstOfAddress.reset()
      postpone.bind(id, at: 1)
      try postpone.run()
    }
    return first
  }

  /// Reads some sessions that are due, and removes those that are expired.
  ///
  /// - Returns: The number of removed sessions, and whether no session was due.
  func removeExpired(limit: Int, now: Int64) throws(SQLiteCallError) -> (removed: Int, isDone: Bool) {
    try inTransaction { () throws(SQLiteCallError) in
      let rows = try due(limit: limit, now)
      var removed = 0
      for row in rows {
        let isExpired = row.expiry <= now
        let statement = isExpired ? removeRow : postpone
        statement.bind(row.id, at: 1)
        try statement.run()
        guard isExpired else { continue }
        removed += 1
        if !row.isSetAside { counts.add(-1, to: row.address) }
      }
      return (removed, rows.isEmpty)
    }
  }

  private struct DueRow {
    let id: Int64
    let expiry: Int64
    let address: Int64
    let isSetAside: Bool
  }

  private func due(limit: Int, _ now: Int64) throws(SQLiteCallError) -> [DueRow] {
    defer { due.reset() }
    due.bind(now, at: 1)
    due.bind(Int64(limit), at: 2)
    var rows: [DueRow] = []
    while try due.step() {
      rows.append(
        DueRow(id: due.integer(0), expiry: due.integer(1), address: due.integer(2), isSetAside: due.integer(3) != 0))
    }
    return rows
  }

  /// Whether other connections have changed something since the last call.
  func hasOtherChanges() -> Bool {
    guard let version = try? currentVersion() else { return false }
    return exchange(&seenVersion, with: version) != version
  }

  /// A number that differs after another connection has changed something.
  private func currentVersion() throws(SQLiteCallError) -> Int64 { try dataVersion.number() ?? 0 }

  /// Copies the rest of the write-ahead log, and begins it again.
  ///
  /// The first write to a new log waits for the disk. A write here lets no change wait for that.
  func restartLog() throws(SQLiteCallError) {
    try files.check()
    try connection.checkpoint(.restarting)
    try connection.execute("PRAGMA application_id = \(SQLiteFile.applicationID)")
    files.didCommit()
  }
}

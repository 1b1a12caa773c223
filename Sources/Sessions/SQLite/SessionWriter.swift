/// The statements that change sessions, on the one connection that does.
final class SessionWriter: @unchecked Sendable {
  // Safe because only who has the turn of the `WriteQueue` uses it.
  let connection: Connection
  private let sessionsPerAddress: Int64

  private let begin: Statement
  private let commit: Statement
  private let insert: Statement
  private let update: Statement
  private let touch: Statement
  private let rename: Statement
  private let remove: Statement
  private let setAside: Statement
  private let isLive: Statement
  private let countOfAddress: Statement
  private let removeOfAddress: Statement
  private let removeExpired: Statement
  private let postpone: Statement
  private let dataVersion: Statement
  private var seenVersion: Int64 = 0

  private static let live = "key = ?1 AND expiry > ?2 AND aside = 0"

  init(_ connection: Connection, limits: StorageLimits) throws(SQLiteFailure) {
    self.connection = connection
    sessionsPerAddress = Int64(limits.sessionsPerAddress)
    begin = try Statement("BEGIN IMMEDIATE", on: connection)
    commit = try Statement("COMMIT", on: connection)
    insert = try Statement(
      """
      INSERT INTO sessions (key, version, created, expiry, due, used, address, aside, content)
      VALUES (?1, ?3, ?4, ?5, ?5, ?6, ?7, 0, ?8)
      ON CONFLICT (key) DO UPDATE SET version = ?3, created = ?4, expiry = ?5, due = ?5, used = ?6, address = ?7,
        aside = 0, content = ?8
      WHERE expiry <= ?2 OR aside = 1
      """, on: connection)
    // When and where a session began does not change, and an index that is not mentioned costs nothing.
    update = try Statement(
      "UPDATE sessions SET version = ?3, expiry = ?4, used = ?5, content = ?6 WHERE \(Self.live) AND version = ?7",
      on: connection)
    touch = try Statement("UPDATE sessions SET expiry = ?3 WHERE \(Self.live)", on: connection)
    rename = try Statement("UPDATE OR REPLACE sessions SET key = ?3 WHERE \(Self.live)", on: connection)
    remove = try Statement("DELETE FROM sessions WHERE key = ?1", on: connection)
    setAside = try Statement("UPDATE sessions SET aside = 1 WHERE key = ?1", on: connection)
    isLive = try Statement("SELECT 1 FROM sessions WHERE \(Self.live)", on: connection)
    // No more of them than matter.
    countOfAddress = try Statement(
      "SELECT count(*) FROM (SELECT 1 FROM sessions WHERE address = ?1 AND address <> 0 AND aside = 0 LIMIT ?2)",
      on: connection)
    removeOfAddress = try Statement(
      """
      DELETE FROM sessions WHERE id = (
        SELECT id FROM sessions WHERE address = ?1 AND address <> 0 AND aside = 0 AND (expiry <= ?2 OR used = 0)
        ORDER BY expiry LIMIT 1)
      """, on: connection)
    removeExpired = try Statement(
      """
      DELETE FROM sessions
      WHERE expiry <= ?1 AND id IN (SELECT id FROM sessions WHERE due <= ?1 ORDER BY due LIMIT ?2)
      """, on: connection)
    postpone = try Statement(
      """
      UPDATE sessions SET due = expiry
      WHERE expiry > ?1 AND id IN (SELECT id FROM sessions WHERE due <= ?1 ORDER BY due LIMIT ?2)
      """, on: connection)
    dataVersion = try Statement("PRAGMA data_version", on: connection)
    _ = hasOtherChanges()
  }

  /// Makes all changes in one transaction, or none if something fails.
  func apply(_ changes: [RequestedChange], now: Int64) throws(SQLiteFailure) -> [Change.Outcome] {
    try inTransaction { () throws(SQLiteFailure) in
      var outcomes: [Change.Outcome] = []
      outcomes.reserveCapacity(changes.count)
      for requested in changes { outcomes.append(try apply(requested.change, now: now)) }
      return outcomes
    }
  }

  private func inTransaction<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(SQLiteFailure) -> Result {
    try begin.run()
    do throws(SQLiteFailure) {
      let result = try body()
      try commit.run()
      return result
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  // MARK: - One session

  private func apply(_ change: Change, now: Int64) throws(SQLiteFailure) -> Change.Outcome {
    switch change {
    case .save(let record, let content, let key, let version):
      return .saved(
        version == 0
          ? try insert(record, content, key, now: now)
          : try update(record, content, key, replacing: version, now: now))
    case .touch(let key, let expiry):
      return .found(try run(touch, key, now) { $0.bind(expiry, at: 3) })
    case .rename(let key, let newKey):
      return .found(
        try newKey.withBytes { bytes throws(SQLiteFailure) in
          try run(rename, key, now) { (statement) throws(SQLiteFailure) in try statement.bind(bytes, at: 3) }
        })
    case .remove(let key):
      return .found(try run(remove, key))
    case .setAside(let key):
      return .found(try run(setAside, key))
    }
  }

  private func update(
    _ record: SessionRecord, _ content: [UInt8], _ key: SessionKey, replacing version: UInt64, now: Int64
  ) throws(SQLiteFailure) -> SavedSession {
    let isSaved = try content.withBytes { (bytes) throws(SQLiteFailure) in
      try run(update, key, now) { (statement) throws(SQLiteFailure) in
        statement.bind(Int64(bitPattern: record.version), at: 3)
        statement.bind(record.expiry, at: 4)
        statement.bind(record.isUsed, at: 5)
        try statement.bind(bytes, at: 6)
        statement.bind(Int64(bitPattern: version), at: 7)
      }
    }
    return isSaved ? .saved : .outdated
  }

  private func insert(
    _ record: SessionRecord, _ content: [UInt8], _ key: SessionKey, now: Int64
  ) throws(SQLiteFailure) -> SavedSession {
    let address = Int64(bitPattern: record.address)
    if sessionsPerAddress > 0, address != 0, try isFull(address) {
      if try hasLive(key, now) { return .outdated }
      guard try makeRoom(address, now) else { return .tooManyOfAddress }
    }
    let isSaved = try content.withBytes { (bytes) throws(SQLiteFailure) in
      try run(insert, key, now) { (statement) throws(SQLiteFailure) in
        statement.bind(Int64(bitPattern: record.version), at: 3)
        statement.bind(record.created, at: 4)
        statement.bind(record.expiry, at: 5)
        statement.bind(record.isUsed, at: 6)
        statement.bind(address, at: 7)
        try statement.bind(bytes, at: 8)
      }
    }
    return isSaved ? .saved : .outdated
  }

  /// Runs a statement about the session with a key.
  ///
  /// - Returns: Whether it changed it.
  private func run(
    _ statement: Statement, _ key: SessionKey, _ now: Int64? = nil,
    _ bind: (Statement) throws(SQLiteFailure) -> Void = { _ in }
  ) throws(SQLiteFailure) -> Bool {
    try key.withBytes { bytes throws(SQLiteFailure) in
      try statement.bind(bytes, at: 1)
      if let now { statement.bind(now, at: 2) }
      try bind(statement)
      return try statement.run() == 1
    }
  }

  private func hasLive(_ key: SessionKey, _ now: Int64) throws(SQLiteFailure) -> Bool {
    try key.withBytes { bytes throws(SQLiteFailure) in
      defer { isLive.reset() }
      try isLive.bind(bytes, at: 1)
      isLive.bind(now, at: 2)
      return try isLive.step()
    }
  }

  // MARK: - Several sessions

  private func isFull(_ address: Int64) throws(SQLiteFailure) -> Bool {
    defer { countOfAddress.reset() }
    countOfAddress.bind(address, at: 1)
    countOfAddress.bind(sessionsPerAddress, at: 2)
    return try countOfAddress.step() && countOfAddress.integer(0) >= sessionsPerAddress
  }

  /// Removes the session of an address that is wanted least, if one may go.
  private func makeRoom(_ address: Int64, _ now: Int64) throws(SQLiteFailure) -> Bool {
    removeOfAddress.bind(address, at: 1)
    removeOfAddress.bind(now, at: 2)
    return try removeOfAddress.run() == 1
  }

  /// Looks at some sessions that are due, and removes those whose time is up.
  ///
  /// - Returns: How many were removed, and whether there may be more to look at.
  func removeExpired(most: Int, now: Int64) throws(SQLiteFailure) -> (removed: Int, isDone: Bool) {
    try inTransaction { () throws(SQLiteFailure) in
      var counts: [Int] = []
      for statement in [removeExpired, postpone] {
        statement.bind(now, at: 1)
        statement.bind(Int64(most), at: 2)
        counts.append(try statement.run())
      }
      return (counts[0], counts[0] + counts[1] == 0)
    }
  }

  /// Whether other connections changed something since this was asked last.
  func hasOtherChanges() -> Bool {
    defer { dataVersion.reset() }
    guard (try? dataVersion.step()) == true else { return false }
    defer { seenVersion = dataVersion.integer(0) }
    return dataVersion.integer(0) != seenVersion
  }

  /// Empties the write-ahead log, most of which has been copied before.
  ///
  /// Then writes something, so that it is here that SQLite waits for the disk to have the log's new beginning.
  func emptyLog() throws(SQLiteFailure) {
    try connection.checkpoint(.truncating)
    try connection.execute("PRAGMA user_version = \(SQLiteFile.version)")
  }
}

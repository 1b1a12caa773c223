package import Sessions
internal import Basics
internal import Glibc
internal import Synchronization

/// Sessions in a table of a PostgreSQL (version 14 or newer), which several servers can use at the same time.
///
/// PostgreSQL keeps what it stores, also at a power failure, unless its setting `synchronous_commit` is `off`.
///
/// A call fails with ``StorageError/unavailable(_:)`` if there is no connection, or no result in time: PostgreSQL may or
/// may not have run it. The storage connects again until ``close()``.
package final class PostgresStorage: SessionStorage {
  private let url: PostgresURL
  private let limits: StorageLimits
  private let now: @Sendable () -> Int64
  private let schema: PostgresSchema
  package let format: StorageFormat
  private let statements: PostgresStatements
  private let channel: String
  private let pool: PostgresPool
  private let subscriber: PostgresSubscriber
  private let threads = StorageThreads()

  /// The name of this server among those that use the table.
  private let node = UInt64.random(in: .min ... .max)
  private let saves = Atomic<UInt64>(0)

  private struct Outbox {
    var waiting: [String] = []
    var areSent = false
  }

  private let outbox = Locked(Outbox())

  /// Connects to PostgreSQL, creates the table if it is missing, and waits for the result.
  ///
  /// - Parameter now: The clock, in seconds since 1970. The clocks of all servers should agree.
  /// - Throws: `.unusable` if an operator has to change something, such as a wrong password; `.unavailable` if PostgreSQL
  ///   does not answer.
  package convenience init(
    _ url: PostgresURL, limits: StorageLimits = StorageLimits(),
    now: @escaping @Sendable () -> Int64 = { WallClock.now() }
  ) throws(StorageError) {
    try self.init(url, limits: limits, timeouts: PostgresTimeouts(), now: now)
  }

  init(
    _ url: PostgresURL, limits: StorageLimits, timeouts: PostgresTimeouts, now: @escaping @Sendable () -> Int64
  ) throws(StorageError) {
    self.url = url
    self.limits = limits
    self.now = now
    let names = PostgresNames(prefix: url.prefix)
    channel = names.channel
    schema = PostgresSchema(names)
    do throws(PostgresError) {
      let destination = PostgresDestination(url: url, timeouts: timeouts)
      format = try schema.prepare(PostgresConnection(to: destination))
      statements = PostgresStatements(names, node: node.hexadecimal, format)
      pool = try PostgresPool(destination, statements.all)
      subscriber = try PostgresSubscriber(destination, names, statements, node: node.hexadecimal, pool)
    } catch {
      throw error.atStart(of: url)
    }
    do {
      for thread in pool.threads { try threads.start { [pool] in pool.run(thread) } }
      try threads.start(subscriber.run)
    } catch {
      throw PostgresError(error).atStart(of: url)
    }
    subscriber.observers.retry { [weak self] key in Task { _ = try? await self?.load(key, unless: 0) } }
  }

  // An observer may release the storage on the subscriber's thread, which cannot wait for itself.
  deinit { end(waits: false) }

  /// Waits until all calls are answered, and ends the threads. Must not be called by an observer.
  package func close() { end(waits: true) }

  private func end(waits: Bool) {
    pool.close()
    subscriber.close()
    threads.end(waits: waits)
  }

  package var isShared: Bool { true }
  package var isInTouch: Bool { subscriber.isInTouch && subscriber.observers.hearsOfAllChanges }

  package func finishUpgrade() async throws(StorageError) {
    try await call([schema.setFormat(.latest)], .none, isRepeatable: true) { _ in }
  }

  // MARK: - One session

  package func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    while true {
      let parameters: [PostgresValue] = [.bytes(key.bytes), PostgresValue(version), .integer(now())]
      let (session, isReader) = try await load([PostgresStep(statements.load, parameters)], .reading)
      if isReader {
        subscriber.observers.didLoad(key, isReader: true)
        return session
      }
      // This server has not had the session, or another one has changed it.
      let steps = [PostgresStatements.doesNotWait, PostgresStep(statements.addReader, parameters)]
      guard let (added, _) = try? await load(steps, .none) else {
        // The table can be read, and not changed now.
        subscriber.observers.didLoad(key, isReader: false)
        return session
      }
      if case .none = added { continue }  // it has changed meanwhile
      subscriber.observers.didLoad(key, isReader: true)
      return added
    }
  }

  private func load(
    _ steps: [PostgresStep], _ batchPolicy: PostgresCall.BatchPolicy
  ) async throws(StorageError) -> (session: LoadedSession, isReader: Bool) {
    try await call(steps, batchPolicy, isRepeatable: true) { results throws(PostgresError) in
      guard let row = results.last?.rows.first else { return (.none, true) }
      let isReader = try row.flag(6)
      guard row[1] != nil else { return (.unchanged, isReader) }
      return (LoadedSession(stored: try Self.record(row[...])), isReader)
    }
  }

  package func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64
  ) async throws(StorageError) -> SavedSession {
    let save = nextSave()
    let values = Self.values(record, try record.encodedContent(limit: limits.contentBytes), save)
    let check = statements.wasSaved(.bytes(key.bytes), PostgresValue(record.version), .bytes(save))
    if version == 0, record.address != 0, limits.sessionsPerAddress > 0 {
      let step = PostgresStep(
        statements.insertOfAddress,
        [.bytes(key.bytes), .integer(now())] + values + [PostgresValue(limits.sessionsPerAddress)])
      return try await insert([statements.lockAddress(PostgresValue(record.address)), step], check)
    }
    let step =
      version == 0
      ? PostgresStep(statements.insert, [.bytes(key.bytes), .integer(now())] + values)
      : PostgresStep(statements.replace, [.bytes(key.bytes), PostgresValue(version), .integer(now())] + values)
    return try await call([step], checks: [check], version == 0 ? .none : .changing(key), isRepeatable: true) {
      results in results.contains { !$0.isEmpty } ? .saved : .outdated
    }
  }

  /// The number of a save, so that a repeated one finds that it was done.
  private func nextSave() -> [UInt8] {
    let number = saves.add(1, ordering: .relaxed).newValue
    return withUnsafeBytes(of: (node.bigEndian, number.bigEndian), Array.init)
  }

  package func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    let steps = try steps(of: saves, nextSave())
    for _ in 0..<Self.attempts {
      do throws(PostgresError) {
        _ = try await pool.run(steps, .none, isRepeatable: true)
        return .saved
      } catch {
        switch error {
        case .other(code: PostgresStatements.notSaved, _): return .outdated
        case .other(code: PostgresStatements.noRoom, _): continue
        default: throw error.inUse(of: url)
        }
      }
    }
    return .tooManyOfAddress
  }

  /// The statements that write several records, in the order of their keys, so that two such transactions never wait for
  /// each other in a circle. After each record, one ends the transaction if the record was not written. In a repeated
  /// transaction, the records have the number of the save already.
  private func steps(of saves: [RecordSave], _ save: [UInt8]) throws(StorageError) -> [PostgresStep] {
    var steps: [PostgresStep] = []
    let session = saves[0]
    for one in saves.sorted(by: { $0.key < $1.key }) {
      let (key, now) = (PostgresValue.bytes(one.key.bytes), PostgresValue.integer(now()))
      let values = Self.values(one.record, try one.record.encodedContent(limit: limits.contentBytes), save)
      let required = statements.requireSaved(key, PostgresValue(one.record.version), .bytes(save))
      if one.version > 0 {
        steps.append(PostgresStep(statements.replace, [key, PostgresValue(one.version), now] + values))
      } else if one.key == session.key, one.record.address != 0, limits.sessionsPerAddress > 0 {
        // No other transaction has the new key. The lock comes before those of rows, as in all transactions.
        let insert = PostgresStep(
          statements.insertOfAddress, [key, now] + values + [PostgresValue(limits.sessionsPerAddress)])
        steps.insert(
          contentsOf: [
            statements.lockAddress(PostgresValue(one.record.address)), insert,
            statements.requireRoom(key, now, .bytes(save)), required,
          ], at: 0)
        continue
      } else {
        steps.append(PostgresStep(statements.insert, [key, now] + values))
        if one.key != session.key {
          steps.append(notice("\(node.hexadecimal) \(one.key.hexadecimal)"))
        }
      }
      steps.append(required)
    }
    return steps
  }

  /// How often a session of an address is stored if other changes come in between.
  private static let attempts = 5

  /// Stores a new session of an address. If the session that it would replace was changed meanwhile, it replaces another
  /// one.
  private func insert(_ steps: [PostgresStep], _ check: PostgresStep) async throws(StorageError) -> SavedSession {
    for _ in 0..<Self.attempts {
      let saved: SavedSession? = try await call(steps, checks: [check], .none, isRepeatable: true) {
        results throws(PostgresError) in
        if results.count > 2, !results[2].isEmpty { return .saved }
        guard let row = results[1].rows.first else { throw .unexpectedAnswer }
        switch try row.integer(0) {
        case 0: return .outdated
        case 1: return .saved
        case 2: return .tooManyOfAddress
        default: return nil
        }
      }
      if let saved { return saved }
    }
    return .tooManyOfAddress
  }

  package func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    let step = statements.touch(.bytes(key.bytes), .integer(expiry), .integer(now()))
    try await call([step], .changing(key), isRepeatable: true) { _ in }
  }

  package func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64, leaving record: SessionRecord
  ) async throws(StorageError) -> SavedSession {
    let content = try record.encodedContent(limit: limits.contentBytes)
    let step = PostgresStep(
      statements.rename,
      [.bytes(key.bytes), .bytes(newKey.bytes), PostgresValue(version), .integer(now())]
        + Self.values(record, content, nextSave()))
    // A second run would find the record.
    return try await call([step], .none, isRepeatable: false) { $0[0].isEmpty ? .outdated : .saved }
  }

  package func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    let step = statements.remove(.bytes(key.bytes), version.map { PostgresValue($0) } ?? .integer(-1))
    return try await call([step], .none, isRepeatable: false) { !$0[0].isEmpty }
  }

  package func setAside(_ key: SessionKey) async throws(StorageError) {
    // A second run might set aside a session that was stored in between.
    try await call([statements.setAside(.bytes(key.bytes))], .none, isRepeatable: false) { _ in }
  }

  // MARK: - All sessions

  /// The number of rows that one statement of `removeExpired` reads.
  static let sweptAtOnce: Int64 = 100

  /// Removes few sessions in each transaction, so that other calls hardly have to wait. Several servers can do it at the
  /// same time.
  package func removeExpired() async throws(StorageError) -> Int {
    let step = statements.removeExpired(.integer(now()), .integer(Self.sweptAtOnce))
    var removed = 0
    while true {
      let (count, due) = try await call([step], .none, isRepeatable: true) { results throws(PostgresError) in
        guard let row = results[0].rows.first else { throw .unexpectedAnswer }
        return (Int(try row.integer(0)), try row.integer(1))
      }
      removed += count
      if due == 0 { return removed }
    }
  }

  /// - Parameter observer: Called with nil when the subscription begins, and when it begins again after a lost
  ///   connection.
  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    defer { subscriber.wake() }
    return subscriber.observers.addForChanges(observer)
  }

  /// The statement that sends a text to all servers.
  private func notice(_ text: String) -> PostgresStep { statements.notify(.text(channel), .text(text)) }

  package func publish(_ messages: [String]) {
    let texts = messages.compactMap { Heartbeat.message($0, from: node.hexadecimal) }
    let begins = outbox.withLock { outbox in
      outbox.waiting += texts
      return !exchange(&outbox.areSent, with: true)
    }
    if begins { Task.immediate { await sendMessages() } }
  }

  /// Sends the messages that wait: one transaction after the other, because each connection of the pool has its own pace.
  private func sendMessages() async {
    while true {
      let texts = outbox.withLock { outbox in
        outbox.areSent = !outbox.waiting.isEmpty
        return exchange(&outbox.waiting, with: [])
      }
      if texts.isEmpty { return }
      _ = try? await pool.run(texts.map(notice), .none, isRepeatable: true)
    }
  }

  package func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    defer { subscriber.wake() }
    return subscriber.observers.addForMessages(observer)
  }

  package func list(after key: SessionKey?, limit: Int) async throws(StorageError) -> [StoredSession] {
    let step = statements.list(.bytes(key?.bytes ?? []), PostgresValue(max(limit, 0)))
    return try await call([step], .reading, isRepeatable: true) { results throws(PostgresError) in
      var sessions: [StoredSession] = []
      for row in results[0].rows {
        guard let key = try row.bytes(0).withUnsafeBytes({ SessionKey(bytes: $0) }) else { throw .unexpectedAnswer }
        let size = try row.bytes(2).count
        sessions.append(
          StoredSession(key: key, record: try Self.record(row[1...]), size: size, isSetAside: try row.flag(7)))
      }
      return sessions
    }
  }

  // MARK: - Calls

  /// - Parameter read: Reads the results.
  private func call<Value>(
    _ steps: [PostgresStep], checks: [PostgresStep] = [], _ batchPolicy: PostgresCall.BatchPolicy, isRepeatable: Bool,
    _ read: ([PostgresRows]) throws(PostgresError) -> Value
  ) async throws(StorageError) -> Value {
    do throws(PostgresError) {
      return try read(try await pool.run(steps, checks: checks, batchPolicy, isRepeatable: isRepeatable))
    } catch {
      throw error.inUse(of: url)
    }
  }

  /// The values of the columns version, content, created, expiry, used, address and save.
  private static func values(_ record: SessionRecord, _ content: [UInt8], _ save: [UInt8]) -> [PostgresValue] {
    [
      PostgresValue(record.version), .bytes(content), .integer(record.created), .integer(record.expiry),
      .flag(record.isUsed), PostgresValue(record.address), .bytes(save),
    ]
  }

  /// A session from the columns version, content, created, expiry, used and address.
  private static func record(_ columns: ArraySlice<[UInt8]?>) throws(PostgresError) -> SessionRecord {
    let row = Array(columns)
    return SessionRecord(
      version: UInt64(bitPattern: try row.integer(0)), content: EncodedContent(bytes: try row.bytes(1)),
      created: try row.integer(2), expiry: try row.integer(3), isUsed: try row.flag(4),
      address: UInt64(bitPattern: try row.integer(5)))
  }
}

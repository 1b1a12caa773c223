package import PostgresConnections
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
  package init(
    _ url: PostgresURL, limits: StorageLimits = StorageLimits(), timeouts: PostgresTimeouts = .standard,
    now: @escaping @Sendable () -> Int64 = { WallClock.now() }
  ) throws(StorageError) {
    self.url = url
    self.limits = limits
    self.now = now
    let names = PostgresNames(prefix: url.prefix)
    channel = names.channel
    do throws(PostgresError) {
      let destination = PostgresDestination(url, timeouts)
      try PostgresSchema(names, at: url.description).prepare(PostgresConnection(to: destination))
      statements = PostgresStatements(names, node: node.hexadecimal)
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

  // MARK: - One session

  package func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    while true {
      let parameters: [PostgresValue] = [.bytes(key.bytes), PostgresValue(version), .integer(now())]
      let (session, isReader) = try await load(key, [PostgresStep(statements.load, parameters)], .reading)
      if isReader {
        subscriber.observers.didLoad(key, isReader: true)
        return session
      }
      // This server has not had the session, or another one has changed it.
      let steps = [PostgresStatements.doesNotWait, PostgresStep(statements.addReader, parameters)]
      guard let (added, _) = try? await load(key, steps, .none) else {
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
    _ key: SessionKey, _ steps: [PostgresStep], _ batchPolicy: PostgresCall.BatchPolicy
  ) async throws(StorageError) -> (session: LoadedSession, isReader: Bool) {
    try await call(steps, batchPolicy, isRepeatable: true) { results throws(PostgresError) in
      guard let row = results.last?.rows.first else { return (.none, true) }
      let isReader = try row.flag(5)
      guard row[1] != nil else { return (.unchanged, isReader) }
      return (LoadedSession(stored: try Self.record(row[...]), for: key), isReader)
    }
  }

  package func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    saves.count == 1 ? try await save(saves[0]) : try await saveTogether(saves)
  }

  private func save(_ save: RecordSave) async throws(StorageError) -> SavedSession {
    let number = nextSave()
    let step = try step(of: save, number)
    let check = statements.wasSaved(
      .bytes(save.key.bytes), PostgresValue(save.record.version), .bytes(number))
    let batchPolicy: PostgresCall.BatchPolicy = save.version == 0 ? .none : .changing(save.key)
    return try await call([step], checks: [check], batchPolicy, isRepeatable: true) {
      results in results.contains { !$0.isEmpty } ? .saved : .outdated
    }
  }

  /// The statement that writes a record.
  ///
  /// - Parameter number: That of the save.
  private func step(of save: RecordSave, _ number: [UInt8]) throws(StorageError) -> PostgresStep {
    let record = save.record
    let content = try record.encodedContent(limit: limits.contentBytes)
    let (key, now) = (PostgresValue.bytes(save.key.bytes), PostgresValue.integer(now()))
    let values: [PostgresValue] = [
      PostgresValue(record.version), .bytes(content), .integer(record.created), .integer(record.expiry),
      .flag(record.isUsed), .flag(record.isQuarantined), .bytes(number),
    ]
    return save.version > 0
      ? PostgresStep(statements.replace, [key, PostgresValue(save.version), now] + values)
      : PostgresStep(statements.insert, [key, now] + values)
  }

  /// The number of a save, so that a repeated one finds that it was done.
  private func nextSave() -> [UInt8] {
    let number = saves.add(1, ordering: .relaxed).newValue
    return withUnsafeBytes(of: (node.bigEndian, number.bigEndian), Array.init)
  }

  private func saveTogether(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    let steps = try steps(of: saves, nextSave())
    do throws(PostgresError) {
      _ = try await pool.run(steps, .none, isRepeatable: true)
      return .saved
    } catch .other(code: PostgresStatements.notSaved, _) {
      return .outdated
    } catch {
      throw error.inUse(of: url)
    }
  }

  /// The statements that write several records, in the order of their keys, so that two such transactions never wait for
  /// each other in a circle. After each record, one ends the transaction if the record was not written. In a repeated
  /// transaction, the records have the number of the save already.
  private func steps(of saves: [RecordSave], _ number: [UInt8]) throws(StorageError) -> [PostgresStep] {
    var steps: [PostgresStep] = []
    for save in saves.sorted(by: { $0.key < $1.key }) {
      steps.append(try step(of: save, number))
      if save.version == 0, save.key != saves[0].key {
        steps.append(notice("\(node.hexadecimal) \(save.key.hexadecimal)"))
      }
      steps.append(
        statements.requireSaved(.bytes(save.key.bytes), PostgresValue(save.record.version), .bytes(number)))
    }
    return steps
  }

  package func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    let step = statements.touch(.bytes(key.bytes), .integer(expiry), .integer(now()))
    try await call([step], .changing(key), isRepeatable: true) { _ in }
  }

  package func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    let step = statements.remove(.bytes(key.bytes), version.map { PostgresValue($0) } ?? .integer(-1))
    return try await call([step], .none, isRepeatable: false) { !$0[0].isEmpty }
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
        var record = try Self.record(row[1...])
        record.isQuarantined = try row.flag(6)
        sessions.append(StoredSession(key: key, record: record, size: try row.bytes(2).count))
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

  /// A session from the columns version, content, created, expiry and used.
  private static func record(_ columns: ArraySlice<[UInt8]?>) throws(PostgresError) -> SessionRecord {
    let row = Array(columns)
    return SessionRecord(
      version: UInt64(bitPattern: try row.integer(0)), content: EncodedContent(bytes: try row.bytes(1)),
      created: try row.integer(2), expiry: try row.integer(3), isUsed: try row.flag(4))
  }
}

package import Sessions
internal import Basics
internal import Glibc
internal import Synchronization

/// Sessions in a table of a PostgreSQL (version 14 or newer), which several servers can use at the same time.
///
/// PostgreSQL keeps what it stores, also at a power failure, unless its setting `synchronous_commit` is `off`.
///
/// Answers come on the threads of the connections, which do nothing else meanwhile. A call fails with
/// ``StorageError/unavailable(_:)`` if there is no connection, or no result in time: PostgreSQL may or may not have run
/// it. The storage connects again until ``close()``.
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
    subscriber.observers.retry { [weak self] key in self?.load(key, unless: 0) { _ in } }
  }

  // An answer may release the storage on one of the threads, which cannot wait for itself.
  deinit { end(waits: false) }

  /// Waits until all calls are answered, and ends the threads. Must not be called by an answer.
  package func close() { end(waits: true) }

  private func end(waits: Bool) {
    pool.close()
    subscriber.close()
    threads.end(waits: waits)
  }

  package var isShared: Bool { true }
  package var isInTouch: Bool { subscriber.isInTouch && subscriber.observers.hearsOfAllChanges }

  package func finishUpgrade(_ answer: @escaping Answer<Void>) {
    call([schema.setFormat(.latest)], .none, isRepeatable: true, answer) { _ in }
  }

  // MARK: - One session

  package func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Answer<LoadedSession>) {
    let parameters: [PostgresValue] = [.bytes(key.bytes), PostgresValue(version), .integer(now())]
    load([PostgresStep(statements.load, parameters)], .reading) { [weak self] result in
      guard let self else { return answer(result.map(\.0)) }
      guard case .success((let session, isReader: false)) = result else {
        if case .success = result { subscriber.observers.didLoad(key, isReader: true) }
        return answer(result.map(\.0))
      }
      // This server has not had the session, or another one has changed it.
      let step = PostgresStep(statements.addReader, parameters)
      load([PostgresStatements.doesNotWait, step], .none) { [weak self] result in
        guard let self else { return answer(.success(session)) }
        switch result {
        case .success((.none, _)): load(key, unless: version, answer)  // it has changed meanwhile
        case .success((let session, _)):
          answer(.success(session))
          subscriber.observers.didLoad(key, isReader: true)
        case .failure:
          // The table can be read, and not changed now.
          subscriber.observers.didLoad(key, isReader: false)
          answer(.success(session))
        }
      }
    }
  }

  private func load(
    _ steps: [PostgresStep], _ batchPolicy: PostgresCall.BatchPolicy,
    _ answer: @escaping Answer<(LoadedSession, isReader: Bool)>
  ) {
    call(steps, batchPolicy, isRepeatable: true, answer) { results throws(PostgresError) in
      guard let row = results.last?.rows.first else { return (.none, true) }
      let isReader = try row.flag(6)
      guard row[1] != nil else { return (.unchanged, isReader) }
      return (LoadedSession(stored: try Self.record(row[...])), isReader)
    }
  }

  package func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Answer<SavedSession>
  ) {
    let content: [UInt8]
    do {
      content = try record.encodedContent(limit: limits.contentBytes)
    } catch {
      return answer(.failure(error))
    }
    let save = nextSave()
    let values = Self.values(record, content, save)
    let check = statements.wasSaved(.bytes(key.bytes), PostgresValue(record.version), .bytes(save))
    if version == 0, record.address != 0, limits.sessionsPerAddress > 0 {
      let step = PostgresStep(
        statements.insertOfAddress,
        [.bytes(key.bytes), .integer(now())] + values + [PostgresValue(limits.sessionsPerAddress)])
      return insert([statements.lockAddress(PostgresValue(record.address)), step], check, attempts: 5, answer)
    }
    let step =
      version == 0
      ? PostgresStep(statements.insert, [.bytes(key.bytes), .integer(now())] + values)
      : PostgresStep(statements.replace, [.bytes(key.bytes), PostgresValue(version), .integer(now())] + values)
    call([step], checks: [check], version == 0 ? .none : .changing(key), isRepeatable: true, answer) {
      results throws(PostgresError) in results.contains { !$0.isEmpty } ? .saved : .outdated
    }
  }

  /// The number of a save, so that a repeated one finds that it was done.
  private func nextSave() -> [UInt8] {
    let number = saves.add(1, ordering: .relaxed).newValue
    return withUnsafeBytes(of: (node.bigEndian, number.bigEndian), Array.init)
  }

  package func save(_ saves: [RecordSave], _ answer: @escaping Answer<SavedSession>) {
    do throws(StorageError) {
      try save(steps(of: saves, nextSave()), attempts: 5, answer)
    } catch {
      answer(.failure(error))
    }
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

  private func save(_ steps: [PostgresStep], attempts: Int, _ answer: @escaping Answer<SavedSession>) {
    let url = url
    pool.add(
      PostgresCall(steps, .none, isRepeatable: true) { [weak self] result in
        switch result {
        case .success: answer(.success(.saved))
        case .failure(.other(code: PostgresStatements.notSaved, _)): answer(.success(.outdated))
        case .failure(.other(code: PostgresStatements.noRoom, _)):
          // Another change may have come in between, as for a single session.
          guard attempts > 1, let self else { return answer(.success(.tooManyOfAddress)) }
          save(steps, attempts: attempts - 1, answer)
        case .failure(let error): answer(.failure(error.inUse(of: url)))
        }
      })
  }

  /// Stores a new session of an address. If the session that it would replace was changed meanwhile, it replaces another
  /// one.
  private func insert(
    _ steps: [PostgresStep], _ check: PostgresStep, attempts: Int, _ answer: @escaping Answer<SavedSession>
  ) {
    call(steps, checks: [check], .none, isRepeatable: true) {
      [weak self] (result: Result<SavedSession?, StorageError>) in
      switch result {
      case .success(let saved?): answer(.success(saved))
      case .success(nil) where attempts > 1 && self != nil:
        self?.insert(steps, check, attempts: attempts - 1, answer)
      case .success(nil): answer(.success(.tooManyOfAddress))
      case .failure(let error): answer(.failure(error))
      }
    } _: { results throws(PostgresError) in
      if results.count > 2, !results[2].isEmpty { return .saved }
      guard let row = results[1].rows.first else { throw .unexpectedAnswer }
      switch try row.integer(0) {
      case 0: return .outdated
      case 1: return .saved
      case 2: return .tooManyOfAddress
      default: return nil
      }
    }
  }

  package func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Answer<Void>) {
    let step = statements.touch(.bytes(key.bytes), .integer(expiry), .integer(now()))
    call([step], .changing(key), isRepeatable: true, answer) { _ in }
  }

  package func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64, leaving record: SessionRecord,
    _ answer: @escaping Answer<SavedSession>
  ) {
    do throws(StorageError) {
      let content = try record.encodedContent(limit: limits.contentBytes)
      let step = PostgresStep(
        statements.rename,
        [.bytes(key.bytes), .bytes(newKey.bytes), PostgresValue(version), .integer(now())]
          + Self.values(record, content, nextSave()))
      // A second run would find the record.
      call([step], .none, isRepeatable: false, answer) { results throws(PostgresError) in
        results[0].isEmpty ? .outdated : .saved
      }
    } catch {
      answer(.failure(error))
    }
  }

  package func remove(_ key: SessionKey, version: UInt64?, _ answer: @escaping Answer<Bool>) {
    let step = statements.remove(.bytes(key.bytes), version.map { PostgresValue($0) } ?? .integer(-1))
    call([step], .none, isRepeatable: false, answer) { results throws(PostgresError) in !results[0].isEmpty }
  }

  package func setAside(_ key: SessionKey, _ answer: @escaping Answer<Void>) {
    // A second run might set aside a session that was stored in between.
    call([statements.setAside(.bytes(key.bytes))], .none, isRepeatable: false, answer) { _ in }
  }

  // MARK: - All sessions

  /// The number of rows that one statement of `removeExpired` reads.
  static let sweptAtOnce: Int64 = 100

  /// Removes few sessions in each transaction, so that other calls hardly have to wait. Several servers can do it at the
  /// same time.
  package func removeExpired(_ answer: @escaping Answer<Int>) { sweep(now(), removed: 0, answer) }

  private func sweep(_ now: Int64, removed: Int, _ answer: @escaping Answer<Int>) {
    let step = statements.removeExpired(.integer(now), .integer(Self.sweptAtOnce))
    call([step], .none, isRepeatable: true) { [weak self] (result: Result<(removed: Int, due: Int), StorageError>) in
      switch result {
      case .success(let step) where step.due > 0 && self != nil:
        self?.sweep(now, removed: removed + step.removed, answer)
      case .success(let step): answer(.success(removed + step.removed))
      case .failure(let error): answer(.failure(error))
      }
    } _: { results throws(PostgresError) in
      guard let row = results[0].rows.first else { throw .unexpectedAnswer }
      return (Int(try row.integer(0)), Int(try row.integer(1)))
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
    outbox.withLock { $0.waiting += texts }
    publishNext()
  }

  /// Sends the messages that wait: one transaction after the other, because each connection of the pool has its own pace.
  private func publishNext() {
    let texts = outbox.withLock { outbox -> [String] in
      guard !outbox.areSent, !outbox.waiting.isEmpty else { return [] }
      outbox.areSent = true
      defer { outbox.waiting = [] }
      return outbox.waiting
    }
    guard !texts.isEmpty else { return }
    pool.add(
      PostgresCall(texts.map(notice), .none, isRepeatable: true) { [weak self] _ in
        self?.outbox.withLock { $0.areSent = false }
        self?.publishNext()
      })
  }

  package func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    defer { subscriber.wake() }
    return subscriber.observers.addForMessages(observer)
  }

  package func list(after key: SessionKey?, limit: Int, _ answer: @escaping Answer<[StoredSession]>) {
    let step = statements.list(.bytes(key?.bytes ?? []), PostgresValue(max(limit, 0)))
    call([step], .reading, isRepeatable: true, answer) { results throws(PostgresError) in
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

  /// - Parameter read: Turns the results into the answer.
  private func call<Value>(
    _ steps: [PostgresStep], checks: [PostgresStep] = [], _ batchPolicy: PostgresCall.BatchPolicy, isRepeatable: Bool,
    _ answer: @escaping Answer<Value>,
    _ read: @escaping @Sendable ([PostgresRows]) throws(PostgresError) -> Value
  ) {
    let url = url
    pool.add(
      PostgresCall(steps, checks: checks, batchPolicy, isRepeatable: isRepeatable) { result in
        do throws(PostgresError) {
          answer(.success(try read(try result.get())))
        } catch {
          answer(.failure(error.inUse(of: url)))
        }
      })
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

internal import Glibc
internal import Basics
internal import Synchronization

/// Sessions in a Redis (version 5 or newer), which several servers can use at the same time.
///
/// Redis must keep what it stores: without `maxmemory-policy noeviction` it drops sessions when its memory is full, and
/// without `appendonly yes` all sessions end with its process. With `appendfsync always` a saved session survives a power
/// failure; with `everysec`, the default, those of the last second may be lost. A lost session is not reported. Redis must
/// be a single server, with or without replicas, and not a cluster: one script changes several keys.
///
/// Answers come on the thread of the connection, which does nothing else meanwhile. A call fails with
/// ``StorageError/unavailable(_:)`` if there is no connection, or no reply in time: Redis may or may not have run it. The
/// storage connects again until ``close()``.
package final class RedisStorage: SessionStorage {
  private let url: RedisURL
  private let limits: StorageLimits
  private let now: @Sendable () -> Int64
  private let pipeline: RedisPipeline
  private let subscriber: RedisSubscriber
  private let threads = Locked<[SystemThread]>([])

  /// The name of this server among those that use the Redis.
  private let node = UInt64.random(in: .min ... .max).hexadecimal
  private let saves = Atomic<UInt64>(0)

  /// Connects to Redis, and waits for the result.
  ///
  /// - Parameter now: The clock, in seconds since 1970. The clocks of all servers should agree.
  /// - Throws: `.unusable` if an operator has to change something, such as a wrong password; `.unavailable` if Redis does
  ///   not answer.
  package convenience init(
    _ url: RedisURL, limits: StorageLimits = StorageLimits(),
    now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
  ) throws(StorageError) {
    try self.init(url, limits: limits, timeouts: RedisTimeouts(), now: now)
  }

  init(
    _ url: RedisURL, limits: StorageLimits, timeouts: RedisTimeouts, now: @escaping @Sendable () -> Int64
  ) throws(StorageError) {
    self.url = url
    self.limits = limits
    self.now = now
    namePrefix = url.prefix + ":session:"
    do throws(RedisProblem) {
      let destination = try RedisDestination(url, timeouts)
      try destination.check()
      pipeline = try RedisPipeline(destination)
      subscriber = try RedisSubscriber(destination, node: node, pipeline)
      try start { [pipeline] in pipeline.run() }
      try start { [subscriber] in subscriber.run() }
    } catch {
      throw error.atStart(of: url)
    }
  }

  private func start(_ body: @escaping @Sendable () -> Void) throws(RedisProblem) {
    do {
      let thread = try SystemThread(body)
      threads.withLock { $0.append(thread) }
    } catch {
      throw RedisProblem(error)
    }
  }

  deinit {
    // An answer may release the storage on one of the threads, which cannot wait for itself.
    for thread in end() { thread.detach() }
  }

  /// Waits until all calls are answered, and ends the threads. Must not be called by an answer.
  package func close() {
    let threads = end()
    precondition(!threads.contains(where: \.isCurrent), "An answer must not close the storage that it comes from.")
    for thread in threads { thread.join() }
  }

  private func end() -> [SystemThread] {
    pipeline.close()
    subscriber.close()
    return threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
  }

  package var isShared: Bool { true }
  package var isInTouch: Bool { subscriber.isInTouch }
  package var answersOnOwnThreads: Bool { true }

  // MARK: - One session

  package func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Answer<LoadedSession>) {
    var command = RedisCommand(.load, keys: [name(key)])
    command.append(version)
    command.append(now())
    call(command, isRepeatable: true, answer) { reply throws(RedisProblem) in
      switch reply {
      case .none: return .none
      case .integer: return .unchanged
      default: return try Self.loaded(reply)
      }
    }
  }

  package func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Answer<SavedSession>
  ) {
    let content: [UInt8]
    do {
      content = try record.encodedContent(most: limits.contentBytes)
    } catch {
      return answer(.failure(error))
    }
    let now = now()
    let number = saves.add(1, ordering: .relaxed).newValue
    let key = key.hexadecimal
    var command = RedisCommand(.save, keys: [namePrefix + key])
    for text in [url.prefix, node, key, "\(node)-\(number)"] { command.append(text) }
    command.append(version)
    command.append(now)
    command.append(Self.timeToLive(record.expiry, now))
    command.append(limits.sessionsPerAddress)
    command.append(record.version)
    command.append(content)
    command.append(record.created)
    command.append(record.expiry)
    command.append(record.isUsed ? 1 : 0)
    command.append(record.address)
    call(command, isRepeatable: true, answer) { reply throws(RedisProblem) in
      switch reply {
      case .integer(0): return .outdated
      case .integer(1): return .saved
      case .integer(2): return .tooManyOfAddress
      default: throw .unexpectedAnswer
      }
    }
  }

  package func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Answer<Void>) {
    let now = now()
    var command = RedisCommand(.touch, keys: [name(key)])
    for text in [url.prefix, key.hexadecimal] { command.append(text) }
    for number in [now, expiry, Self.timeToLive(expiry, now)] { command.append(number) }
    call(command, isRepeatable: true, answer) { _ in }
  }

  package func rename(_ key: SessionKey, to newKey: SessionKey, _ answer: @escaping Answer<Bool>) {
    var command = RedisCommand(.rename, keys: [name(key), name(newKey)])
    for text in [url.prefix, node, key.hexadecimal, newKey.hexadecimal] { command.append(text) }
    // A second run would find no session.
    call(command, isRepeatable: false, answer, Self.flag)
  }

  package func remove(_ key: SessionKey, _ answer: @escaping Answer<Bool>) {
    var command = RedisCommand(.remove, keys: [name(key)])
    for text in [url.prefix, node, key.hexadecimal] { command.append(text) }
    call(command, isRepeatable: false, answer, Self.flag)
  }

  package func setAside(_ key: SessionKey, _ answer: @escaping Answer<Void>) {
    var command = RedisCommand(.setAside, keys: [name(key)])
    for text in [url.prefix, node, key.hexadecimal] { command.append(text) }
    // A second run might set aside a session that was stored in between.
    call(command, isRepeatable: false, answer) { _ in }
  }

  // MARK: - All sessions

  /// Redis removes expired sessions itself.
  package func removeExpired(_ answer: @escaping Answer<Int>) { answer(.success(0)) }

  /// - Parameter observer: Called with nil when the subscription begins, and when it begins again after a lost
  ///   connection.
  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    subscriber.add(observer)
  }

  /// Reads all keys of the database on each call. Leaves out expired sessions.
  package func list(after key: SessionKey?, most: Int, _ answer: @escaping Answer<[StoredSession]>) {
    RedisListing(self, after: key, most: most, answer).start()
  }

  // MARK: - Calls

  /// The name of the hash of a session.
  func name(_ key: SessionKey) -> String { namePrefix + key.hexadecimal }

  let namePrefix: String

  var currentTime: Int64 { now() }

  /// - Parameter read: Turns the reply into the answer.
  func call<Value>(
    _ command: RedisCommand, isRepeatable: Bool, _ answer: @escaping Answer<Value>,
    _ read: @escaping @Sendable (RedisReply) throws(RedisProblem) -> Value
  ) {
    let url = url
    pipeline.add(
      RedisCall(command, isRepeatable: isRepeatable) { result in
        do throws(RedisProblem) {
          answer(.success(try read(try result.get())))
        } catch {
          answer(.failure(error.inUse(of: url)))
        }
      })
  }

  private static let flag: @Sendable (RedisReply) throws(RedisProblem) -> Bool = { reply throws(RedisProblem) in
    guard case .integer(let number) = reply else { throw .unexpectedAnswer }
    return number != 0
  }

  /// The seconds until the expiry. A duration is right whatever Redis's clock says.
  private static func timeToLive(_ expiry: Int64, _ now: Int64) -> Int64 {
    let (seconds, overflows) = expiry.subtractingReportingOverflow(now)
    // Redis refuses durations that overflow as milliseconds. A century is long enough.
    return overflows ? 0 : min(max(seconds, 0), 100 * 365 * 86400)
  }

  private static func loaded(_ reply: RedisReply) throws(RedisProblem) -> LoadedSession {
    guard case .list(let fields) = reply, fields.count >= 6 else { throw .unexpectedAnswer }
    guard fields[1] != .none else { return .unreadable("it has no content") }
    let record = record(fields)
    let areNumbers = [
      // A save compares versions as text, so that it could not replace "05".
      ("version", fields[0].text == "\(record.version)"), ("creation time", fields[2].number(as: Int64.self) != nil),
      ("expiry", fields[3].number(as: Int64.self) != nil), ("use", fields[4].number(as: Int.self) != nil),
      ("address", fields[5].number(as: UInt64.self) != nil),
    ]
    if let (name, _) = areNumbers.first(where: { !$1 }) { return .unreadable("its \(name) is no number") }
    return LoadedSession(stored: record)
  }

  /// A session from its fields. A field that is not a number becomes 0.
  static func record(_ fields: [RedisReply]) -> SessionRecord {
    let content: [UInt8] = if case .bytes(let bytes) = fields[1] { bytes } else { [] }
    return SessionRecord(
      version: fields[0].number() ?? 0, content: EncodedContent(bytes: content), created: fields[2].number() ?? 0,
      expiry: fields[3].number() ?? 0, isUsed: fields[4].number(as: Int.self) ?? 0 != 0,
      address: fields[5].number() ?? 0)
  }
}

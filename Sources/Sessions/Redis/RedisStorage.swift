internal import Glibc
internal import Basics
internal import Synchronization

/// Sessions in a Redis (version 5 or newer), for several servers at once.
///
/// Redis has to keep what it is given: `maxmemory-policy noeviction`, or sessions vanish when its memory is full; and
/// `appendonly yes`, or they vanish with its process. With `appendfsync always` a session that was saved survives a
/// power failure; with `everysec`, the default, the last second may be lost. What is lost is gone, and is not
/// reported. It has to be a single server, with replicas if you like, not a cluster: one script changes several keys.
///
/// Calls wait in a queue until one of a few connections is free, and are answered on its thread, which takes no other
/// calls meanwhile. Those that find no connection, and those that are not answered in time, fail with
/// ``StorageError/unavailable(_:)``: whether Redis did what they asked for is then unknown. Connections that were
/// lost are made anew until ``close()``.
package final class RedisStorage: SessionStorage {
  private let url: RedisURL
  private let limits: StorageLimits
  private let now: @Sendable () -> Int64
  private let queue: RedisQueue
  private let workers: [RedisWorker]
  private let subscriber: RedisSubscriber
  private let threads = Locked<[RedisThread]>([])

  /// What this process is known by to the others.
  private let node = Hexadecimal.digits(.random(in: .min ... .max))
  private let writes = Atomic<UInt64>(0)

  /// Connects to Redis, which takes a moment: the call waits for it.
  ///
  /// - Parameter now: The clock, in seconds since 1970. The clocks of all nodes should agree.
  /// - Throws: `.unusable` if somebody has to see to it, as for a wrong password; `.unavailable` if it cannot be
  ///   reached.
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
    do throws(RedisProblem) {
      let destination = try RedisDestination(url, timeouts)
      try destination.check()
      let queue = RedisQueue(destination)
      self.queue = queue
      var workers: [RedisWorker] = []
      for _ in 0..<url.connections { workers.append(try RedisWorker(destination, queue)) }
      self.workers = workers
      subscriber = try RedisSubscriber(destination, node: node)
      for worker in workers { try start { worker.run() } }
      try start { [subscriber] in subscriber.run() }
    } catch {
      throw error.atStart(of: url)
    }
  }

  private func start(_ body: @escaping @Sendable () -> Void) throws(RedisProblem) {
    let thread = try RedisThread(body)
    threads.withLock { $0.append(thread) }
  }

  deinit {
    // Perhaps on one of the threads, in an answer, where they cannot be waited for.
    for thread in end() { thread.detach() }
  }

  /// Finishes the calls that were begun, as far as there is a connection, and waits for the threads. Not to be called
  /// from an answer.
  package func close() {
    for thread in end() { thread.join() }
    queue.abandon()
  }

  private func end() -> [RedisThread] {
    queue.close()
    for worker in workers { worker.bell.ring() }
    subscriber.close()
    return threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
  }

  package var isShared: Bool { true }
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
    let write = writes.add(1, ordering: .relaxed).newValue
    var command = RedisCommand(.save, keys: [name(key)])
    for text in [url.prefix, node, key.hexadecimal, "\(node)-\(write)"] { command.append(text) }
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
    // Asked again, Redis would say that there is no such session any more.
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
    // Asked again, Redis might set aside what was stored anew meanwhile.
    call(command, isRepeatable: false, answer) { _ in }
  }

  // MARK: - All of them

  /// Redis forgets them by itself.
  package func removeExpired(_ answer: @escaping Answer<Int>) { answer(.success(0)) }

  /// - Parameter observer: Is called on a thread that waits for it. It is given nil once it listens, and after each
  ///   time that the connection was lost.
  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    subscriber.add(observer)
  }

  /// Walks through all keys of the database, each time: for operators only. Sessions whose time is up are left out.
  package func list(after key: SessionKey?, most: Int, _ answer: @escaping Answer<[StoredSession]>) {
    RedisListing(self, after: key, most: most, answer).start()
  }

  // MARK: - Calls

  /// The name of a session's hash.
  func name(_ key: SessionKey) -> String { namePrefix + key.hexadecimal }

  var namePrefix: String { url.prefix + ":session:" }

  var currentTime: Int64 { now() }

  /// - Parameter read: Makes the answer of the reply.
  func call<Value>(
    _ command: RedisCommand, isRepeatable: Bool, _ answer: @escaping Answer<Value>,
    _ read: @escaping @Sendable (RedisReply) throws(RedisProblem) -> Value
  ) {
    let url = url
    queue.add(
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

  /// In seconds. Relative, so that Redis needs no clock that agrees with ours.
  private static func timeToLive(_ expiry: Int64, _ now: Int64) -> Int64 {
    let (seconds, isTooMuch) = expiry.subtractingReportingOverflow(now)
    // Redis refuses times that its milliseconds have no room for. A century is for ever.
    return isTooMuch ? 0 : min(max(seconds, 0), 100 * 365 * 86400)
  }

  private static func loaded(_ reply: RedisReply) throws(RedisProblem) -> LoadedSession {
    guard case .list(let fields) = reply, fields.count >= 6 else { throw .unexpectedAnswer }
    guard fields[1] != .none else { return .unreadable("it has no content") }
    let record = record(fields)
    let areNumbers = [
      // A version that is written in another way could not be replaced.
      ("version", fields[0].text == "\(record.version)"), ("creation time", fields[2].number(as: Int64.self) != nil),
      ("expiry", fields[3].number(as: Int64.self) != nil), ("use", fields[4].number(as: Int.self) != nil),
      ("address", fields[5].number(as: UInt64.self) != nil),
    ]
    if let (name, _) = areNumbers.first(where: { !$1 }) { return .unreadable("its \(name) is no number") }
    return LoadedSession(stored: record)
  }

  /// A session of its fields. Those that are no numbers are 0: something else may have written them.
  static func record(_ fields: [RedisReply]) -> SessionRecord {
    let content: [UInt8] = if case .bytes(let bytes) = fields[1] { bytes } else { [] }
    return SessionRecord(
      version: fields[0].number() ?? 0, content: EncodedContent(bytes: content), created: fields[2].number() ?? 0,
      expiry: fields[3].number() ?? 0, isUsed: fields[4].number(as: Int.self) ?? 0 != 0,
      address: fields[5].number() ?? 0)
  }
}

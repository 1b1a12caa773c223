package import Sessions
internal import Glibc
internal import Basics
internal import Dispatch
internal import Synchronization

/// Sessions in a Redis (version 5 or newer), or in a cluster (version 7 or newer), which several servers can use at the same
/// time.
///
/// Redis must keep what it stores: without `maxmemory-policy noeviction` it drops sessions when its memory is full, and
/// without `appendonly yes` all sessions end with its process. With `appendfsync always` a saved session survives a power
/// failure; with `everysec`, the default, those of the last second may be lost. A failover may lose changes that no replica
/// has: with the parameter `wait=N` of the URL, a change is answered only when N replicas have it. A lost session is not
/// reported.
///
/// Answers come on the thread of a connection, which does nothing else meanwhile. A call fails with
/// ``StorageError/unavailable(_:)`` if there is no connection, or no reply in time: Redis may or may not have run it. The
/// storage connects again until ``close()``.
package final class RedisStorage: SessionStorage {
  private let url: RedisURL
  let limits: StorageLimits
  private let now: @Sendable () -> Int64
  private let servers: any RedisServers
  let names: RedisNames
  let scripts: RedisScripts
  package let format: StorageFormat

  /// The name of this server among those that use the Redis.
  let node = UInt64.random(in: .min ... .max).hexadecimal
  private let saves = Atomic<UInt64>(0)

  /// Connects to Redis, and waits for the result.
  ///
  /// - Parameter now: The clock, in seconds since 1970. The clocks of all servers should agree.
  /// - Throws: `.unusable` if an operator has to change something, such as a wrong password; `.unavailable` if Redis does
  ///   not answer.
  package convenience init(
    _ url: RedisURL, limits: StorageLimits = StorageLimits(),
    now: @escaping @Sendable () -> Int64 = { WallClock.now() }
  ) throws(StorageError) {
    try self.init(url, limits: limits, timeouts: RedisTimeouts(), now: now)
  }

  init(
    _ url: RedisURL, limits: StorageLimits, timeouts: RedisTimeouts, now: @escaping @Sendable () -> Int64
  ) throws(StorageError) {
    self.url = url
    self.limits = limits
    self.now = now
    oldTransaction = Int(timeouts.transaction / .milliseconds(1))
    do throws(RedisError) {
      (servers, names) = try url.servers(timeouts, node: node)
      do throws(RedisError) {
        format = try servers.format(names)
      } catch {
        servers.close(waits: false)
        throw error
      }
      scripts = RedisScripts(isCluster: names.isCluster, format)
    } catch {
      throw error.atStart(of: url)
    }
    servers.observers.retry { [weak self] key in self?.load(key, unless: 0) { _ in } }
  }

  // Calls that wait for a transaction of a cluster.
  let waiting = DispatchGroup()
  let isClosing = Locked(false)
  /// How old a transaction is that may be aborted, in milliseconds.
  let oldTransaction: Int

  // An answer may release the storage on one of the threads, which cannot wait for itself.
  deinit { servers.close(waits: false) }

  /// Waits until all calls are answered, and ends the threads. Must not be called by an answer.
  package func close() {
    isClosing.withLock { $0 = true }
    waiting.wait()
    servers.close(waits: true)
  }

  package func finishUpgrade(_ answer: @escaping Answer<Void>) {
    call(.raisingFormat(to: StorageFormat.latest.rawValue, names), answer) { _ in }
  }

  package var isShared: Bool { true }
  package var isInTouch: Bool { servers.isInTouch && servers.observers.hearsOfAllChanges }

  // MARK: - One session

  package func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Answer<LoadedSession>) {
    let command = loading(key, unless: version)
    let read = { @Sendable [servers] (reply: RedisReply) throws(RedisError) in
      let (session, isReader) = try Self.loaded(reply)
      servers.observers.didLoad(key, isReader: isReader)
      return session
    }
    call(call(command, for: key), of: key, .refuses, answer, read) { [self] in
      // The transaction has not changed the session when it was asked for.
      var command = command
      command.append(1)
      call(call(command, for: key), answer, read)
    }
  }

  private func loading(_ key: SessionKey, unless version: UInt64) -> RedisCommand {
    var command = change(scripts.load, key)
    command.append(version)
    command.append(now())
    return command
  }

  package func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Answer<SavedSession>
  ) {
    do throws(StorageError) {
      let call = try saving(record, for: key, replacing: version)
      if names.isCluster { return save(call, record, for: key, isNew: version == 0, .waits, answer) }
      self.call(call, answer) { reply throws(RedisError) in try Self.saved(reply).result }
    } catch {
      answer(.failure(error))
    }
  }

  /// The call that saves a session.
  ///
  /// - Parameter transaction: The transaction that it commits. The call lacks the last argument of its script then.
  func saving(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, in transaction: String? = nil
  ) throws(StorageError) -> RedisCall {
    let content = try record.encodedContent(limit: limits.contentBytes)
    let now = now()
    var command =
      if let transaction {
        change(scripts.commit, key, mark: names.mark(of: transaction))
      } else {
        change(scripts.save, key)
      }
    command.append(nextSave())
    command.append(version)
    command.append(now)
    command.append(Self.timeToLive(record.expiry, now))
    command.append(names.isCluster ? 0 : limits.sessionsPerAddress)
    command.append(record, content)
    return change(command, key, isRepeatable: true)
  }

  /// The number of a save, so that a repeated one finds that it was done.
  func nextSave() -> String { "\(node)-\(saves.add(1, ordering: .relaxed).newValue)" }

  package func save(_ saves: [RecordSave], _ answer: @escaping Answer<SavedSession>) {
    do throws(StorageError) {
      if names.isCluster { return try saveInSteps(saves, answer) }
      call(try saving(saves), answer) { reply throws(RedisError) in try Self.saved(reply).result }
    } catch {
      answer(.failure(error))
    }
  }

  /// The call that saves several records on a single server.
  private func saving(_ saves: [RecordSave]) throws(StorageError) -> RedisCall {
    let now = now()
    var command = RedisCommand(scripts.saveAll, keys: saves.map { names.session($0.key) })
    for text in [names.prefix, names.channel(saves[0].key), node, nextSave()] { command.append(text) }
    command.append(now)
    command.append(limits.sessionsPerAddress)
    for save in saves {
      command.append(save.key.hexadecimal)
      command.append(save.version)
      command.append(Self.timeToLive(save.record.expiry, now))
      command.append(save.record, try save.record.encodedContent(limit: limits.contentBytes))
    }
    return change(command, saves[0].key, isRepeatable: true)
  }

  package func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Answer<Void>) {
    let now = now()
    var command = RedisCommand(scripts.touch, keys: [names.session(key)])
    for text in [names.prefix, key.hexadecimal] { command.append(text) }
    for number in [now, expiry, Self.timeToLive(expiry, now)] { command.append(number) }
    call(call(command, for: key), answer) { [self] reply throws(RedisError) in
      if let (address, isUsed) = Self.changed(reply) { count(key, of: address, isUsed: isUsed, expiry: expiry) }
    }
  }

  package func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64, leaving record: SessionRecord,
    _ answer: @escaping Answer<SavedSession>
  ) {
    do throws(StorageError) {
      if names.isCluster {
        return move(key, to: newKey, version, try saving(record, for: key, replacing: version), answer)
      }
      let now = now()
      var command = RedisCommand(scripts.rename, keys: [names.session(key), names.session(newKey)])
      for text in [names.prefix, node, key.hexadecimal, newKey.hexadecimal] { command.append(text) }
      command.append(version)
      for number in [now, Self.timeToLive(record.expiry, now)] { command.append(number) }
      command.append("c")
      command.append(try record.encodedContent(limit: limits.contentBytes))
      let fields = [
        ("v", "\(record.version)"), ("created", "\(record.created)"), ("expiry", "\(record.expiry)"),
        ("used", record.isUsed ? "1" : "0"), ("address", "\(record.address)"),
      ]
      for (name, value) in fields { for text in [name, value] { command.append(text) } }
      // A second run would find the record.
      call(change(command, key), answer) { reply throws(RedisError) in try Self.saved(reply).result }
    } catch {
      answer(.failure(error))
    }
  }

  package func remove(_ key: SessionKey, version: UInt64?, _ answer: @escaping Answer<Bool>) {
    let call = removal(of: key, if: version.map { "\($0)" } ?? "")
    self.call(call, of: key, .aborts, answer) { [self] reply throws(RedisError) in
      guard let (address, _) = Self.changed(reply) else { return false }
      discount(key, of: address)
      return true
    }
  }

  package func setAside(_ key: SessionKey, _ answer: @escaping Answer<Void>) {
    // A second run might set aside a session that was stored in between.
    call(change(change(scripts.setAside, key), key), of: key, .aborts, answer) { [self] reply throws(RedisError) in
      if let (address, _) = Self.changed(reply) { discount(key, of: address) }
    }
  }

  // MARK: - All sessions

  /// Redis removes expired sessions itself.
  package func removeExpired(_ answer: @escaping Answer<Int>) { answer(.success(0)) }

  /// - Parameter observer: Called with nil when the subscription begins, and when it begins again after a lost
  ///   connection, or in a cluster after slots have moved.
  package func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    defer { servers.wake() }
    return servers.observers.addForChanges(observer)
  }

  package func publish(_ messages: [String]) {
    // In a cluster, all servers subscribe to all channels.
    let channel = names.messageChannel
    for text in messages.compactMap({ Heartbeat.message($0, from: node) }) {
      var command =
        names.isCluster ? RedisCommand(RedisScripts.publish, keys: [channel]) : RedisCommand("PUBLISH", channel)
      command.append(text)
      var call = RedisCall(command, isRepeatable: true) { _ in }
      if names.isCluster { call.slot = RedisNames.slot(tag: 0) }
      servers.add(call)
    }
  }

  package func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    defer { servers.wake() }
    return servers.observers.addForMessages(observer)
  }

  /// Reads all keys of the database on each call. Leaves out expired sessions. In a cluster, it may leave out sessions whose
  /// slot moves meanwhile.
  package func list(after key: SessionKey?, limit: Int, _ answer: @escaping Answer<[StoredSession]>) {
    RedisListing(self, servers.pipelines, after: key, limit: limit, answer).start()
  }

  // MARK: - Calls

  var currentTime: Int64 { now() }

  /// A call that only reads, or that can be made twice.
  func call(_ command: RedisCommand, for key: SessionKey) -> RedisCall {
    var call = RedisCall(command, isRepeatable: true) { _ in }
    if names.isCluster { call.slot = RedisNames.slot(key) }
    return call
  }

  /// The begin of a script that changes a session and tells other servers.
  ///
  /// - Parameters:
  ///   - node: The server in the message to the others; nil for this one.
  ///   - mark: The second key of the script, if it has one.
  func change(_ script: RedisScript, _ key: SessionKey, node: String? = nil, mark: String? = nil) -> RedisCommand {
    let session = names.session(key)
    var command = RedisCommand(script, keys: mark.map { [session, $0] } ?? [session])
    for text in [names.prefix, names.channel(key), node ?? self.node, key.hexadecimal] { command.append(text) }
    return command
  }

  /// A call that changes a session.
  func change(_ command: RedisCommand, _ key: SessionKey, isRepeatable: Bool = false) -> RedisCall {
    var call = call(command, for: key)
    call.isRepeatable = isRepeatable
    call.isChange = true
    if names.isCluster { call.message = RedisCommand("SPUBLISH", names.channel(key), "\(node) \(key.hexadecimal)") }
    return call
  }

  /// - Parameter condition: See the script.
  func removal(of key: SessionKey, if condition: String = "", node: String? = nil) -> RedisCall {
    var command = change(scripts.remove, key, node: node)
    command.append(condition)
    // A second run would find no session.
    return change(command, key)
  }

  /// - Parameter read: Turns the reply into the answer.
  func call<Value>(
    _ call: RedisCall, at pipeline: RedisPipeline? = nil, _ answer: @escaping Answer<Value>,
    _ read: @escaping @Sendable (RedisReply) throws(RedisError) -> Value
  ) {
    let url = url
    var call = call
    call.answer = { result in
      do throws(RedisError) {
        answer(.success(try read(try result.get())))
      } catch {
        answer(.failure(error.inUse(of: url)))
      }
    }
    if let pipeline { pipeline.add(call) } else { servers.add(call) }
  }

  /// The result of a save, and whether the session's use or expiry has changed.
  static func saved(_ reply: RedisReply) throws(RedisError) -> (result: SavedSession, changesCount: Bool) {
    switch reply {
    case .integer(0): return (.outdated, false)
    case .integer(1): return (.saved, true)
    case .integer(2): return (.tooManyOfAddress, false)
    case .integer(3): return (.saved, false)
    default: throw .unexpectedAnswer
    }
  }

  /// The address and the use of a session that a script has changed; nil if there was none.
  static func changed(_ reply: RedisReply) -> (address: UInt64, isUsed: Bool)? {
    guard case .list(let fields) = reply, fields.count == 2 else { return nil }
    return (fields[1].number() ?? 0, fields[0].number(as: Int.self) == 1)
  }

  /// The seconds until the expiry. A duration is right whatever Redis's clock says.
  static func timeToLive(_ expiry: Int64, _ now: Int64) -> Int64 {
    let (seconds, overflows) = expiry.subtractingReportingOverflow(now)
    return overflows ? 0 : min(max(seconds, 0), maxSeconds)
  }

  /// Redis refuses durations that overflow as milliseconds. A century is long enough.
  static let maxSeconds: Int64 = 100 * 365 * 86400

  /// The session in the reply of a load, and whether this server is a reader of it.
  private static func loaded(_ reply: RedisReply) throws(RedisError) -> (LoadedSession, isReader: Bool) {
    switch reply {
    case .none: return (.none, true)
    case .integer(let isReader): return (.unchanged, isReader == 1)
    default: break
    }
    guard case .list(let fields) = reply, fields.count == 7 else { throw .unexpectedAnswer }
    return (loaded(fields), fields[6].number(as: Int.self) == 1)
  }

  private static func loaded(_ fields: [RedisReply]) -> LoadedSession {
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

extension RedisCommand {
  /// Appends the values of a record: version, content, created, expiry, used, address.
  mutating func append(_ record: SessionRecord, _ content: [UInt8]) {
    append(record.version)
    append(content)
    append(record.created)
    append(record.expiry)
    append(record.isUsed ? 1 : 0)
    append(record.address)
  }
}

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
/// A call fails with ``StorageError/unavailable(_:)`` if there is no connection, or no reply in time: Redis may or may not have
/// run it. The storage connects again until ``close()``.
package final class RedisStorage: SessionStorage {
  private let url: RedisURL
  let limits: StorageLimits
  private let now: @Sendable () -> Int64
  let servers: any RedisServers
  let names: RedisNames
  let scripts: RedisScripts

  /// The name of this server among those that use the Redis.
  let node = UInt64.random(in: .min ... .max).hexadecimal
  private let saves = Atomic<UInt64>(0)

  /// Connects to Redis, and waits for the result.
  ///
  /// - Parameter now: The clock, in seconds since 1970. The clocks of all servers should agree.
  /// - Throws: `.unusable` if an operator has to change something, such as a wrong password; `.unavailable` if Redis does
  ///   not answer.
  package init(
    _ url: RedisURL, limits: StorageLimits = StorageLimits(), timeouts: RedisTimeouts = .standard,
    now: @escaping @Sendable () -> Int64 = { WallClock.now() }
  ) throws(StorageError) {
    self.url = url
    self.limits = limits
    self.now = now
    oldTransaction = Int(timeouts.transaction / .milliseconds(1))
    do throws(RedisError) {
      (servers, names) = try url.servers(timeouts, node: node)
      do throws(RedisError) {
        try servers.checkFormat(names)
      } catch {
        servers.close(waits: false)
        throw error
      }
      scripts = RedisScripts(isCluster: names.isCluster)
    } catch {
      throw error.atStart(of: url)
    }
    servers.observers.retry { [weak self] key in
      Task(executorPreference: ImmediateExecutor.shared) { try await self?.load(key, unless: 0) }
    }
  }

  // Calls that wait for a transaction of a cluster.
  let waiting = DispatchGroup()
  let isClosing = Locked(false)
  /// How old a transaction is that may be aborted, in milliseconds.
  let oldTransaction: Int

  // A call may release the storage on one of the threads, which cannot wait for itself.
  deinit { servers.close(waits: false) }

  /// Waits until all calls are answered, and ends the threads. Must not be called by an observer.
  package func close() {
    isClosing.withLock { $0 = true }
    waiting.wait()
    servers.close(waits: true)
  }

  package var isShared: Bool { true }
  package var isInTouch: Bool { servers.isInTouch && servers.observers.hearsOfAllChanges }

  // MARK: - One session

  package func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    try await run { () async throws(RedisError) in
      var command = change(scripts.load, key, version, now())
      var reply = try await reply(to: call(command, for: key), of: key, .refuses)
      if reply == nil {
        // The transaction has not changed the session when it was asked for.
        command.append(1)
        reply = try await servers.reply(to: call(command, for: key))
      }
      let (session, isReader) = try loaded(reply, key)
      servers.observers.didLoad(key, isReader: isReader)
      return session
    }
  }

  package func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    if saves.count > 1, names.isCluster {
      let commit = try RedisCommit(self, saves)
      return try await run { () async throws(RedisError) in try await commit.run() }
    }
    let call = try saving(saves)
    return try await run { () async throws(RedisError) in
      try Self.saved(try await reply(to: call, of: saves[0].key, .waits))
    }
  }

  /// The call that saves records: in a cluster one, and on a single server any number.
  ///
  /// - Parameter transaction: The transaction that it commits. The call lacks the last argument of its script then.
  func saving(_ saves: [RecordSave], in transaction: String? = nil) throws(StorageError) -> RedisCall {
    let now = now()
    var keys = saves.map { names.session($0.key) }
    if let transaction { keys.append(names.mark(of: transaction)) }
    var command = RedisCommand(
      transaction == nil ? scripts.save : scripts.commit, keys: keys, names.channel(saves[0].key), node, nextSave(), now
    )
    for save in saves {
      command.append(save.key.hexadecimal, save.version, Self.timeToLive(save.record.expiry, now))
      command.append(save.record, try save.record.encodedContent(limit: limits.contentBytes))
    }
    return change(command, saves[0].key, isRepeatable: true)
  }

  /// The number of a save, so that a repeated one finds that it was done.
  func nextSave() -> String { "\(node)-\(saves.add(1, ordering: .relaxed).newValue)" }

  package func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    try await run { () async throws(RedisError) in
      let now = now()
      let command = RedisCommand(
        scripts.touch, keys: [names.session(key)], now, expiry, Self.timeToLive(expiry, now))
      _ = try await servers.reply(to: call(command, for: key))
    }
  }

  package func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    try await run { () async throws(RedisError) in
      // A second run would find no session.
      let call = change(change(scripts.remove, key, version.map { "\($0)" } ?? ""), key)
      return try await reply(to: call, of: key, .aborts) == .integer(1)
    }
  }

  // MARK: - All sessions

  /// Redis removes expired sessions itself.
  package func removeExpired() async throws(StorageError) -> Int { 0 }

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
      var call = RedisCall(.publish(on: channel, isSharded: names.isCluster), isRepeatable: true)
      call.command.append(text)
      if names.isCluster { call.slot = RedisNames.slot(tag: 0) }
      servers.post(call)
    }
  }

  package func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    defer { servers.wake() }
    return servers.observers.addForMessages(observer)
  }

  /// Reads all keys of the database on each call. Leaves out expired sessions. In a cluster, it may leave out sessions whose
  /// slot moves meanwhile.
  package func list(after key: SessionKey?, limit: Int) async throws(StorageError) -> [StoredSession] {
    try await run { () async throws(RedisError) in try await sessions(after: key, limit: limit) }
  }

  // MARK: - Calls

  var currentTime: Int64 { now() }

  /// Runs the steps of a call.
  private func run<Value>(_ steps: () async throws(RedisError) -> Value) async throws(StorageError) -> Value {
    do throws(RedisError) {
      return try await withTaskExecutorPreference(ImmediateExecutor.shared, operation: steps)
    } catch {
      throw error.inUse(of: url)
    }
  }

  /// A call that only reads, or that can be made twice.
  func call(_ command: RedisCommand, for key: SessionKey) -> RedisCall {
    var call = RedisCall(command, isRepeatable: true)
    if names.isCluster { call.slot = RedisNames.slot(key) }
    return call
  }

  /// The begin of a script that changes a session and tells other servers.
  ///
  /// - Parameter node: The server in the message to the others; nil for this one.
  func change<each Argument: LosslessStringConvertible>(
    _ script: RedisScript, _ key: SessionKey, node: String? = nil, _ arguments: repeat each Argument
  ) -> RedisCommand {
    RedisCommand(
      script, keys: [names.session(key)], names.channel(key), node ?? self.node, key.hexadecimal, repeat each arguments)
  }

  /// A call that changes a session.
  func change(_ command: RedisCommand, _ key: SessionKey, isRepeatable: Bool = false) -> RedisCall {
    var call = call(command, for: key)
    call.isRepeatable = isRepeatable
    call.isChange = true
    if names.isCluster { call.message = RedisCommand("SPUBLISH", names.channel(key), "\(node) \(key.hexadecimal)") }
    return call
  }

  /// The result of a save.
  ///
  /// - Parameter reply: Nil if the call has given up.
  static func saved(_ reply: RedisReply?) throws(RedisError) -> SavedSession {
    switch reply {
    case nil, .integer(0)?: .outdated
    case .integer(1)?: .saved
    default: throw .unexpectedAnswer
    }
  }

  /// The seconds until the expiry. A duration is right whatever Redis's clock says.
  static func timeToLive(_ expiry: Int64, _ now: Int64) -> Int64 {
    let (seconds, overflows) = expiry.subtractingReportingOverflow(now)
    return overflows ? 0 : min(max(seconds, 0), maxSeconds)
  }

  /// How long a session without an expiry is kept if it is quarantined.
  private static let secondsForOperators: Int64 = 30 * 86400

  /// Redis refuses durations that overflow as milliseconds. A century is long enough.
  static let maxSeconds: Int64 = 100 * 365 * 86400

  /// The session in the reply of a load, and whether this server is a reader of it.
  private func loaded(
    _ reply: RedisReply?, _ key: SessionKey
  ) throws(RedisError) -> (LoadedSession, isReader: Bool) {
    switch reply {
    case RedisReply.none?: return (.none, true)
    case .integer(let isReader)?: return (.unchanged, isReader == 1)
    default: break
    }
    guard case .list(let fields) = reply, fields.count == 6 else { throw .unexpectedAnswer }
    return (loaded(fields, key), fields[5].number(as: Int.self) == 1)
  }

  private func loaded(_ fields: [RedisReply], _ key: SessionKey) -> LoadedSession {
    var record = Self.record(fields)
    let problems = [
      (fields[1] == .none, "it has no content"),
      // A save compares versions as text, so that it could not replace "05".
      (fields[0].text != "\(record.version)", "its version is no number"),
      (fields[3].number(as: Int64.self) == nil, "its expiry is no number"),
      (fields[2].number(as: Int64.self) == nil, "its creation time is no number"),
      (fields[4].number(as: Int.self) == nil, "its use is no number"),
    ]
    guard let (_, problem) = problems.first(where: \.0) else { return LoadedSession(stored: record, for: key) }
    let (hasVersion, hasExpiry) = (!problems[1].0 && SessionRecord.versions.contains(record.version), !problems[2].0)
    if !hasExpiry { record.expiry = now() + Self.secondsForOperators }
    // Without both, a save finds no session.
    let version = hasVersion && hasExpiry ? record.version : 0
    return .unreadable(problem, quarantine: RecordSave(quarantining: record, for: key, replacing: version))
  }

  /// A session from its fields. A field that is not a number becomes 0.
  static func record(_ fields: [RedisReply]) -> SessionRecord {
    let content: [UInt8] = if case .bytes(let bytes) = fields[1] { bytes } else { [] }
    return SessionRecord(
      version: fields[0].number() ?? 0, content: EncodedContent(bytes: content), created: fields[2].number() ?? 0,
      expiry: fields[3].number() ?? 0, isUsed: fields[4].number(as: Int.self) ?? 0 != 0)
  }
}

extension RedisCommand {
  /// Appends the values of a record: version, content, created, expiry, used, aside.
  mutating func append(_ record: SessionRecord, _ content: [UInt8]) {
    append(record.version)
    append(content)
    append(record.created, record.expiry, record.isUsed ? 1 : 0, record.isQuarantined ? "1" : "")
  }

  /// Sends a message, which is to be appended.
  static func publish(on channel: String, isSharded: Bool) -> RedisCommand {
    isSharded ? RedisCommand(RedisScripts.publish, keys: [channel]) : RedisCommand("PUBLISH", channel)
  }
}

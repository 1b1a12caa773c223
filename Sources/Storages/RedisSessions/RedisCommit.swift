internal import Basics
internal import Dispatch
internal import Sessions

/// A save of several records as one in a cluster, where a script can only use keys of one slot.
///
/// The first record decides. Each step is a script on the server of one record, and can be repeated:
///
/// | step | record | what it does | if the process ends after it |
/// | --- | --- | --- | --- |
/// | prepare | each but the first, in the order of their keys | writes the new values beside the current ones, if the version is the expected one and no other transaction has prepared the record | no record is changed |
/// | commit | the first | saves it if its version is the expected one, and sets the mark of the transaction | all records are changed |
/// | finish | each but the first | replaces the current values by the prepared ones, and tells other servers | all records are changed |
/// | forget | – | removes the mark | – |
///
/// If a step refuses, the prepared values are dropped.
///
/// The mark is a key `PREFIX:commit:{TAG}-NODE-NUMBER` in the slot of the first record, with one of the values `committed` and
/// `aborted`. A committed mark expires after all prepared records, an aborted one when no call can be on its way any more.
///
/// A prepared record has its values in fields that begin with `p.`, the name of the transaction in `p.tx`, and the time of
/// Redis in `p.at`, in milliseconds. A new record has no other fields until it takes these over. Calls that find a prepared
/// record ask for the mark:
///
/// | mark | load | save, prepare | commit | remove |
/// | --- | --- | --- | --- | --- |
/// | committed | finish, repeat | finish, repeat | finish, repeat | finish, repeat |
/// | aborted | drop, repeat | drop, repeat | drop, repeat | drop, repeat |
/// | none, and the transaction is new | the current values | repeat after a pause | outdated | abort, drop, repeat |
/// | none, and the transaction is old | abort, drop, repeat | abort, drop, repeat | abort, drop, repeat | abort, drop, repeat |
///
/// To abort is to set the mark `aborted` if there is none. A later commit finds it, and refuses. So a transaction that is
/// aborted changes no record, and one that is committed changes all of them, whichever process ends when. A record that is
/// removed while it is prepared aborts the transaction; one that is removed after the commit has been saved before. A list asks
/// for the mark, too, and does not abort. A touch changes the current expiry and the prepared one.
///
/// Transactions that wait have prepared records with smaller keys than the one they wait for, and a commit does not wait. So they
/// never wait for each other in a circle.
///
/// As for a single session, a failover may lose what no replica has: the prepared values of a record, or the mark. With the
/// parameter `wait=N` of the URL, each step waits for replicas.
final class RedisCommit {
  private let storage: RedisStorage
  let transaction: String
  private let session: RecordSave
  private let commitCall: RedisCall
  private let others: [(key: SessionKey, preparation: RedisCall)]
  /// How long the prepared records may stay in Redis, in seconds.
  private var lifetime: Int64 = 0

  /// Encodes the records.
  init(_ storage: RedisStorage, _ saves: [RecordSave]) throws(StorageError) {
    self.storage = storage
    session = saves[0]
    transaction = "\(session.key.hexadecimal.prefix(RedisNames.tagLength))-\(storage.nextSave())"
    commitCall = try storage.saving([session], in: transaction)
    var others: [(key: SessionKey, preparation: RedisCall)] = []
    for save in saves.dropFirst().sorted(by: { $0.key < $1.key }) {
      others.append((save.key, try storage.preparing(save, in: transaction)))
    }
    self.others = others
  }

  func run() async throws(RedisError) -> SavedSession {
    for index in others.indices {
      do throws(RedisError) {
        guard try await prepare(index) else {
          drop(upTo: index)
          return .outdated
        }
      } catch {
        drop(upTo: index + 1)
        throw error
      }
    }
    do throws(RedisError) {
      let result = try await commit()
      // These calls are on their way when the save is answered. A later call of this server finds their work.
      if result == .saved { finish() } else { drop(upTo: others.count) }
      return result
    } catch {
      // Redis may have run the commit, or may still run it.
      guard let decision = try? await storage.decide(transaction, aborts: true) else { throw error }
      if decision == .committed {
        finish()
        return .saved
      }
      drop(upTo: others.count)
      throw error
    }
  }

  // MARK: - Steps

  /// The result is false if the record has not the expected version.
  func prepare(_ index: Int) async throws(RedisError) -> Bool {
    let (key, call) = others[index]
    guard case .integer(let seconds) = try await storage.reply(to: call, of: key, .waits) else {
      throw .unexpectedAnswer
    }
    lifetime = max(lifetime, Int64(seconds))
    return seconds > 0
  }

  func commit() async throws(RedisError) -> SavedSession {
    var call = commitCall
    call.command.append(lifetime + RedisCommits.markSeconds)
    return try RedisStorage.saved(try await storage.reply(to: call, of: session.key, .refuses))
  }

  func finish(_ index: Int) async throws(RedisError) {
    _ = try await storage.servers.reply(to: storage.finishing(transaction, others[index].key))
  }

  /// Lets all records take over what was prepared, and then removes the mark. Does not wait for it. If that fails, later
  /// calls do it when they find a prepared record, and the mark expires.
  private func finish() {
    let calls = others.map { storage.finishing(transaction, $0.key) }
    Task(executorPreference: ImmediateExecutor.shared) { [storage, transaction] in
      try await withThrowingTaskGroup { group in
        for call in calls { group.addTask { try await storage.servers.reply(to: call) } }
        for try await _ in group {}
      }
      _ = try await storage.servers.reply(to: storage.forgetting(transaction))
    }
  }

  /// Drops what was prepared. Does not wait for it.
  private func drop(upTo end: Int) {
    for (key, _) in others[..<end] { storage.servers.post(storage.dropping(transaction, key)) }
  }
}

/// A transaction that a script has found in a record.
struct RedisPreparation: Sendable {
  let transaction: String
  /// In milliseconds, by the clock of Redis. Less than 0 if that was set back.
  let age: Int

  init(_ transaction: String, age: Int) {
    self.transaction = transaction
    self.age = age
  }

  /// Nil if the reply is another one.
  init?(_ reply: RedisReply) {
    guard case .list(let parts) = reply, parts.count == 3, parts[0].text == "prepared",
      let transaction = parts[1].text
    else { return nil }
    self.init(transaction, age: parts[2].number() ?? .max)
  }
}

/// The scripts of ``RedisCommit``.
enum RedisCommits {
  /// How long a mark stays that an expected call may still ask for.
  static let markSeconds: Int64 = 3600

  /// All fields of a prepared record.
  private static let fields = "'p.tx', 'p.at', 'p.v', 'p.c', 'p.created', 'p.expiry', 'p.used', 'p.aside'"

  /// The reply of a script that finds a prepared record.
  ///
  /// - Parameter transaction: The variable with the name of the transaction.
  static func returnPrepared(_ transaction: String) -> String {
    """
    local time, at = redis.call('TIME'), redis.call('HGET', KEYS[1], 'p.at')
    return {'prepared', \(transaction), math.floor(time[1] * 1000 + time[2] / 1000) - (tonumber(at) or 0)}
    """
  }

  /// The begin of a script that changes no prepared record.
  static let check = """
    local tx = redis.call('HGET', KEYS[1], 'p.tx')
    if tx then \(returnPrepared("tx")) end

    """

  /// The begin of a script that touches a record. A prepared record keeps its time to live, which the mark outlives.
  static let touchPrepared = """
    local p = tonumber(redis.call('HGET', KEYS[1], 'p.expiry') or '')
    if p and p < tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], 'p.expiry', ARGV[2]) end

    """

  /// KEYS: session, mark. The begin of a script that saves.
  static let checkMark = """
    local mark = redis.call('GET', KEYS[2])
    if mark then return mark == 'committed' and 1 or 0 end

    """

  /// ARGV[14]: seconds to keep the mark.
  static let setMark = "redis.call('SET', KEYS[2], 'committed', 'EX', ARGV[14])"

  /// KEYS: session. ARGV: transaction, version to replace, now, seconds to live, then the values.
  /// Returns the seconds that the record stays in Redis; 0 for outdated.
  fileprivate static let prepare = RedisScript(
    """
    local session, tx, replaced, now, ttl = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
    local version, content, created, expiry, used, aside = unpack(ARGV, 5)
    local s = redis.call('HMGET', session, 'v', 'expiry', 'aside', 'p.tx')
    if s[4] and s[4] ~= tx then \(returnPrepared("s[4]")) end
    local isLive = \(RedisScripts.isLive)
    if not s[4] then
      if (isLive and s[1] or '0') ~= replaced then return 0 end
      local time = redis.call('TIME')
      redis.call('HSET', session, 'p.tx', tx, 'p.at', math.floor(time[1] * 1000 + time[2] / 1000), 'p.v', version,
        'p.c', content, 'p.created', created, 'p.expiry', expiry, 'p.used', used, 'p.aside', aside)
      if redis.call('TTL', session) < ttl then redis.call('EXPIRE', session, ttl) end
    end
    return math.max(redis.call('TTL', session), 1)
    """)

  /// KEYS: mark. ARGV: nothing, or the seconds to keep the mark `aborted`, which is set if there is none.
  /// Returns the mark.
  fileprivate static let decide = RedisScript(
    """
    local mark = redis.call('GET', KEYS[1])
    if not mark and ARGV[1] ~= '' then
      mark = 'aborted'
      redis.call('SET', KEYS[1], mark, 'EX', ARGV[1])
    end
    return mark
    """)

  /// KEYS: session. ARGV: channel, node, key, transaction, now.
  /// Does nothing if the transaction has not prepared the record.
  static let finish = """
    local session, channel, node, key, tx, now = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
    local p = redis.call('HMGET', session, 'p.tx', 'p.v', 'p.c', 'p.created', 'p.expiry', 'p.used', 'p.aside')
    if p[1] ~= tx then return 0 end
    local s = redis.call('HMGET', session, 'v', 'expiry', 'aside', 'readers')
    local isLive = \(RedisScripts.isLive)
    -- Redis looks at its memory only before the first change, if that may take some.
    redis.call('HDEL', session, 'aside')
    -- While a slot moves, a script cannot write to a session that it has removed.
    redis.call('HSET', session, 'v', p[2], 'c', p[3], 'created', p[4], 'expiry', p[5], 'used', p[6],
      'w', tx, 'readers', string.match(tx, '-(%x+)-') .. ' ')
    if p[7] == '1' then redis.call('HSET', session, 'aside', '1') end
    redis.call('HDEL', session, \(fields))
    redis.call('EXPIRE', session, math.max(math.min(tonumber(p[5]) - now, \(RedisStorage.maxSeconds)), 0))
    if isLive then tell(channel, node, key, s[4]) else publish(channel, node .. ' ' .. key) end
    return 1
    """

  /// KEYS: session. ARGV: transaction, now.
  /// Does nothing if the transaction has not prepared the record.
  fileprivate static let drop = RedisScript(
    """
    local session, tx, now = KEYS[1], ARGV[1], tonumber(ARGV[2])
    local s = redis.call('HMGET', session, 'p.tx', 'v', 'expiry')
    if s[1] ~= tx then return 0 end
    if not s[2] then return redis.call('DEL', session) end
    redis.call('HDEL', session, \(fields))
    local expiry = tonumber(s[3])
    if expiry then redis.call('EXPIRE', session, math.max(math.min(expiry - now, \(RedisStorage.maxSeconds)), 0)) end
    return 1
    """)

  /// KEYS: mark.
  fileprivate static let forget = RedisScript("return redis.call('DEL', KEYS[1])")
}

extension RedisStorage {
  /// What a call does that finds a transaction which is neither committed nor aborted, and new.
  enum Conduct {
    /// It gives up.
    case refuses
    /// It is repeated until the transaction is decided or old.
    case waits
    /// It aborts the transaction.
    case aborts
  }

  enum Decision {
    case committed, aborted, none
  }

  private static let pauses = DispatchQueue(label: "tempura.redis.commits")
  private static let pause: Duration = .milliseconds(2)
  private static let longestPause: Duration = .milliseconds(50)

  /// Makes a call of a record that a transaction may have prepared. Outside a cluster, none has.
  ///
  /// - Returns: Nil if the call gives up.
  func reply(to call: RedisCall, of key: SessionKey, _ conduct: Conduct) async throws(RedisError) -> RedisReply? {
    var pauses = 0
    while true {
      let reply = try await servers.reply(to: call)
      guard names.isCluster, let preparation = RedisPreparation(reply) else { return reply }
      if try await settle(key, preparation, aborts: conduct == .aborts) { continue }
      guard conduct == .waits else { return nil }
      await pause(pauses)
      pauses += 1
    }
  }

  private func pause(_ pauses: Int) async {
    let pause = min(Self.pause * (pauses + 1), Self.longestPause) * Double.random(in: 0.5...1)
    let waits = isClosing.withLock { isClosing in
      if !isClosing { waiting.enter() }
      return !isClosing
    }
    guard waits else { return }
    await withUnsafeContinuation { done in
      Self.pauses.asyncAfter(pause) { [self] in
        done.resume()
        // The call was made again.
        waiting.leave()
      }
    }
  }

  /// Lets a record take over what a transaction has prepared, or drops that.
  ///
  /// - Parameter aborts: Whether to abort a transaction that is new.
  /// - Returns: False if the transaction is new and not decided.
  func settle(
    _ key: SessionKey, _ preparation: RedisPreparation, aborts: Bool = false
  ) async throws(RedisError) -> Bool {
    let isOld = preparation.age < 0 || preparation.age > oldTransaction
    let transaction = preparation.transaction
    switch try await decide(transaction, aborts: aborts || isOld) {
    case .committed: _ = try await servers.reply(to: finishing(transaction, key, node: "-"))
    case .aborted: _ = try await servers.reply(to: dropping(transaction, key))
    case .none: return false
    }
    return true
  }

  /// - Parameter aborts: Whether to abort the transaction if it is not decided.
  func decide(_ transaction: String, aborts: Bool) async throws(RedisError) -> Decision {
    let command = RedisCommand(
      RedisCommits.decide, keys: [names.mark(of: transaction)], aborts ? "\(RedisCommits.markSeconds)" : "")
    let reply = try await servers.reply(to: call(command, of: transaction, isChange: aborts))
    switch reply {
    case .none: return .none
    case .bytes: return reply.text == "committed" ? .committed : .aborted
    default: throw .unexpectedAnswer
    }
  }

  /// A call of the mark.
  private func call(_ command: RedisCommand, of transaction: String, isChange: Bool) -> RedisCall {
    var call = RedisCall(command, isRepeatable: true)
    call.isChange = isChange
    call.slot = RedisNames.slot(ofTransaction: transaction)
    return call
  }

  fileprivate func preparing(_ save: RecordSave, in transaction: String) throws(StorageError) -> RedisCall {
    var command = RedisCommand(
      RedisCommits.prepare, keys: [names.session(save.key)], transaction, save.version, currentTime,
      Self.timeToLive(save.record.expiry, currentTime))
    command.append(save.record, try save.record.encodedContent(limit: limits.contentBytes))
    var call = call(command, for: save.key)
    call.isChange = true
    return call
  }

  /// - Parameter node: The server that the message to the others names; nil for this one.
  fileprivate func finishing(_ transaction: String, _ key: SessionKey, node: String? = nil) -> RedisCall {
    change(change(scripts.finish, key, node: node, transaction, currentTime), key, isRepeatable: true)
  }

  fileprivate func dropping(_ transaction: String, _ key: SessionKey) -> RedisCall {
    call(RedisCommand(RedisCommits.drop, keys: [names.session(key)], transaction, currentTime), for: key)
  }

  fileprivate func forgetting(_ transaction: String) -> RedisCall {
    call(RedisCommand(RedisCommits.forget, keys: [names.mark(of: transaction)]), of: transaction, isChange: false)
  }
}

internal import Sessions

/// The sessions of an address in a cluster.
///
/// A session and the set of its address are on different servers, so that the limit is kept in steps: a new session first
/// reserves its entry in the set, and is then saved. Later changes of a session's use or expiry are told to the set without
/// waiting for it. If a server ends between two steps, the set has an entry of a session that is not there, until the entry
/// expires, or lacks one until the session's next change. So the limit may be exceeded by a few sessions.
///
/// The set is a sorted set, `PREFIX:address:{ADDRESS}`. Scores are the expiries; for used sessions with an offset, so that
/// the first entry is the one to replace.
enum RedisAddresses {
  /// What is added to the expiry of a used session: the scores of others are smaller, and all are exact.
  private static let offset: Int64 = 1 << 50

  static func score(expiry: Int64, isUsed: Bool) -> Int64 { min(max(expiry, 0), offset - 1) + (isUsed ? offset : 0) }

  /// KEYS: set. ARGV: key of the session, score (nothing to remove the entry), now, seconds to live, most entries (0 to only
  /// set the score), offset.
  /// Returns 1 if there is an entry now, 0 if there was one before, 2 if there are too many, otherwise the key and the score
  /// of the entry that was replaced.
  private static let script = RedisScript(
    """
    local set, key, score, now, ttl = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
    local limit, offset = tonumber(ARGV[5]), tonumber(ARGV[6])
    if score == '' then return redis.call('ZREM', set, key) end
    local replaced
    if limit > 0 then
      redis.call('ZREMRANGEBYSCORE', set, '-inf', now)
      redis.call('ZREMRANGEBYSCORE', set, ARGV[6], string.format('%.0f', offset + tonumber(now)))
      if redis.call('ZSCORE', set, key) then return 0 end
      if redis.call('ZCARD', set) >= limit then
        replaced = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
        if tonumber(replaced[2]) >= offset then return 2 end
        redis.call('ZREM', set, replaced[1])
      end
    end
    redis.call('ZADD', set, score, key)
    if redis.call('TTL', set) < ttl then redis.call('EXPIRE', set, ttl) end
    return replaced or 1
    """)

  /// A call of the set. All changes of a set are calls of one script, so that they keep their order even if Redis does not
  /// know the script.
  fileprivate static func call(
    _ address: UInt64, _ key: SessionKey, score: Int64?, now: Int64, timeToLive: Int64 = 0, limit: Int = 0,
    _ names: RedisNames
  ) -> RedisCall {
    let command = RedisCommand(
      script, keys: [names.address(address)], key.hexadecimal, score.map(\.description) ?? "", now, timeToLive, limit,
      offset)
    var call = RedisCall(command, isRepeatable: true)
    call.slot = RedisNames.slot(address: address)
    return call
  }
}

/// What only a storage in a cluster does: a script there can only use keys of one slot.
extension RedisStorage {
  // MARK: - Counting

  /// Sets the entry of a session in the set of its address. Does not wait for it.
  func count(_ key: SessionKey, of address: UInt64, isUsed: Bool, expiry: Int64) {
    guard names.isCluster, address != 0, limits.sessionsPerAddress > 0 else { return }
    count(key, of: address, score: RedisAddresses.score(expiry: expiry, isUsed: isUsed), expiry: expiry)
  }

  /// Removes the entry of a session from the set of its address. Does not wait for it.
  func discount(_ key: SessionKey, of address: UInt64) {
    guard names.isCluster, address != 0 else { return }
    count(key, of: address, score: nil, expiry: 0)
  }

  private func count(_ key: SessionKey, of address: UInt64, score: Int64?, expiry: Int64) {
    let now = currentTime
    let timeToLive = Self.timeToLive(expiry, now)
    servers.post(RedisAddresses.call(address, key, score: score, now: now, timeToLive: timeToLive, names))
  }

  // MARK: - Saving

  private enum Reservation {
    case new, old, tooMany
    case replacing(SessionKey, expiry: Int64)
  }

  /// - Parameters:
  ///   - call: The call that saves the session.
  ///   - isCounted: Whether the limit of the address concerns the session.
  ///   - conduct: What the call does if a transaction has prepared the session. If it gives up, the session is outdated.
  func save(
    _ call: RedisCall, _ save: RecordSave, isCounted: Bool, _ conduct: Conduct
  ) async throws(RedisError) -> SavedSession {
    let (key, address, isUsed, expiry) = (save.key, save.record.address, save.record.isUsed, save.record.expiry)
    guard isCounted, save.record.countedAddress != 0, limits.sessionsPerAddress > 0 else {
      let saved = try Self.saved(try await reply(to: call, of: key, conduct))
      if saved.result == .saved, save.record.isSetAside {
        discount(key, of: address)
      } else if saved.changesCount {
        count(key, of: address, isUsed: isUsed, expiry: expiry)
      }
      return saved.result
    }
    let reservation = try await reserve(key, of: address, isUsed: isUsed, expiry: expiry)
    if case .tooMany = reservation { return .tooManyOfAddress }
    let result = try Self.saved(try await reply(to: call, of: key, conduct)).result
    switch (reservation, result) {
    case (.old, .saved): count(key, of: address, isUsed: isUsed, expiry: expiry)
    case (.replacing(let replaced, _), .saved):
      // A session that was used meanwhile stays, and has told the set. The node is that of no server: all are to know.
      _ = try? await servers.reply(to: removal(of: replaced, if: "-", node: "-"))
    case (.replacing(let replaced, let expiry), _):
      discount(key, of: address)
      count(replaced, of: address, isUsed: false, expiry: expiry)
    case (.new, .outdated): discount(key, of: address)
    default: break
    }
    return result
  }

  /// Makes an entry for a new session.
  private func reserve(
    _ key: SessionKey, of address: UInt64, isUsed: Bool, expiry: Int64
  ) async throws(RedisError) -> Reservation {
    let now = currentTime
    let call = RedisAddresses.call(
      address, key, score: RedisAddresses.score(expiry: expiry, isUsed: isUsed), now: now,
      timeToLive: Self.timeToLive(expiry, now), limit: limits.sessionsPerAddress, names)
    switch try await servers.reply(to: call) {
    case .integer(0): return .old
    case .integer(1): return .new
    case .integer(2): return .tooMany
    case .list(let parts):
      guard parts.count == 2, let replaced = parts[0].text.flatMap({ SessionKey($0) }) else { throw .unexpectedAnswer }
      return .replacing(replaced, expiry: parts[1].number() ?? 0)
    default: throw .unexpectedAnswer
    }
  }
}

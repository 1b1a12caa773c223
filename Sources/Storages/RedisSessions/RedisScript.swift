internal import Basics
internal import CGnuTLS
internal import Sessions

/// A Lua script. Redis runs it as one atomic step.
///
/// Lua's numbers are exact up to 2^53, so scripts compare versions as text. Other programs may write to Redis, too, so a
/// field can be missing, or have a value that is not a number.
///
/// A session is a hash `PREFIX:session:KEY`:
///
/// | field | value |
/// | --- | --- |
/// | v | version |
/// | c | content |
/// | created, expiry | seconds since 1970 |
/// | used | 1, or 0 if the user has only looked at pages |
/// | address | a number, 0 for an address without a limit |
/// | w | the number of the save, so that a repeated save finds that it was done |
/// | readers | the names of the servers that have loaded or saved this version |
/// | aside | 1 if the session was set aside |
///
/// On a single server, the sessions that count for an address are in two sorted sets, `PREFIX:address:ADDRESS:used` and
/// `…:looked`. Their scores are the expiries. A script changes a session and these sets in one step.
///
/// A save sends a report to each reader of the replaced version, on the reader's own channel. Then the saving server is the only
/// reader. A session that is always used at one server needs no reports. A load adds its server in the same step in which it
/// reads, so that no change comes in between. The release before does not know the field, and hears of all changes, on the channel
/// for all servers.
///
/// In a cluster, a script can only use keys of one slot. There the set of an address is ``RedisAddresses``'s, and the scripts
/// of sessions leave it alone.
struct RedisScript: Sendable {
  let source: String
  /// The name of the script in Redis: its SHA-1.
  let name: String

  init(_ source: String) {
    self.source = source
    var digest = [UInt8](repeating: 0, count: 20)
    let text = Array(source.utf8)
    let status = gnutls_hash_fast(GNUTLS_DIG_SHA1, text, text.count, &digest)
    precondition(status == 0, "GnuTLS has no SHA-1, which it always has: error \(status).")
    name = digest.map(\.hexadecimal).joined()
  }
}

/// The scripts of sessions. In a cluster, they reply with a ``RedisPreparation`` if a transaction has prepared the session.
struct RedisScripts: Sendable {
  let load, save, touch, remove: RedisScript
  /// For a single server.
  let saveAll: RedisScript
  /// For a cluster. `commit` saves the first record of a transaction. KEYS: session, mark. ARGV: those of a save, and the seconds
  /// to keep the mark. Returns what a save does.
  let commit, finish: RedisScript

  private static let functionsOnOneServer = """
    local function set(prefix, address, used)
      return prefix .. ':address:' .. (address or '0') .. (used == '1' and ':used' or ':looked')
    end
    local function prolong(prefix, key, address, used, expiry, ttl)
      local set = set(prefix, address, used)
      if redis.call('ZSCORE', set, key) then
        redis.call('ZADD', set, expiry, key)
        if redis.call('TTL', set) < ttl then redis.call('EXPIRE', set, ttl) end
      end
    end
    local function discount(prefix, key, address, used) redis.call('ZREM', set(prefix, address, used), key) end

    """

  private static let functionsInCluster = """
    local function prolong() end
    local function discount() end

    """

  /// Reports a change to the readers of a session, except to the server that made it.
  private static let tell = """
    local function tell(channel, node, key, readers)
      for reader in string.gmatch(readers or '', '%x+') do
        -- If a server may not use its own channel, this fails, and that server is never in touch. The save must still succeed.
        if reader ~= node then pcall(publish, channel .. ':' .. reader, node .. ' ' .. key) end
      end
    end
    """

  /// Reports a change to all servers, as the release before does.
  private static let tellAll = "local function tell(channel, node, key) publish(channel, node .. ' ' .. key) end"

  /// The most readers of a session. If one more server loads it, the others get a report as for a change, and are no readers any
  /// more. Servers that have ended stay readers until the next save.
  private static let maxReaders = 1_000

  /// - Parameter format: In that of the release before, all servers are told of all changes.
  init(isCluster: Bool, _ format: StorageFormat) {
    let functions = """
      local function publish(channel, message) redis.call('\(isCluster ? "SPUBLISH" : "PUBLISH")', channel, message) end
      \(format == .previous ? Self.tellAll : Self.tell)
      \(isCluster ? Self.functionsInCluster : Self.functionsOnOneServer)
      """
    load = RedisScript(functions + Self.load(isCluster: isCluster))
    save = RedisScript(functions + Self.save(isCluster: isCluster))
    touch = RedisScript(functions + (isCluster ? RedisCommits.touchPrepared : "") + Self.touch(isCluster: isCluster))
    remove = RedisScript(functions + (isCluster ? RedisCommits.check : "") + Self.remove)
    saveAll = RedisScript(functions + Self.saveAll)
    commit = RedisScript(functions + RedisCommits.checkMark + Self.save(isCluster: true, RedisCommits.setMark))
    finish = RedisScript(functions + RedisCommits.finish)
  }

  /// KEYS: session. ARGV: prefix, channel, node, key, the caller's version, now; in a cluster, 1 to read the current values of a
  /// prepared session.
  /// Returns nothing if there is no such session. Otherwise the fields, and 1 if the server is a reader now, 0 if Redis does not let
  /// it; if the caller's version is the stored one, only this number.
  private static func load(isCluster: Bool) -> String {
    """
    local channel, node, key, version, now, readsCurrent = unpack(ARGV, 2)
    local s = redis.call('HMGET', KEYS[1], 'v', 'expiry', 'aside', 'readers'\(isCluster ? ", 'p.tx'" : ""))
    \(isCluster ? "if s[5] and not readsCurrent then \(RedisCommits.returnPrepared("s[5]")) end" : "")
    if not s[1] or s[3] or (tonumber(s[2]) or math.huge) <= tonumber(now) then return false end
    local readers, isReader = s[4] or '', 1
    if not string.find(readers, node, 1, true) then
      if #readers >= \(maxReaders) * (#node + 1) then
        tell(channel, node, key, readers)
        readers = ''
      end
      -- Redis looks at its memory only before the first change of a script, if that may take some.
      redis.pcall('HDEL', KEYS[1], 'aside')
      isReader = type(redis.pcall('HSET', KEYS[1], 'readers', readers .. node .. ' ')) == 'number' and 1 or 0
    end
    if s[1] == version and s[1] ~= '0' then return isReader end
    local fields = redis.call('HMGET', KEYS[1], 'v', 'c', 'created', 'expiry', 'used', 'address')
    fields[7] = isReader
    return fields
    """
  }

  /// KEYS: sessions. Returns the fields of each, and the name of a transaction that has prepared it.
  static let list = RedisScript(
    """
    local all = {}
    for i, session in ipairs(KEYS) do
      all[i] = redis.call('HMGET', session, 'v', 'c', 'created', 'expiry', 'used', 'address', 'aside', 'p.tx')
    end
    return all
    """)

  /// KEYS: session. ARGV: prefix, channel, node, key, number of the save, version to replace, now, seconds to live,
  /// sessions per address (0 for any number; not used in a cluster), then the values: version, content, created, expiry,
  /// used, address, and 1 to set the session aside, otherwise nothing.
  /// Returns 0 for outdated, 1 for saved, 2 for too many sessions of the address, 3 for saved without a new expiry or use.
  ///
  /// - Parameter commit: What is done besides.
  private static func save(isCluster: Bool, _ commit: String = "") -> String {
    """
    local session, prefix, channel, node, key, save, replaced = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
    local now, ttl, limit = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
    local version, content, created, expiry, used, address, aside = unpack(ARGV, 10)
    local s = redis.call('HMGET', session, 'v', 'expiry', 'aside', 'w', 'used', 'readers'\(isCluster ? ", 'p.tx'" : ""))
    \(isCluster ? "if s[7] then \(RedisCommits.returnPrepared("s[7]")) end" : "")
    local isLive = \(Self.isLive)
    if (isLive and s[1] or '0') ~= replaced then return s[1] == version and s[4] == save and 1 or 0 end
    -- Redis looks at its memory only before the first change of a script, and only for commands that may take some.
    if not s[1] then redis.call('HSET', session, 'w', save) end
    \(isCluster ? commit : addressLimit())
    if isLive then tell(channel, node, key, s[6]) else redis.call('DEL', session) end
    redis.call('HSET', session, 'v', version, 'c', content, 'created', created, 'expiry', expiry, 'used', used,
      'address', address, 'w', save, 'readers', node .. ' ')
    \(setAside)
    redis.call('EXPIRE', session, ttl)
    return isLive and s[2] == expiry and s[5] == used and 3 or 1
    """
  }

  /// Whether a save has to replace the version of a session. It replaces one that cannot be loaded, or whose version no server stores,
  /// as if there was none.
  static let isLive = """
    s[1] and not s[3] and (tonumber(s[2]) or 0) > now and string.match(s[1], '^[1-9]%d*$')
      and tonumber(s[1]) < \(SessionRecord.versions.upperBound)
    """

  /// A part of scripts that save. No other server keeps a session that was set aside.
  private static let setAside = "if aside == '1' then redis.call('HSET', session, 'aside', aside) end"

  /// Counts a new session for its address, and removes another one if there are too many. A part of scripts that save: it
  /// uses their variables, and returns 2 for too many.
  ///
  /// - Parameter takesPlace: A condition: whether the session takes the place of one that leaves the address.
  private static func addressLimit(unless takesPlace: String = "false") -> String {
    """
    if aside == '1' then
      discount(prefix, key, address, '0')
      discount(prefix, key, address, '1')
    elseif limit > 0 and address ~= '0' then
      local sets = prefix .. ':address:' .. address
      local mine, other = sets .. ':used', sets .. ':looked'
      if used == '0' then mine, other = other, mine end
      redis.call('ZREM', other, key)
      if not isLive then
        redis.call('ZREM', mine, key)
        redis.call('ZREMRANGEBYSCORE', mine, '-inf', now)
        redis.call('ZREMRANGEBYSCORE', other, '-inf', now)
        if redis.call('ZCARD', mine) + redis.call('ZCARD', other) >= limit and not (\(takesPlace)) then
          local first = redis.call('ZRANGE', sets .. ':looked', 0, 0)[1]
          if not first then
            if not s[1] then redis.call('DEL', session) end
            return 2
          end
          redis.call('ZREM', sets .. ':looked', first)
          local removed = prefix .. ':session:' .. first
          tell(channel, '-', first, redis.call('HMGET', removed, 'readers')[1])
          redis.call('DEL', removed)
        end
      end
      redis.call('ZADD', mine, expiry, key)
      if redis.call('TTL', mine) < ttl then redis.call('EXPIRE', mine, ttl) end
    end
    """
  }

  /// Saves several records on a single server if all have the expected versions.
  ///
  /// KEYS: sessions. ARGV: prefix, channel, node, number of the save, now, sessions per address, then for each record: key,
  /// version to replace, seconds to live, then the values.
  /// Returns 0 for outdated, 1 for saved, 2 for too many sessions of the address of the first one.
  private static let saveAll = """
    local prefix, channel, node, save, now, limit = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
    local found, isExpected, isSaved, takesPlace = {}, true, true, false
    for i, session in ipairs(KEYS) do
      local key, replaced, ttl, version = unpack(ARGV, 10 * i - 3, 10 * i)
      local s = redis.call('HMGET', session, 'v', 'expiry', 'aside', 'w', 'readers', 'used', 'address')
      s.isLive = \(isLive)
      if (s.isLive and s[1] or '0') ~= replaced then isExpected = false end
      if s[1] ~= version or s[4] ~= save then isSaved = false end
      if s.isLive and s[7] == ARGV[15] then takesPlace = true end
      found[i] = s
    end
    if isSaved then return 1 end
    if not isExpected then return 0 end
    do
      local session, s, isLive, key, ttl = KEYS[1], found[1], found[1].isLive, ARGV[7], tonumber(ARGV[9])
      local expiry, used, address, aside = unpack(ARGV, 13, 16)
      -- As for a single session, the first change is one for which Redis looks at its memory.
      if not s[1] then redis.call('HSET', session, 'w', save) end
      \(addressLimit(unless: "takesPlace"))
    end
    for i, session in ipairs(KEYS) do
      local key, replaced, ttl, version, content, created, expiry, used, address, aside = unpack(ARGV, 10 * i - 3, 10 * i + 6)
      local s = found[i]
      if not s.isLive then redis.call('DEL', session) elseif s[7] ~= address then discount(prefix, key, s[7], s[6]) end
      redis.call('HSET', session, 'v', version, 'c', content, 'created', created, 'expiry', expiry, 'used', used,
        'address', address, 'w', save, 'readers', node .. ' ')
      \(setAside)
      redis.call('EXPIRE', session, ttl)
      -- A record that is new has no readers, and any server may wait for it. None waits for a new session.
      if s.isLive then tell(channel, node, key, s[5]) elseif i > 1 then publish(channel, node .. ' ' .. key) end
    end
    return 1
    """

  /// KEYS: session. ARGV: prefix, key, now, expiry, seconds to live.
  /// Returns 0 if there is no such session, otherwise its use and its address.
  private static func touch(isCluster: Bool) -> String {
    """
    local prefix, key, now, expiry, ttl = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
    local s = redis.call('HMGET', KEYS[1], 'expiry', 'used', 'address', 'aside')
    if not s[1] or s[4] or (tonumber(s[1]) or 0) <= now then return 0 end
    redis.call('HSET', KEYS[1], 'expiry', expiry)
    \(isCluster ? "if p then return {s[2], s[3]} end" : "")
    redis.call('EXPIRE', KEYS[1], ttl)
    prolong(prefix, key, s[3], s[2], expiry, ttl)
    return {s[2], s[3]}
    """
  }

  /// KEYS: session. ARGV: prefix, channel, node, key, and what is to be removed: '-' for an unused session only, a version, or '' for any.
  /// Returns 0 if there is no such session, 1 if there is another one, otherwise its use and its address.
  private static let remove = """
    local prefix, channel, node, key, condition = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
    local s = redis.call('HMGET', KEYS[1], 'v', 'used', 'address', 'readers')
    if not s[1] then return 0 end
    if condition == '-' then
      if s[2] == '1' then return 1 end
    elseif condition ~= '' and s[1] ~= condition then
      return 1
    end
    redis.call('DEL', KEYS[1])
    discount(prefix, key, s[3], s[2])
    tell(channel, node, key, s[4])
    return {s[2], s[3]}
    """

  /// Raises the number of the format in a hash `PREFIX:format`.
  ///
  /// KEYS: format. ARGV: number; 0 to read it. Returns the number; 0 for none.
  static let format = RedisScript(
    """
    local number = tonumber(redis.call('HMGET', KEYS[1], 'number')[1] or 0)
    if tonumber(ARGV[1]) <= number then return number end
    redis.call('HSET', KEYS[1], 'number', ARGV[1])
    return tonumber(ARGV[1])
    """)

  /// Sends a message in a cluster. Unlike a plain SPUBLISH, it fails if the server has lost its slots.
  ///
  /// KEYS: channel. ARGV: message.
  static let publish = RedisScript("return redis.call('SPUBLISH', KEYS[1], ARGV[1])")
}

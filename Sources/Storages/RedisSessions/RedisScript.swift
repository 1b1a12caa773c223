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
/// | w | the number of the save, so that a repeated save finds that it was done |
/// | readers | the names of the servers that have loaded or saved this version |
/// | aside | 1 if the session was quarantined |
///
/// A save sends a report to each reader of the replaced version, on the reader's own channel. Then the saving server is the only
/// reader. A session that is always used at one server needs no reports. A load adds its server in the same step in which it
/// reads, so that no change comes in between.
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
  /// For a cluster. `commit` saves the first record of a transaction. KEYS: session, mark. ARGV: those of a save, and the seconds
  /// to keep the mark. Returns what a save does.
  let commit, finish: RedisScript

  /// Reports a change to the readers of a session, except to the server that made it.
  private static let tell = """
    local function tell(channel, node, key, readers)
      for reader in string.gmatch(readers or '', '%x+') do
        -- If a server may not use its own channel, this fails, and that server is never in touch. The save must still succeed.
        if reader ~= node then pcall(publish, channel .. ':' .. reader, node .. ' ' .. key) end
      end
    end
    """

  /// The most readers of a session. If one more server loads it, the others get a report as for a change, and are no readers any
  /// more. Servers that have ended stay readers until the next save.
  private static let maxReaders = 1_000

  init(isCluster: Bool) {
    let functions = """
      local function publish(channel, message) redis.call('\(isCluster ? "SPUBLISH" : "PUBLISH")', channel, message) end
      \(Self.tell)

      """
    load = RedisScript(functions + Self.load(isCluster: isCluster))
    save = RedisScript(functions + Self.save(isCluster: isCluster))
    touch = RedisScript(functions + (isCluster ? RedisCommits.touchPrepared : "") + Self.touch(isCluster: isCluster))
    remove = RedisScript(functions + (isCluster ? RedisCommits.check : "") + Self.remove)
    commit = RedisScript(functions + RedisCommits.checkMark + Self.save(isCluster: true, RedisCommits.setMark))
    finish = RedisScript(functions + RedisCommits.finish)
  }

  /// KEYS: session. ARGV: channel, node, key, the caller's version, now; in a cluster, 1 to read the current values of a
  /// prepared session.
  /// Returns nothing if there is no such session. Otherwise the fields, and 1 if the server is a reader now, 0 if Redis does not let
  /// it; if the caller's version is the stored one, only this number.
  private static func load(isCluster: Bool) -> String {
    """
    local channel, node, key, version, now, readsCurrent = unpack(ARGV)
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
    local fields = redis.call('HMGET', KEYS[1], 'v', 'c', 'created', 'expiry', 'used')
    fields[6] = isReader
    return fields
    """
  }

  /// KEYS: sessions. Returns the fields of each, and the name of a transaction that has prepared it.
  static let list = RedisScript(
    """
    local all = {}
    for i, session in ipairs(KEYS) do
      all[i] = redis.call('HMGET', session, 'v', 'c', 'created', 'expiry', 'used', 'aside', 'p.tx')
    end
    return all
    """)

  /// Saves records if all have the expected versions: in a cluster one record, and on a single server any number.
  ///
  /// KEYS: sessions. ARGV: channel, node, number of the save, now, then for each record: key, version to replace, seconds to live, and
  /// the values version, content, created, expiry, used, and 1 to quarantine the session, otherwise nothing.
  /// Returns 0 for outdated, 1 for saved.
  ///
  /// - Parameter commit: What is done besides.
  private static func save(isCluster: Bool, _ commit: String = "") -> String {
    """
    local channel, node, save, now = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
    local found, isExpected, isSaved = {}, true, true
    for i = 1, math.floor((#ARGV - 4) / 9) do
      local key, replaced, ttl, version = unpack(ARGV, 9 * i - 4, 9 * i - 1)
      local s = redis.call('HMGET', KEYS[i], 'v', 'expiry', 'aside', 'w', 'readers'\(isCluster ? ", 'p.tx'" : ""))
      \(isCluster ? "if s[6] then \(RedisCommits.returnPrepared("s[6]")) end" : "")
      s.isLive = \(isLive)
      if (s.isLive and s[1] or '0') ~= replaced then isExpected = false end
      if s[1] ~= version or s[4] ~= save then isSaved = false end
      found[i] = s
    end
    if isSaved then return 1 end
    if not isExpected then return 0 end
    -- Redis looks at its memory only before the first change of a script, and only for commands that may take some.
    if not found[1][1] then redis.call('HSET', KEYS[1], 'w', save) end
    \(commit)
    for i, s in ipairs(found) do
      local session = KEYS[i]
      local key, replaced, ttl, version, content, created, expiry, used, aside = unpack(ARGV, 9 * i - 4, 9 * i + 4)
      if not s.isLive then redis.call('DEL', session) end
      redis.call('HSET', session, 'v', version, 'c', content, 'created', created, 'expiry', expiry, 'used', used,
        'w', save, 'readers', node .. ' ')
      -- No other server keeps a session that was quarantined.
      if aside == '1' then redis.call('HSET', session, 'aside', aside) end
      redis.call('EXPIRE', session, ttl)
      -- A record that is new has no readers, and any server may wait for it. None waits for a new session.
      if s.isLive then tell(channel, node, key, s[5]) elseif i > 1 then publish(channel, node .. ' ' .. key) end
    end
    return 1
    """
  }

  /// Whether a save has to replace the version of a session. It replaces one that cannot be loaded, or whose version no server stores,
  /// as if there was none.
  static let isLive = """
    s[1] and not s[3] and (tonumber(s[2]) or 0) > now and string.match(s[1], '^[1-9]%d*$')
      and tonumber(s[1]) < \(SessionRecord.versions.upperBound)
    """

  /// KEYS: session. ARGV: now, expiry, seconds to live.
  private static func touch(isCluster: Bool) -> String {
    """
    local now, expiry, ttl = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
    local s = redis.call('HMGET', KEYS[1], 'expiry', 'aside')
    if not s[1] or s[2] or (tonumber(s[1]) or 0) <= now then return 0 end
    redis.call('HSET', KEYS[1], 'expiry', expiry)
    \(isCluster ? "if p then return 1 end" : "")
    redis.call('EXPIRE', KEYS[1], ttl)
    return 1
    """
  }

  /// KEYS: session. ARGV: channel, node, key, and the version to remove; '' for any.
  /// Returns whether a session was removed.
  private static let remove = """
    local channel, node, key, version = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
    local s = redis.call('HMGET', KEYS[1], 'v', 'readers')
    if not s[1] or version ~= '' and s[1] ~= version then return 0 end
    redis.call('DEL', KEYS[1])
    tell(channel, node, key, s[2])
    return 1
    """

  /// Stores the version of what is stored in a hash `PREFIX:format`, unless one is stored.
  ///
  /// KEYS: format. ARGV: version. Returns the one that is stored.
  static let format = RedisScript(
    """
    local number = redis.call('HMGET', KEYS[1], 'number')[1]
    -- It fails if the memory is full.
    if not number then redis.pcall('HSET', KEYS[1], 'number', ARGV[1]) end
    return tonumber(number or ARGV[1])
    """)

  /// Sends a message in a cluster. Unlike a plain SPUBLISH, it fails if the server has lost its slots.
  ///
  /// KEYS: channel. ARGV: message.
  static let publish = RedisScript("return redis.call('SPUBLISH', KEYS[1], ARGV[1])")
}

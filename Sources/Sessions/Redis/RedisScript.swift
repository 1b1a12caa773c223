internal import CGnuTLS

/// A Lua script, which Redis runs at a stroke. Nothing in it depends on numbers beyond 2^53: versions are compared as
/// text. Fields that something else has written may be missing, or no numbers.
///
/// A session is a hash `PREFIX:session:KEY`:
///
/// | field | what it is |
/// | --- | --- |
/// | v | version |
/// | c | content |
/// | created, expiry | seconds since 1970 |
/// | used | 1, or 0 if it was only looked at |
/// | address | a number, 0 if it is not counted |
/// | w | which call wrote it, so that a repeated one recognises its own work |
/// | aside | 1 if it was set aside |
///
/// The sessions of an address are in two sorted sets, `PREFIX:address:ADDRESS:used` and `…:looked`, by their expiry.
struct RedisScript: Sendable {
  let source: String
  /// What Redis knows it by: its SHA-1.
  let name: String

  private init(_ source: String) {
    self.source = source
    var digest = [UInt8](repeating: 0, count: 20)
    let text = Array(source.utf8)
    let status = gnutls_hash_fast(GNUTLS_DIG_SHA1, text, text.count, &digest)
    precondition(status == 0, "GnuTLS has no SHA-1, by which Redis knows scripts: error \(status).")
    name = digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// KEYS: session. ARGV: version that the caller has, now.
  /// Gives nothing, 1 if the caller's is the stored one, or its fields.
  static let load = RedisScript(
    """
    local s = redis.call('HMGET', KEYS[1], 'v', 'expiry', 'aside')
    if not s[1] or s[3] or (tonumber(s[2]) or math.huge) <= tonumber(ARGV[2]) then return false end
    if s[1] == ARGV[1] and s[1] ~= '0' then return 1 end
    return redis.call('HMGET', KEYS[1], 'v', 'c', 'created', 'expiry', 'used', 'address')
    """)

  /// KEYS: session. ARGV: prefix, node, key, write, version to replace, now, seconds to live, most of an address (0
  /// for any number), then values: version, content, created, expiry, used, address.
  /// Gives 0 for outdated, 1 for saved, 2 for too many of the address.
  static let save = RedisScript(
    """
    local session, prefix, node, key, write, replaced = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
    local now, ttl, most = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
    local version, content, created, expiry, used, address = unpack(ARGV, 9)
    local function tell(key) redis.call('PUBLISH', prefix .. ':changed', node .. ' ' .. key) end
    local s = redis.call('HMGET', session, 'v', 'expiry', 'aside', 'w')
    local isLive = s[1] and not s[3] and (tonumber(s[2]) or 0) > now
    if (isLive and s[1] or '0') ~= replaced then
      return isLive and s[1] == version and s[4] == write and 1 or 0
    end
    if most > 0 and address ~= '0' then
      local sets = prefix .. ':address:' .. address
      local mine, other = sets .. ':used', sets .. ':looked'
      if used == '0' then mine, other = other, mine end
      redis.call('ZREM', other, key)
      if not isLive then
        redis.call('ZREM', mine, key)
        redis.call('ZREMRANGEBYSCORE', mine, '-inf', now)
        redis.call('ZREMRANGEBYSCORE', other, '-inf', now)
        if redis.call('ZCARD', mine) + redis.call('ZCARD', other) >= most then
          local first = redis.call('ZRANGE', sets .. ':looked', 0, 0)[1]
          if not first then return 2 end
          redis.call('ZREM', sets .. ':looked', first)
          redis.call('DEL', prefix .. ':session:' .. first)
          tell(first)
        end
      end
      redis.call('ZADD', mine, expiry, key)
      if redis.call('TTL', mine) < ttl then redis.call('EXPIRE', mine, ttl) end
    end
    if isLive then tell(key) else redis.call('DEL', session) end
    redis.call('HSET', session, 'v', version, 'c', content, 'created', created, 'expiry', expiry, 'used', used,
      'address', address, 'w', write)
    redis.call('EXPIRE', session, ttl)
    return 1
    """)

  /// KEYS: session. ARGV: prefix, key, now, expiry, seconds to live.
  static let touch = RedisScript(
    """
    local prefix, key, now, expiry, ttl = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
    local s = redis.call('HMGET', KEYS[1], 'expiry', 'used', 'address', 'aside')
    if not s[1] or s[4] or (tonumber(s[1]) or 0) <= now then return 0 end
    redis.call('HSET', KEYS[1], 'expiry', expiry)
    redis.call('EXPIRE', KEYS[1], ttl)
    local set = prefix .. ':address:' .. (s[3] or '0') .. (s[2] == '1' and ':used' or ':looked')
    if redis.call('ZSCORE', set, key) then
      redis.call('ZADD', set, expiry, key)
      if redis.call('TTL', set) < ttl then redis.call('EXPIRE', set, ttl) end
    end
    return 1
    """)

  /// KEYS: session, session under its new key. ARGV: prefix, node, key, new key. Gives 0 if there is none.
  static let rename = RedisScript(
    """
    local prefix, node, key, new = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
    local s = redis.call('HMGET', KEYS[1], 'v', 'used', 'address')
    if not s[1] then return 0 end
    redis.call('RENAME', KEYS[1], KEYS[2])
    local set = prefix .. ':address:' .. (s[3] or '0') .. (s[2] == '1' and ':used' or ':looked')
    local expiry = redis.call('ZSCORE', set, key)
    if expiry then
      redis.call('ZREM', set, key)
      redis.call('ZADD', set, expiry, new)
    end
    redis.call('PUBLISH', prefix .. ':changed', node .. ' ' .. key)
    return 1
    """)

  /// KEYS: session. ARGV: prefix, node, key. Gives 0 if there is none.
  static let remove = RedisScript(
    """
    local prefix, node, key = ARGV[1], ARGV[2], ARGV[3]
    local s = redis.call('HMGET', KEYS[1], 'v', 'used', 'address')
    if not s[1] then return 0 end
    redis.call('DEL', KEYS[1])
    redis.call('ZREM', prefix .. ':address:' .. (s[3] or '0') .. (s[2] == '1' and ':used' or ':looked'), key)
    redis.call('PUBLISH', prefix .. ':changed', node .. ' ' .. key)
    return 1
    """)

  /// KEYS: session. ARGV: prefix, node, key. Gives 0 if there is none.
  static let setAside = RedisScript(
    """
    if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
    redis.call('HSET', KEYS[1], 'aside', '1')
    redis.call('PUBLISH', ARGV[1] .. ':changed', ARGV[2] .. ' ' .. ARGV[3])
    return 1
    """)

  /// KEYS: sessions. Gives the fields of each.
  static let list = RedisScript(
    """
    local all = {}
    for i, session in ipairs(KEYS) do
      all[i] = redis.call('HMGET', session, 'v', 'c', 'created', 'expiry', 'used', 'address', 'aside')
    end
    return all
    """)
}

/// A Redis, and how to connect to it.
struct RedisDestination: Sendable {
  let url: RedisURL
  let authorities: RedisAuthorities?
  let timeouts: RedisTimeouts

  init(_ url: RedisURL, _ timeouts: RedisTimeouts) throws(RedisProblem) {
    self.url = url
    self.timeouts = timeouts
    authorities = url.isEncrypted ? try RedisAuthorities(file: url.authorities) : nil
  }

  /// Connects once, and checks that sessions can be stored there.
  func check() throws(RedisProblem) {
    let connection = try RedisConnection(to: self)
    try connection.send([RedisCommand("INFO", "server")])
    // Without the permission for INFO there is nothing to check.
    guard let text = try connection.reply().text else { return }
    func value(_ name: String) -> Substring? {
      text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + ":") }?.dropFirst(name.count + 1)
    }
    if let version = value("redis_version"), let major = Int(version.prefix { $0 != "." }), major < 5 {
      throw .tooOld(version: String(version))
    }
    if value("redis_mode") == "cluster" { throw .cluster }
  }
}

/// How long the storage waits for Redis.
struct RedisTimeouts: Sendable {
  /// From the start of a connection to the first reply of Redis. The lookup of the host's address may take longer,
  /// because the system has its own limits for it.
  var connect: Duration = .seconds(2)
  /// For the next bytes, while replies are missing.
  var reply: Duration = .seconds(2)
  /// For a connection, before a queued call fails.
  var connection: Duration = .milliseconds(500)
  /// Between two beats of the subscriber.
  var beat: Duration = .seconds(1)
  /// From the start of a beat until the subscriber is out of touch if no other beat has come back.
  var touch: Duration = .seconds(2)
  /// For a beat to come back, before the subscriber connects again.
  var message: Duration = .seconds(15)
}

/// Where connections go, and how.
struct RedisDestination: Sendable {
  let url: RedisURL
  let authorities: RedisAuthorities?
  let timeouts: RedisTimeouts

  init(_ url: RedisURL, _ timeouts: RedisTimeouts) throws(RedisProblem) {
    self.url = url
    self.timeouts = timeouts
    authorities = url.isEncrypted ? try RedisAuthorities(file: url.authorities) : nil
  }

  /// Connects once and looks whether sessions can be stored there.
  func check() throws(RedisProblem) {
    let connection = try RedisConnection(to: self)
    try connection.send([RedisCommand("INFO", "server")])
    // A user who may not ask is believed.
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

/// How long the storage in Redis waits, and for what.
struct RedisTimeouts: Sendable {
  /// From the beginning of a connection until Redis has answered for the first time. Finding the host's address may
  /// take longer, as the system has limits of its own for that.
  var connect: Duration = .seconds(2)
  /// How long nothing may arrive while an answer is awaited.
  var answer: Duration = .seconds(2)
  /// How long a call waits for a connection where there is none.
  var patience: Duration = .milliseconds(500)
  /// How long a connection that only listens is left alone before it is asked whether it still works.
  var silence: Duration = .seconds(15)
}

/// How long to wait until the next try: twice as long each time, and by chance, so that not all servers come at once.
struct RedisBackoff {
  private var most: Duration = .milliseconds(50)

  mutating func next() -> Duration {
    defer { most = min(most * 2, .seconds(2)) }
    return most * Double.random(in: 0.5...1)
  }
}

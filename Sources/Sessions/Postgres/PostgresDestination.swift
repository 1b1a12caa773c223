/// A PostgreSQL, and how to connect to it.
struct PostgresDestination: Sendable {
  let url: PostgresURL
  let timeouts: PostgresTimeouts
}

extension PostgresURL {
  /// The settings of a connection to one of the hosts.
  func settings(for host: Host) -> [String: String] {
    var settings = settings
    settings["host"] = host.name
    settings["hostaddr"] = host.address
    settings["port"] = host.port
    return settings
  }
}

/// How long the storage waits for PostgreSQL.
struct PostgresTimeouts: Sendable {
  /// From the start of a connection to a host until the login. The lookup of the host's address may take longer, because
  /// the system has its own limits for it.
  var connect: Duration = .seconds(2)
  /// For the next bytes, while results are missing.
  var reply: Duration = .seconds(5)
  /// For a connection, before a queued call fails.
  var connection: Duration = .milliseconds(500)
  /// Between two beats of the subscriber.
  var beat: Duration = .seconds(1)
  /// From the start of a beat until the subscriber is out of touch if no other beat has come back.
  var touch: Duration = .seconds(2)
  /// For a beat to come back, before the subscriber connects again.
  var message: Duration = .seconds(15)
}

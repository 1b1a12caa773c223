package import Basics
internal import Glibc

/// A PostgreSQL, and how to connect to it.
package struct PostgresDestination: Sendable {
  package let url: PostgresURL
  package let timeouts: PostgresTimeouts
  private let lookup: HostLookup

  package init(_ url: PostgresURL, _ timeouts: PostgresTimeouts, lookup: HostLookup = .system) {
    (self.url, self.timeouts, self.lookup) = (url, timeouts, lookup)
  }

  /// The settings of a connection to one of the hosts, with the addresses of its name, which libpq tries one after the
  /// other. It would look the name up itself without a limit. The name stays for TLS and `~/.pgpass`.
  func settings(
    for host: PostgresURL.Host, until deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> [String: String] {
    var settings = url.settings(for: host)
    guard let name = host.name, host.address == nil, getenv("PGHOSTADDR") == nil, !name.hasPrefix("/"),
      !name.hasPrefix("@")
    else { return settings }
    let addresses: [HostAddress]
    do { addresses = try lookup.addresses(of: name, port: 0, until: deadline) } catch { throw PostgresError(error) }
    settings["host"] = addresses.map { _ in name }.joined(separator: ",")
    settings["hostaddr"] = addresses.map(\.text).joined(separator: ",")
    return settings
  }
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

/// How long a client waits for PostgreSQL.
package struct PostgresTimeouts: Sendable {
  package static let standard = PostgresTimeouts()

  /// From the start of a connection to a host until the login. The lookup of the host's addresses, which comes before,
  /// has the same limit.
  package var connect: Duration = .seconds(2)
  /// For the next bytes, while results are missing.
  package var reply: Duration = .seconds(5)
  /// For a connection, before a queued call fails.
  package var connection: Duration = .milliseconds(500)
  /// Between two beats of the subscriber.
  package var beat: Duration = .seconds(1)
  /// From the start of a beat until the subscriber is out of touch if no other beat has come back.
  package var touch: Duration = .seconds(2)
  /// For a beat to come back, before the subscriber connects again.
  package var message: Duration = .seconds(15)
}

internal import Basics
internal import Sessions

/// A server of Redis, and how to connect to it.
struct RedisDestination: Sendable {
  let url: RedisURL
  /// The server; nil for the primary that the sentinels of the URL know.
  private(set) var endpoint: RedisURL.Endpoint?
  let authorities: RedisAuthorities?
  let timeouts: RedisTimeouts
  var lookup = HostLookup.system

  init(_ url: RedisURL, _ timeouts: RedisTimeouts) throws(RedisError) {
    self.url = url
    self.timeouts = timeouts
    endpoint = url.sentinels == nil ? url.endpoints[0] : nil
    authorities = url.isEncrypted ? try RedisAuthorities(file: url.authorities) : nil
  }

  /// Another server with the same passwords and limits.
  func at(_ endpoint: RedisURL.Endpoint) -> RedisDestination {
    var other = self
    other.endpoint = endpoint
    return other
  }

  /// The server, for messages.
  var location: String { endpoint?.description ?? url.description }

  /// Whether messages should say which server the problem is with: the URL alone does not.
  var isOneOfSeveral: Bool { url.endpoints.count > 1 || endpoint != url.endpoints[0] }
}

/// How long the storage waits for Redis.
package struct RedisTimeouts: Sendable {
  package static let standard = RedisTimeouts()

  /// From the start of a connection, which begins with the lookup of the host's address, to the first reply of Redis.
  var connect: Duration = .seconds(2)
  /// For the next bytes, while replies are missing.
  var reply: Duration = .seconds(2)
  /// For a connection, before a queued call fails. In a cluster, also for the server that has the session.
  var connection: Duration = .milliseconds(500)
  /// For replicas that must have a change. Less than ``reply``.
  var replication: Duration = .milliseconds(500)
  /// Between two beats of the subscriber.
  var beat: Duration = .seconds(1)
  /// From the start of a beat until the subscriber is out of touch if no other beat has come back.
  var touch: Duration = .seconds(2)
  /// For a beat to come back, before the subscriber connects again.
  var message: Duration = .seconds(15)
  /// Since a transaction in a cluster has prepared a record, before others may abort it.
  var transaction: Duration = .seconds(2)
}

import SessionsTesting

@testable import RedisSessions
@testable import Sessions

extension StorageKind {
  /// On the server that all tests share. Each storage has its own prefix.
  static let redis = StorageKind(description: "redis") { clock, limits, _ in
    let url = try RedisServer.shared().url("prefix=\(SessionID.random().cookieValue)")
    return try RedisStorage(url, limits: limits, timeouts: .patient) { clock.now }
  }

  /// On the cluster that all tests share.
  static let redisCluster = StorageKind(description: "redis cluster") { clock, limits, _ in
    let url = try RedisClusterServers.shared().url("prefix=\(SessionID.random().cookieValue)")
    return try RedisStorage(url, limits: limits, timeouts: .patient) { clock.now }
  }
}

extension RedisTimeouts {
  /// For tests that must not fail on a slow machine.
  static let patient = RedisTimeouts(
    connect: .seconds(60), reply: .seconds(60), connection: .seconds(60), message: .seconds(60))
}

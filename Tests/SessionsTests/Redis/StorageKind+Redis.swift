@testable import Sessions

extension StorageKind {
  /// On the server that all tests share; each storage has keys of its own.
  static let redis = StorageKind(description: "redis") { clock, limits, _ in
    let url = try RedisServer.shared().url("connections=2&prefix=\(SessionID.random().cookieValue)")
    return try RedisStorage(url, limits: limits, timeouts: .patient) { clock.now }
  }
}

extension RedisTimeouts {
  /// For tests in which nothing is to fail, however slow the machine is.
  static let patient = RedisTimeouts(
    connect: .seconds(60), answer: .seconds(60), patience: .seconds(60), silence: .seconds(60))
}

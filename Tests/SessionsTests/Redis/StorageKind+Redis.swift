@testable import Sessions

extension StorageKind {
  /// On the server that all tests share; each storage has keys of its own.
  static let redis = StorageKind(description: "redis") { clock, limits, _ in
    let url = try RedisServer.shared().url("connections=2&prefix=\(SessionID.random().cookieValue)")
    return try RedisStorage(url, limits: limits) { clock.now }
  }
}

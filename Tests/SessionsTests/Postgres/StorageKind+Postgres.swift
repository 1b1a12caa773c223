import SessionsTesting
import TestSupport

@testable import PostgresSessions
@testable import Sessions

extension StorageKind {
  /// On the server that all tests share. Each storage has its own table.
  static let postgres = StorageKind(description: "PostgreSQL") { clock, limits, _ in
    let url = try PostgresServer.shared().url("prefix=t\(SessionID.random().cookieValue)")
    return try PostgresStorage(url, limits: limits, timeouts: .patient) { clock.now }
  }
}

extension PostgresTimeouts {
  /// For tests that must not fail on a slow machine.
  static let patient = PostgresTimeouts(
    connect: .seconds(60), reply: .seconds(60), connection: .seconds(60), message: .seconds(60))
}

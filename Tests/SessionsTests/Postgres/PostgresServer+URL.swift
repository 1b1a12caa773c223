import TestSupport

@testable import PostgresConnections
@testable import PostgresSessions

extension PostgresServer {
  /// The URL of a database: see `urlText`.
  func url(login: String = "postgres@", database: String = "postgres", _ query: String = "") throws -> PostgresURL {
    try PostgresURL(urlText(login: login, database: database, query))
  }
}

import Foundation
import TestSupport

import Databases
@testable import OrdersServer

/// A database of one test.
struct TestDatabase {
  enum Kind: String, CaseIterable, Sendable { case sqlite, postgres }

  let url: String
  private let folder: TemporaryFolder?

  init(_ kind: Kind) throws {
    switch kind {
    case .sqlite:
      let folder = try TemporaryFolder()
      (url, self.folder) = ("sqlite:\(folder.path("orders.db"))", folder)
    case .postgres:
      let name = "test_\(UUID().uuidString.prefix(8).lowercased())"
      try Self.server.get().ask("CREATE DATABASE \(name)")
      (url, folder) = (try Self.server.get().urlText(database: name), nil)
    }
  }

  static let server = Result { try PostgresServer() }

  func pool(size: Int = 4) throws -> DatabasePool {
    let pool = DatabasePool(size: size)
    try pool.open(url)
    try AppDelegate.createTables(in: pool)
    return pool
  }

  /// Runs a test with a pool.
  static func with(_ kind: Kind, size: Int = 4, _ body: (DatabasePool) throws -> Void) throws {
    let database = try TestDatabase(kind)
    let pool = try database.pool(size: size)
    defer { pool.close() }
    try withExtendedLifetime(database) { try body(pool) }
  }
}

import Foundation
import Hydra
import Katana
import UIKit

struct SignIn: SideEffect {
  let name, password: String

  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    let database = context.dependencies.database
    let (tries, user) = try database.use {
      (try User.countTry(of: name, by: $0), try $0.rows("SELECT id, hash FROM users WHERE name = $1", name).first)
    }
    // In any case, and without a connection, because it takes so long.
    let isRight = Password.isRight(password, for: user?[1])
    guard isRight, tries <= User.maxTries, name.count <= User.maxNameCount, let id = user?[0] else {
      let problem = "The name or the password is wrong, or there were too many tries. Try again in 15 minutes."
      return try Hydra.await(context.dispatch(ShowProblem(problem: problem)))
    }
    try database.use { _ = try $0.rows("DELETE FROM tries WHERE name = $1", name) }
    UIApplication.shared.renewSession()
    try Hydra.await(context.dispatch(SetUser(user: id)))
  }
}

struct SignOut: SideEffect {
  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    UIApplication.shared.endSession()
  }
}

enum User {
  static let maxTries = 10
  /// A longer name is counted as its first characters, and signs nobody in.
  static let maxNameCount = 100

  /// Counts also the tries of names that no user has: otherwise the answer would tell which names there are.
  ///
  /// - Returns: The number in the last 15 minutes, with this one.
  static func countTry(of name: String, by connection: any Connection) throws -> Int {
    let rows = try connection.rows(
      """
      INSERT INTO tries (name, count, since) VALUES ($1, 1, $2) ON CONFLICT (name) DO UPDATE SET
      count = CASE WHEN tries.since < $3 THEN 1 ELSE tries.count + 1 END,
      since = CASE WHEN tries.since < $3 THEN $2 ELSE tries.since END
      RETURNING count
      """, String(name.prefix(maxNameCount)), seconds(), seconds(after: -900))
    return rows.first?[0].flatMap { Int($0) } ?? .max
  }

  static func removeOldTries(by connection: any Connection) throws {
    try connection.rows("DELETE FROM tries WHERE since < $1", seconds(after: -900))
  }

  static func add(_ name: String, password: String, to database: Pool) throws {
    let hash = try Password.hash(password)
    try database.use {
      _ = try $0.rows(
        "INSERT INTO users (id, name, hash) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
        UUID().uuidString, name, hash)
    }
  }
}

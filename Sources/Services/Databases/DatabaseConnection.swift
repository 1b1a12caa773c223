internal import Foundation

/// A connection to a database. One thread at a time may use it.
///
/// SQLite and PostgreSQL run the same statements. Errors are `DatabaseError`s.
public protocol DatabaseConnection: AnyObject {
  /// Runs a statement, and returns its rows. `rows(_:_:)` calls it.
  func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]]

  /// The statement that begins a transaction which writes.
  var begin: String { get }

  /// The statement that makes transactions that create tables wait for each other; nil if `begin` does.
  var tableLock: String? { get }

  /// Whether it works, and no transaction is open.
  var isReusable: Bool { get }
}

extension DatabaseConnection {
  /// Runs a statement, and returns its rows as texts; nil for NULL.
  ///
  /// - Parameters:
  ///   - sql: A statement. `$1` stands for the first parameter. Never put a text of a user into it.
  ///   - parameters: Values; nil for NULL.
  /// - Throws: `DatabaseError.failed` with what the database says, and `.zeroByte`.
  @discardableResult
  public func rows(_ sql: String, _ parameters: String?...) throws -> [[String?]] {
    // libpq would send only what is in front of it.
    guard !parameters.contains(where: { $0?.utf8.contains(0) == true }) else { throw DatabaseError.zeroByte }
    return try run(sql, parameters)
  }

  /// Does all or nothing.
  ///
  /// - Throws: What `body` throws, after all changes were undone.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try rows(begin)
    do {
      let result = try body()
      try rows("COMMIT")
      return result
    } catch {
      _ = try? rows("ROLLBACK")  // without success, the pool drops the connection
      throw error
    }
  }

  /// Runs statements that create missing tables, such as `CREATE TABLE IF NOT EXISTS …`. All servers do so at their start, perhaps at
  /// the same time.
  public func createTables(_ statements: String...) throws {
    try transaction {
      if let tableLock { try rows(tableLock) }
      for statement in statements { try rows(statement) }
    }
  }
}

/// The present, in seconds since 1970, as a parameter of a statement.
package func seconds(after seconds: Int = 0) -> String { String(Int(Date().timeIntervalSince1970) + seconds) }

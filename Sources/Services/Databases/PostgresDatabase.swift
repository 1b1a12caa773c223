internal import PostgresConnections

/// A connection to a PostgreSQL.
final class PostgresDatabase: DatabaseConnection {
  private let connection: PostgresConnection
  private let location: String

  /// - Parameter url: Such as `postgres://user:password@host/database?sslmode=verify-full&connect_timeout=5`.
  init(_ url: String) throws(DatabaseError) {
    let parsed: PostgresURL
    do { parsed = try PostgresURL(parsing: url, isOfSessions: false) } catch { throw .cannotOpen(error.description) }
    location = parsed.description
    do {
      // A statement ends before its results are given up.
      var timeouts = PostgresTimeouts.standard
      (timeouts.connect, timeouts.reply) = (.seconds(5), .seconds(12))
      connection = try PostgresConnection(to: PostgresDestination(parsed, timeouts))
      _ = try connection.run(PostgresStep("SET statement_timeout = '10s'"))
    } catch {
      throw .cannotOpen(error.sentence(location))
    }
  }

  var begin: String { "BEGIN" }

  var tableLock: String? { "SELECT pg_advisory_xact_lock(1)" }

  var isReusable: Bool { connection.isIdle }

  func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]] {
    do {
      let results = try connection.run(PostgresStep(sql, literals: parameters))
      return results[0].rows.map { row in row.indices.map(row.text) }
    } catch {
      throw DatabaseError.failed(error.statementProblem ?? error.sentence(location))
    }
  }
}

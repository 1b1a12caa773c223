import COrders
import Glibc

final class PostgresConnection: Connection {
  private let handle: OpaquePointer

  /// - Parameter url: Such as `postgres://user:password@host/database?sslmode=verify-full&connect_timeout=5`.
  init(_ url: String) throws {
    guard let handle = PQconnectdb(url) else { throw DatabaseError.cannotOpen("There is no memory left.") }
    self.handle = handle
    PQsetErrorVerbosity(handle, PQERRORS_TERSE)  // without DETAIL, which has values
    guard PQstatus(handle) == CONNECTION_OK else { throw DatabaseError.cannotOpen(message) }
    try rows("SET statement_timeout = '10s'")
    try rows("SET client_min_messages = warning")
  }

  deinit { PQfinish(handle) }

  var begin: String { "BEGIN" }

  var isReusable: Bool { PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

  func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]] {
    let texts = parameters.map { $0.flatMap { strdup($0) } }
    defer { texts.forEach { free($0) } }
    // The server finds out the types. The last argument asks for results as text.
    let result = PQexecParams(handle, sql, Int32(texts.count), nil, texts.map { UnsafePointer($0) }, nil, nil, 0)
    defer { PQclear(result) }
    guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
      throw DatabaseError.failed(message)
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
  }

  private var message: String {
    String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

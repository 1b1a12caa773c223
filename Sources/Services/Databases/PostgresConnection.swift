internal import CPostgres
internal import Glibc

final class PostgresConnection: DatabaseConnection {
  private static let library = Result { () throws(DatabaseError) in
    var functions = postgres_library()
    if let reason = postgres_load(&functions) { throw DatabaseError.cannotOpen(String(cString: reason)) }
    return Library(functions: functions)
  }

  /// The functions of libpq, which is loaded when they are first needed.
  private struct Library: @unchecked Sendable {
    // Safe because functions never change.
    let functions: postgres_library
  }

  private let libpq: postgres_library
  private let handle: OpaquePointer

  /// - Parameter url: Such as `postgres://user:password@host/database?sslmode=verify-full&connect_timeout=5`.
  init(_ url: String) throws {
    libpq = try Self.library.get().functions
    guard let handle = libpq.PQconnectdb(url) else { throw DatabaseError.cannotOpen("There is no memory left.") }
    self.handle = handle
    _ = libpq.PQsetErrorVerbosity(handle, PQERRORS_TERSE)  // without DETAIL, which has values
    guard libpq.PQstatus(handle) == CONNECTION_OK else { throw DatabaseError.cannotOpen(message) }
    try rows("SET statement_timeout = '10s'")
    try rows("SET client_min_messages = warning")
  }

  deinit { libpq.PQfinish(handle) }

  var begin: String { "BEGIN" }

  var tableLock: String? { "SELECT pg_advisory_xact_lock(1)" }

  var isReusable: Bool { libpq.PQstatus(handle) == CONNECTION_OK && libpq.PQtransactionStatus(handle) == PQTRANS_IDLE }

  func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]] {
    let texts = parameters.map { $0.flatMap { strdup($0) } }
    defer { texts.forEach { free($0) } }
    // The server finds out the types. The last argument asks for results as text.
    let result = libpq.PQexecParams(handle, sql, Int32(texts.count), nil, texts.map { UnsafePointer($0) }, nil, nil, 0)
    defer { libpq.PQclear(result) }
    guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(libpq.PQresultStatus(result)) else {
      throw DatabaseError.failed(message)
    }
    return (0..<libpq.PQntuples(result)).map { row in
      (0..<libpq.PQnfields(result)).map { column in
        libpq.PQgetisnull(result, row, column) == 1
          ? nil : libpq.PQgetvalue(result, row, column).map { String(cString: $0) }
      }
    }
  }

  private var message: String {
    let text = libpq.PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

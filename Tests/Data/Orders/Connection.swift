/// A connection to a database. One thread at a time may use it.
protocol Connection: AnyObject {
  /// Runs a statement, and returns its rows. `$1` stands for the first parameter.
  func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]]

  /// The statement that begins a transaction which writes.
  var begin: String { get }

  /// Whether it works, and no transaction is open.
  var isReusable: Bool { get }
}

extension Connection {
  @discardableResult
  func rows(_ sql: String, _ parameters: String?...) throws -> [[String?]] {
    // libpq would send only what is in front of it.
    guard !parameters.contains(where: { $0?.utf8.contains(0) == true }) else { throw DatabaseError.zeroByte }
    return try run(sql, parameters)
  }

  /// Does all or nothing.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
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
}

/// What is wrong with a database, for the log. No text has values of users.
enum DatabaseError: Error, Equatable, CustomStringConvertible {
  case badURL
  case cannotOpen(String)
  case failed(String)
  case zeroByte
  case notOpen
  case busy

  var description: String {
    switch self {
    case .badURL: "DATABASE_URL must be sqlite:FILE or postgres://…"
    case .cannotOpen(let reason): "The database cannot be opened. \(reason)"
    case .failed(let reason): "The database says: \(reason)"
    case .zeroByte: "A text for the database has a zero byte."
    case .notOpen: "The database is not open."
    case .busy: "All connections to the database were in use for too long."
    }
  }
}

/// What is wrong with a database, for the log. No text has values of parameters.
public enum DatabaseError: Error, Equatable, CustomStringConvertible {
  /// The URL is of another kind.
  case badURL
  case cannotOpen(String)
  /// There is no folder for the default file.
  case noHome
  /// A statement failed.
  case failed(String)
  /// PostgreSQL cannot store it.
  case zeroByte
  /// `DatabasePool.open()` was not called, or the pool is closed.
  case notOpen
  /// No connection became free in time.
  case busy

  public var description: String {
    switch self {
    case .badURL: "The URL of a database must be sqlite:FILE or postgres://…"
    case .cannotOpen(let reason): "The database cannot be opened. \(reason)"
    case .noHome:
      "There is no folder for the database, because this user has no home. Set STATE_DIRECTORY or DATABASE_URL."
    case .failed(let reason): "The database says: \(reason)"
    case .zeroByte: "A text for the database has a zero byte."
    case .notOpen: "The database is not open."
    case .busy: "All connections to the database were in use for too long."
    }
  }
}

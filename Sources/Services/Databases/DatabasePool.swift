public import Foundation
internal import StateFolder

/// Connections to a database that all users of this process share.
///
/// Open it in `ServerLifecycle.serverWillStart()`, and use it in side effects and jobs, because it blocks. After a restart of the
/// database, users get an error, and their next try a new connection.
public final class DatabasePool: @unchecked Sendable {
  /// The one of this process. Each app may make others.
  public static let shared = DatabasePool()

  // Safe because the lock of the condition guards what changes.
  private let condition = NSCondition()
  private let size: Int
  /// nil while the pool is closed.
  private var source: Source?

  /// What a call of `open` has opened. Connections are given back to the source that they are from.
  private final class Source {
    let connect: @Sendable () throws -> any DatabaseConnection
    var idle: [any DatabaseConnection]
    /// How many connections there are, also those in use.
    var count = 1

    init(_ first: any DatabaseConnection, _ connect: @escaping @Sendable () throws -> any DatabaseConnection) {
      (idle, self.connect) = ([first], connect)
    }
  }

  /// - Parameter size: The most connections that are open at a time. Each process has as many.
  public init(size: Int = 8) { self.size = size }

  /// Opens the pool.
  ///
  /// - Parameter url: `sqlite:FILE` or `postgres://user:password@host/database`. Default: `$DATABASE_URL`; without it, the file
  ///   `app.db` in `$STATE_DIRECTORY`, beside the default file for sessions.
  /// - Throws: `DatabaseError.badURL`, `.cannotOpen` and `.noHome`.
  public func open(_ url: String? = nil) throws {
    let url = try url ?? ProcessInfo.processInfo.environment["DATABASE_URL"] ?? "sqlite:\(Self.defaultFile())"
    if let path = url.wholeMatch(of: /sqlite:([^:].*)/)?.1 {
      try open { try SQLiteDatabase(String(path)) }
    } else if url.contains(/^postgres(ql)?:\/\//) {
      try open { try PostgresDatabase(url) }
    } else {
      throw DatabaseError.badURL
    }
  }

  private static func defaultFile() throws -> String {
    guard let folder = StateFolder.path else { throw DatabaseError.noHome }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return "\(folder)/app.db"
  }

  /// Opens the pool, and a first connection, so that a mistake is known at once.
  package func open(_ connect: @escaping @Sendable () throws -> any DatabaseConnection) throws {
    change(to: Source(try connect(), connect))
  }

  /// Closes idle connections now, and each other one when it is given back.
  public func close() { change(to: nil) }

  private func change(to source: Source?) {
    condition.withLock {
      self.source?.idle = []
      self.source = source
      condition.broadcast()
    }
  }

  /// Runs `body` with a connection that no other thread has.
  ///
  /// - Parameter seconds: How long this waits at most for a connection.
  /// - Throws: `DatabaseError.busy` if none becomes free in time, `DatabaseError.notOpen`, and what `body` throws.
  public func use<Result>(within seconds: TimeInterval = 5, _ body: (any DatabaseConnection) throws -> Result) throws
    -> Result
  {
    let (connection, source) = try take(until: Date(timeIntervalSinceNow: seconds))
    defer { giveBack(connection, to: source) }
    return try body(connection)
  }

  private func take(until deadline: Date) throws -> (any DatabaseConnection, Source) {
    let (idle, source): ((any DatabaseConnection)?, Source) = try condition.withLock {
      while let source = self.source, source.idle.isEmpty, source.count >= size {
        guard condition.wait(until: deadline) else { throw DatabaseError.busy }
      }
      guard let source = self.source else { throw DatabaseError.notOpen }
      if source.idle.isEmpty { source.count += 1 }
      return (source.idle.popLast(), source)
    }
    do { return (try idle ?? source.connect(), source) } catch {
      condition.withLock { drop(1, of: source) }
      throw error
    }
  }

  private func giveBack(_ connection: any DatabaseConnection, to source: Source) {
    condition.withLock {
      if source === self.source, connection.isReusable {
        source.idle.append(connection)
        condition.signal()
      } else {
        drop(1 + source.idle.count, of: source)
        source.idle = []  // they are probably broken, too
      }
    }
  }

  private func drop(_ number: Int, of source: Source) {
    source.count -= number
    condition.broadcast()
  }
}

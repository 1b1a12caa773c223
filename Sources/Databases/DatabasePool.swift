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
  /// Makes a connection; nil while the pool is closed.
  private var connect: (@Sendable () throws -> any DatabaseConnection)?
  private var idle: [any DatabaseConnection] = []
  /// How many connections there are, also those in use.
  private var count = 0

  /// - Parameter size: The most connections that are open at a time. Each process has as many.
  public init(size: Int = 8) { self.size = size }

  /// Opens the pool.
  ///
  /// - Parameter url: `sqlite:FILE` or `postgres://user:password@host/database`. Default: `$DATABASE_URL`; without it, the file
  ///   `app.db` in `$STATE_DIRECTORY`, beside the default file for sessions.
  /// - Throws: `DatabaseError.badURL` and `.cannotOpen`.
  public func open(_ url: String? = nil) throws {
    let url = try url ?? ProcessInfo.processInfo.environment["DATABASE_URL"] ?? "sqlite:\(Self.defaultFile())"
    if let path = url.wholeMatch(of: /sqlite:(.+)/)?.1 {
      try open { try SQLiteConnection(String(path)) }
    } else if url.contains(/^postgres(ql)?:\/\//) {
      try open { try PostgresConnection(url) }
    } else {
      throw DatabaseError.badURL
    }
  }

  private static func defaultFile() throws -> String {
    let folder = StateFolder.path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return "\(folder)/app.db"
  }

  /// Opens the pool, and a first connection, so that a mistake is known at once.
  package func open(_ connect: @escaping @Sendable () throws -> any DatabaseConnection) throws {
    let first = try connect()
    condition.withLock { (self.connect, idle, count) = (connect, [first], count + 1) }
  }

  /// Closes idle connections now, and each other one when it is given back.
  public func close() {
    condition.withLock {
      connect = nil
      dropIdle()
    }
  }

  /// Runs `body` with a connection that no other thread has.
  ///
  /// - Parameter seconds: How long this waits at most for a connection.
  /// - Throws: `DatabaseError.busy` if none becomes free in time, `DatabaseError.notOpen`, and what `body` throws.
  public func use<Result>(within seconds: TimeInterval = 5, _ body: (any DatabaseConnection) throws -> Result) throws
    -> Result
  {
    let connection = try take(until: Date(timeIntervalSinceNow: seconds))
    defer { giveBack(connection) }
    return try body(connection)
  }

  private func take(until deadline: Date) throws -> any DatabaseConnection {
    let connect: () throws -> any DatabaseConnection = try condition.withLock {
      while self.connect != nil, idle.isEmpty, count >= size {
        guard condition.wait(until: deadline) else { throw DatabaseError.busy }
      }
      guard let connect = self.connect else { throw DatabaseError.notOpen }
      if let connection = idle.popLast() { return { connection } }
      count += 1
      return connect
    }
    do { return try connect() } catch {
      condition.withLock { didDrop(1) }
      throw error
    }
  }

  private func giveBack(_ connection: any DatabaseConnection) {
    condition.withLock {
      if connect != nil, connection.isReusable {
        idle.append(connection)
        condition.signal()
      } else {
        dropIdle()  // they are probably broken, too
        didDrop(1)
      }
    }
  }

  private func dropIdle() {
    didDrop(idle.count)
    idle = []
  }

  private func didDrop(_ number: Int) {
    count -= number
    condition.broadcast()
  }
}

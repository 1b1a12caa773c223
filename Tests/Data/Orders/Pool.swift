import Foundation

/// The connections that all users of this process share.
final class Pool: @unchecked Sendable {
  // Safe because the lock of the condition guards what changes.
  private let condition = NSCondition()
  private let size: Int
  /// Makes a connection; nil while the pool is closed.
  private var connect: (@Sendable () throws -> any Connection)?
  private var idle: [any Connection] = []
  /// How many connections there are, also those in use.
  private var count = 0

  init(size: Int) { self.size = size }

  /// Opens the pool, and a first connection, so that a mistake is known at once.
  func open(_ connect: @escaping @Sendable () throws -> any Connection) throws {
    let first = try connect()
    condition.withLock { (self.connect, idle, count) = (connect, [first], count + 1) }
  }

  /// Closes idle connections now, and each other one when it is given back.
  func close() {
    condition.withLock {
      connect = nil
      dropIdle()
    }
  }

  /// Runs `body` with a connection that no other thread has.
  ///
  /// - Throws: `DatabaseError.busy` if none becomes free in time, `DatabaseError.notOpen`, and what `body` throws.
  func use<Result>(within seconds: TimeInterval = 5, _ body: (any Connection) throws -> Result) throws -> Result {
    let connection = try take(until: Date(timeIntervalSinceNow: seconds))
    defer { giveBack(connection) }
    return try body(connection)
  }

  private func take(until deadline: Date) throws -> any Connection {
    let connect: () throws -> any Connection = try condition.withLock {
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

  private func giveBack(_ connection: any Connection) {
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

internal import Dispatch
internal import Synchronization

/// Reads the whole file once, beside other work, and reports damage before users meet it.
final class IntegrityCheck: @unchecked Sendable {
  // Safe because only one thread uses the connection, and any thread may interrupt it.

  /// The greatest size of a file that is read. It takes some seconds, in which the write-ahead log grows.
  static let maxBytes = 256 * 1024 * 1024

  /// Nil once it is closed: SQLite keeps the log as long as a connection is open.
  private var connection: Connection?
  private let running = DispatchGroup()
  private let foundDamage = Atomic(false)

  /// Whether the file is known to be damaged. Then a session that is not found may exist all the same.
  var hasFoundDamage: Bool { foundDamage.load(ordering: .relaxed) }

  /// - Parameter report: Gets a sentence if the file is damaged.
  init(_ connection: Connection, _ path: String, _ report: @escaping @Sendable (String) -> Void) {
    self.connection = connection
    DispatchQueue.global(qos: .utility).async(group: running) { [self] in
      guard let damage = damage() else { return }
      foundDamage.store(true, ordering: .relaxed)
      report(damage.description(of: path))
    }
  }

  private func damage() -> SQLiteError? {
    guard let connection else { return nil }
    do throws(SQLiteCallError) {
      let bytes = try connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size")
      guard bytes <= Self.maxBytes else { return nil }
      let result = try connection.text("PRAGMA integrity_check(1)")
      return result == "ok" ? nil : .damaged(reason: result)
    } catch {
      let error = SQLiteError(error)
      if case .damaged = error { return error }
      return nil
    }
  }

  /// Ends the check.
  func close() {
    repeat { connection?.interrupt() } while running.wait(timeout: .now() + .milliseconds(10)) == .timedOut
    connection = nil
  }
}

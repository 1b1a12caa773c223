internal import Dispatch
internal import Basics

/// Removes the sessions whose time is up, a few in a transaction, so that those who save meanwhile hardly wait.
///
/// Each session is in other pages of the indexes, so that a removal writes some pages to the log for each. Too many in a
/// second would have the log emptied all the time, for which all wait who save. While it is being emptied nothing is
/// removed: that would have to be copied, too.
final class Sweep: Sendable {
  private struct State {
    var isRunning = false
    /// How many sessions the next transaction looks at.
    var size = firstSize
  }

  /// How long a transaction is to take.
  private static let time = Duration.microseconds(500)
  static let firstSize = 16
  private static let sizes = 4...500
  private static let pagesPerSecond = 8000

  private let queue: WriteQueue
  private let checkpoints: Checkpoints
  private let state = Locked(State())
  private let pauses = DispatchQueue(label: "tempura.sessions.sweep", qos: .utility)

  init(_ queue: WriteQueue, _ checkpoints: Checkpoints) {
    self.queue = queue
    self.checkpoints = checkpoints
  }

  /// Removes all sessions whose time is up. There is one sweep at a time: during another, nothing is done.
  ///
  /// - Parameter answer: Is given how many were removed.
  func run(now: Int64, _ answer: @escaping @Sendable (Result<Int, SQLiteFailure>) -> Void) {
    let begins = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard begins else { return answer(.success(0)) }
    checkpoints.whenIdle {
      self.step(now, removed: 0) { result in
        self.state.withLock { $0.isRunning = false }
        answer(result)
      }
    }
  }

  private func step(
    _ now: Int64, removed: Int, _ answer: @escaping @Sendable (Result<Int, SQLiteFailure>) -> Void
  ) {
    let isAdded = queue.add { [self] writer in
      do throws(SQLiteFailure) {
        let size = state.withLock(\.size)
        let start = ContinuousClock.now
        let (count, isDone) = try writer.removeExpired(most: size, now: now)
        let pages = writer.connection.takeWrittenPages()
        adapt(to: .now - start, size)
        checkpoints.written(pages, queue)
        if isDone { return answer(.success(removed + count)) }
        pauses.asyncAfter(deadline: .now() + .microseconds(pages * 1_000_000 / Self.pagesPerSecond)) {
          self.checkpoints.whenIdle { self.step(now, removed: removed + count, answer) }
        }
      } catch {
        answer(.failure(error))
      }
    }
    if !isAdded { answer(.success(removed)) }
  }

  /// The next transaction is larger or smaller, by how long one of some size took.
  private func adapt(to time: Duration, _ size: Int) {
    let next = Int(Double(size) * min(max(Self.time / time, 0.5), 2))
    state.withLock { $0.size = min(max(next, Self.sizes.lowerBound), Self.sizes.upperBound) }
  }
}

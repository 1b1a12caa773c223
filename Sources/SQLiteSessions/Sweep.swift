internal import Dispatch
internal import Basics

/// Removes expired sessions. Each transaction removes few of them, so that changes hardly have to wait.
///
/// The keys are random, so each removal writes several pages to the log. Pauses between transactions keep checkpoints rare,
/// because changes wait for these. While a checkpoint runs, nothing is removed: it would have to copy these pages, too.
final class Sweep: Sendable {
  private struct State {
    var isRunning = false
    /// The number of sessions that the next transaction reads.
    var size = firstSize
  }

  /// The wanted duration of a transaction.
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

  /// Removes all expired sessions. Does nothing while another sweep runs.
  ///
  /// - Parameter answer: Gets the number of removed sessions.
  func run(now: Int64, _ answer: @escaping @Sendable (Result<Int, SQLiteCallError>) -> Void) {
    if state.withLock({ exchange(&$0.isRunning, with: true) }) { return answer(.success(0)) }
    checkpoints.whenIdle {
      self.step(now, removed: 0) { result in
        self.state.withLock { $0.isRunning = false }
        answer(result)
      }
    }
  }

  private func step(
    _ now: Int64, removed: Int, _ answer: @escaping @Sendable (Result<Int, SQLiteCallError>) -> Void
  ) {
    let isAdded = queue.add { [self] writer in
      do throws(SQLiteCallError) {
        let size = state.withLock(\.size)
        let start = ContinuousClock.now
        let (count, isDone) = try writer.removeExpired(limit: size, now: now)
        let pages = writer.connection.takeWrittenPages()
        adaptSize(size, to: .now - start)
        checkpoints.addPages(pages, queue)
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

  /// Sets the size of the next transaction from the duration of one.
  private func adaptSize(_ size: Int, to time: Duration) {
    let next = Int(Double(size) * min(max(Self.time / time, 0.5), 2))
    state.withLock { $0.size = min(max(next, Self.sizes.lowerBound), Self.sizes.upperBound) }
  }
}

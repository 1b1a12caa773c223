internal import Basics
internal import SQLiteConnections

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

  init(_ queue: WriteQueue, _ checkpoints: Checkpoints) {
    self.queue = queue
    self.checkpoints = checkpoints
  }

  /// Removes all expired sessions. Does nothing while another sweep runs. Ends when the queue is closed.
  ///
  /// - Returns: The number of removed sessions.
  func run(now: Int64) async throws(SQLiteCallError) -> Int {
    if state.withLock({ exchange(&$0.isRunning, with: true) }) { return 0 }
    defer { state.withLock { $0.isRunning = false } }
    var removed = 0
    while true {
      await checkpoints.waitUntilIdle()
      let step = try await queue.run { writer throws(SQLiteCallError) in try self.step(writer, now) }
      guard let step else { return removed }
      removed += step.removed
      checkpoints.addPages(step.pages, queue)
      if step.isDone { return removed }
      // In a task of its own, because the sweep goes on if the caller's task is cancelled.
      let pause = Duration.seconds(1) * step.pages / Self.pagesPerSecond
      await Task { try? await Task.sleep(for: pause) }.value
    }
  }

  private func step(
    _ writer: SessionWriter, _ now: Int64
  ) throws(SQLiteCallError) -> (removed: Int, pages: Int, isDone: Bool) {
    let size = state.withLock(\.size)
    let start = ContinuousClock.now
    let (removed, isDone) = try writer.removeExpired(limit: size, now: now)
    let pages = writer.connection.takeWrittenPages()
    adaptSize(size, to: .now - start)
    return (removed, pages, isDone)
  }

  /// Sets the size of the next transaction from the duration of one.
  private func adaptSize(_ size: Int, to time: Duration) {
    let next = Int(Double(size) * min(max(Self.time / time, 0.5), 2))
    state.withLock { $0.size = min(max(next, Self.sizes.lowerBound), Self.sizes.upperBound) }
  }
}

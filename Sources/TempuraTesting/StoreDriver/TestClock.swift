public import Hydra

/// A clock whose time changes only when a test advances it. Side effects get it as a dependency.
///
/// ```swift
/// let clock = TestClock()
/// driver.store.dependencies.wait = clock.wait(for:)
/// await driver.dispatch(Remind())
/// await clock.advance(by: .seconds(60))
/// await driver.receive(ShowReminder.self) { $0.isReminding = true }
/// ```
///
/// It is a `Clock`, so it can replace a `ContinuousClock` in an app that takes `any Clock<Duration>`.
public final class TestClock: Clock, @unchecked Sendable {
  // Safe because all mutable state is only accessed under `monitor`.

  /// A time of the clock, as the duration since its start.
  public struct Instant: InstantProtocol {
    public let offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let promise: Promise<Void>
  }

  private let monitor = Monitor()
  private var time = Instant(offset: .zero)
  private var sleepers: [Sleeper] = []

  /// How long ``advance(by:sleepers:fileID:file:line:column:)`` waits for sleepers, in seconds.
  public let patience: Double

  public init(patience: Double = 2) { self.patience = patience }

  public var now: Instant { monitor.withLock { time } }

  public var minimumResolution: Duration { .zero }

  // MARK: - Sleeping

  /// Suspends the task until the clock reaches the deadline.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let promise = wait(until: deadline)
    try await withTaskCancellationHandler {
      try await promise.value()
    } onCancel: {
      promise.cancel()
    }
  }

  /// Returns a promise that resolves when the clock has advanced by the duration.
  public func wait(for duration: Duration) -> Promise<Void> { wait(until: now.advanced(by: duration)) }

  private func wait(until deadline: Instant) -> Promise<Void> {
    monitor.withLock {
      guard deadline > time else { return Promise(resolved: ()) }
      let sleeper = Sleeper(deadline: deadline, promise: Promise())
      let index = sleepers.firstIndex { $0.deadline > deadline } ?? sleepers.endIndex
      sleepers.insert(sleeper, at: index)
      return sleeper.promise
    }
  }

  // MARK: - Advancing

  /// Advances the clock, and wakes the sleepers whose deadlines it reaches, in the order of the deadlines.
  ///
  /// It first waits until there are enough sleepers, because a side effect that was just dispatched may not sleep yet.
  /// If there are too few in time, the test fails.
  ///
  /// - Parameters:
  ///   - duration: How far to advance. A sleeper that sleeps again does so from the new time: advance in steps if that
  ///     matters.
  ///   - count: The number of sleepers to wait for.
  nonisolated(nonsending) public func advance(
    by duration: Duration, sleepers count: Int = 1,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let areEnough = await monitor.value(atMost: patience) { [self] in
      sleepers.removeAll { !$0.promise.isPending }
      return sleepers.count >= count ? true : nil
    }
    if areEnough == nil {
      let site = CallSite(fileID: fileID, file: file, line: line, column: column)
      TestFailure.record(
        "Expected \(count) sleepers before the clock advances by \(duration), but there are \(sleeping).", at: site)
    }
    let woken = monitor.withLock {
      time = time.advanced(by: duration)
      let woken = sleepers.prefix { $0.deadline <= time }
      sleepers.removeFirst(woken.count)
      return woken
    }
    for sleeper in woken { sleeper.promise.resolve(()) }
  }

  private var sleeping: Int { monitor.withLock { sleepers.count } }
}

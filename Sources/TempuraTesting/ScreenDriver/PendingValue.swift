internal import Basics
internal import Dispatch
internal import Foundation

/// A value that another thread delivers later.
final class PendingValue<Value: Sendable>: Sendable {
  private let value = Locked<Value?>(nil)
  private let isDelivered = DispatchSemaphore(value: 0)

  func deliver(_ value: Value) {
    self.value.withLock { $0 = value }
    isDelivered.signal()
  }

  /// Waits for the value. On the main thread, the work of the main queue runs meanwhile, as in an app.
  ///
  /// - Parameter seconds: The longest time to wait.
  /// - Throws: `AppDriverError.silent`.
  func wait(seconds: Double) throws(AppDriverError) -> Value {
    let deadline = DispatchTime.now() + seconds
    if Thread.isMainThread {
      // The semaphore ends the wait, because the run loop cannot: a test on the main actor is itself work of the main
      // queue, and no other work of that queue wakes the run loop before the test returns.
      while value.withLock({ $0 == nil }), .now() < deadline,
        isDelivered.wait(timeout: min(deadline, .now() + .milliseconds(1))) == .timedOut
      {
        _ = RunLoop.main.run(mode: .default, before: .distantPast)
      }
    } else {
      _ = isDelivered.wait(timeout: deadline)
    }
    // The value decides, because a second call finds no signal.
    guard let value = value.withLock({ $0 }) else { throw .silent(seconds: seconds) }
    return value
  }
}

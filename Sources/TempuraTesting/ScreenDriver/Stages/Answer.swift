internal import Dispatch
internal import Foundation
internal import Basics

/// Something that another thread will know.
final class Answer<Value: Sendable>: Sendable {
  private let value = Locked<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func deliver(_ value: Value) {
    self.value.withLock { $0 = value }
    isThere.signal()
    DispatchQueue.main.async {}  // wakes the main thread, should that wait
  }

  /// Waits for it. On the main thread, what is submitted to the main queue runs meanwhile, as in an app.
  ///
  /// - Parameter seconds: How long.
  /// - Throws: `AppDriverError.silent`.
  func wait(seconds: Double) throws(AppDriverError) -> Value {
    if Thread.isMainThread {
      runLoopUntilThere(Date(timeIntervalSinceNow: seconds))
    } else {
      _ = isThere.wait(timeout: .now() + seconds)
    }
    // Whether the value is there decides: it is so a moment before the signal.
    guard let value = value.withLock({ $0 }) else { throw .silent(seconds: seconds) }
    return value
  }

  private func runLoopUntilThere(_ deadline: Date) {
    // A run loop without anything to wait for returns at once.
    let forever = Timer(timeInterval: .greatestFiniteMagnitude, repeats: true) { _ in }
    RunLoop.main.add(forever, forMode: .default)
    defer { forever.invalidate() }
    while value.withLock({ $0 == nil }), deadline > Date() {
      _ = RunLoop.main.run(mode: .default, before: deadline)
    }
  }
}

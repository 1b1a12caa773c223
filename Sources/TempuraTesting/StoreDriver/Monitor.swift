internal import Foundation

/// A lock with a condition: threads can wait for a change of the guarded state.
final class Monitor: @unchecked Sendable {
  // Safe because `NSCondition` is thread-safe.
  private let condition = NSCondition()

  /// Runs `body` under the lock. `body` must not use this monitor.
  func withLock<T>(_ body: () -> T) -> T {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body()
  }

  /// Blocks until `body` returns true. `body` is called again after each change.
  func wait(until body: () -> Bool) {
    condition.lock()
    defer { condition.unlock() }
    while !body() { condition.wait() }
  }

  /// Blocks until `body` returns a value. `body` is called again after each change.
  ///
  /// - Returns: Nil if there is no value in time.
  func wait<T>(atMost seconds: Double, until body: () -> T?) -> T? {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value = body() { return value }
      guard condition.wait(until: end) else { return body() }
    }
  }

  /// Suspends the task until `body` returns a value, like ``wait(atMost:until:)``.
  nonisolated(nonsending) func value<T: Sendable>(atMost seconds: Double, until body: @escaping () -> T?) async -> T? {
    // Safe because `body` is only called under the lock.
    nonisolated(unsafe) let body = body
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.wait(atMost: seconds, until: body)) }
    }
  }
}

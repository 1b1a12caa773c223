internal import Foundation

/// A lock at which threads can wait until what it guards is as they want it.
final class Monitor: @unchecked Sendable {
  // Safe because conditions are thread-safe.
  private let condition = NSCondition()

  /// Runs `body` while no other thread is inside. It must not come back here.
  func withLock<T>(_ body: () -> T) -> T {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body()
  }

  /// Blocks until `body` is true, which is asked for again after each change.
  func wait(until body: () -> Bool) {
    condition.lock()
    defer { condition.unlock() }
    while !body() { condition.wait() }
  }

  /// Blocks until `body` has a value, which is asked for again after each change.
  ///
  /// - Returns: nil if there is none within so many seconds.
  func wait<T>(atMost seconds: Double, until body: () -> T?) -> T? {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value = body() { return value }
      guard condition.wait(until: end) else { return body() }
    }
  }

  /// As ``wait(atMost:until:)``, on a thread of its own.
  nonisolated(nonsending) func value<T: Sendable>(atMost seconds: Double, until body: @escaping () -> T?) async -> T? {
    // Safe because it is only called under the lock.
    nonisolated(unsafe) let body = body
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.wait(atMost: seconds, until: body)) }
    }
  }
}

internal import CLinux
internal import Glibc

/// Wakes a thread that waits for events of descriptors, with epoll(7) or poll(2).
package final class Waker: Sendable {
  /// Readable from a call of `wake()` to the next `reset()`.
  package let descriptor: Int32

  /// - Throws: If the system has no descriptor left.
  package init() throws(SystemError) {
    descriptor = waker_make()
    if descriptor < 0 { throw SystemError("eventfd") }
  }

  deinit { close(descriptor) }

  package func wake() { waker_wake(descriptor) }

  /// Makes the descriptor wait for the next `wake()`. The woken thread calls it.
  ///
  /// - Returns: Whether `wake()` was called since the last reset.
  @discardableResult package func reset() -> Bool { waker_reset(descriptor) == 0 }
}

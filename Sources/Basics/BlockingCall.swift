internal import Glibc

/// A call that may block without end, on a thread of its own. The thread ends with the call, also if the result is not
/// needed any more.
package final class BlockingCall<Value: Sendable>: Sendable {
  private let result = Locked<Value?>(nil)
  /// Wakes once, and is never reset: all that wait are woken.
  private let waker: Waker

  package init(_ body: @escaping @Sendable () -> Value) throws(SystemError) {
    waker = try Waker()
    try SystemThread { [self] in
      let value = body()
      result.withLock { $0 = value }
      waker.wake()
    }.detach()
  }

  /// Waits for the result; nil at the deadline.
  package func value(until deadline: ContinuousClock.Instant) -> Value? {
    _ = Descriptors.wait(for: [(waker.descriptor, events: POLLIN)], until: deadline)
    return result.withLock(\.self)
  }
}

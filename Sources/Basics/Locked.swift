public import CThreadSanitizer
public import Synchronization

/// A value behind a lock: the standard library's `Mutex`, in a way that the thread sanitizer understands.
///
/// On Linux the sanitizer does not see the standard one, which is neither pthread's nor compiled with it, and so takes
/// all that it guards for races. Inlinable, because a lock is generic and on every hot path.
public struct Locked<Value>: ~Copyable, Sendable {
  @usableFromInline internal let base: Synchronization.Mutex<Value>

  @inlinable @inline(__always) public init(_ initialValue: consuming sending Value) {
    base = Synchronization.Mutex(initialValue)
  }

  /// Runs `body` with what is guarded, while no other thread can.
  @inlinable @inline(__always) public borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try base.withLock { value throws(Failure) in
      // By the address of the lock: to take that of the value is an access already, and comes too early for one.
      withUnsafePointer(to: base) { tsan_lock_acquired($0) }
      defer { withUnsafePointer(to: base) { tsan_lock_released($0) } }
      return try body(&value)
    }
  }
}

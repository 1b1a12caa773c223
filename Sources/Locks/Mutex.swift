internal import CThreadSanitizer
private import Synchronization

/// The standard library's `Mutex`, in a way that the thread sanitizer understands.
///
/// On Linux the sanitizer does not see the standard one, which is neither pthread's nor compiled with it, and so takes
/// all that it guards for races.
package struct Mutex<Value>: ~Copyable, Sendable {
  private let base: Synchronization.Mutex<Value>

  package init(_ initialValue: consuming sending Value) { base = Synchronization.Mutex(initialValue) }

  /// Runs `body` with what is guarded, while no other thread can.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try base.withLock { value throws(Failure) in
      withUnsafePointer(to: &value) { tsan_lock_acquired($0) }
      defer { withUnsafePointer(to: &value) { tsan_lock_released($0) } }
      return try body(&value)
    }
  }
}

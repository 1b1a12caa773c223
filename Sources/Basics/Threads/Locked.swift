public import CThreadSanitizer
public import Synchronization

/// A value behind a lock: the standard library's `Mutex`, which also tells the thread sanitizer what it does.
///
/// On Linux the sanitizer does not see a `Mutex`, and reports each access to its value as a race. Inlinable, because a
/// lock is generic and on hot paths. Public for that alone: other modules cannot inline `package` functions.
public struct Locked<Value>: ~Copyable, Sendable {
  @usableFromInline internal let base: Synchronization.Mutex<Value>

  @inlinable @inline(__always) public init(_ initialValue: consuming sending Value) {
    base = Synchronization.Mutex(initialValue)
  }

  /// Runs `body` with the value while no other thread can use it.
  @inlinable @inline(__always) public borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try base.withLock { value throws(Failure) in
      // The address of the lock stands for the value: taking the value's own address would be an access to it.
      let address = withUnsafePointer(to: base) { UnsafeRawPointer($0) }
      tsan_lock_acquired(address)
      defer { tsan_lock_released(address) }
      return try body(&value)
    }
  }
}

extension Locked where Value: Sendable {
  /// The value as it is now.
  ///
  /// A closure must be read by this. `withLock { $0 }` gets it inside another closure, which is written back: each time it would be one
  /// call deeper, until it overflows a stack.
  @inlinable public var value: Value { withLock { $0 } }
}

/// A lock around state that is not `Sendable`.
///
/// `Locked` proves that its value does not escape. That cannot be proved of closures and values of client types, which
/// promises and stores guard. App code never runs inside.
public struct Lock: ~Copyable, Sendable {
  @usableFromInline internal let base = Locked(false)  // the value means nothing

  @inlinable public init() {}

  /// Runs `body` while no other thread is inside and returns its result.
  @inlinable public borrowing func withLock<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    try base.withLock { _ throws(E) in
      // Safe because the result is handed to the one caller, on the thread that made it.
      nonisolated(unsafe) let result = try body()
      return result
    }
  }
}

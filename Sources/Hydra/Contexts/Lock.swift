private import Basics

/// A mutual exclusion lock around state that is not `Sendable`.
///
/// `Locked` proves that what it guards does not escape; promises and stores guard closures and values of client types,
/// of which that cannot be proved. User code never runs inside.
package struct Lock: ~Copyable, Sendable {
  private let mutex = Locked(false)  // guards what its owner says, not the value

  package init() {}

  /// Runs `body` while no other thread is inside and returns its result.
  package borrowing func withLock<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    try mutex.withLock { _ throws(E) in
      // Safe because the result is handed to the one caller, on the thread that made it.
      nonisolated(unsafe) let result = try body()
      return result
    }
  }
}

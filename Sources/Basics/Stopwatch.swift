internal import Glibc

/// Measures a time on the monotonic clock, from its creation.
package struct Stopwatch: Sendable {
  private let start: UInt64

  package init() { start = Self.now }

  /// The time since the creation, in seconds.
  package var seconds: Double { Double(Self.now &- start) / 1e9 }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}

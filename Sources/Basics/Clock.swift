internal import Glibc

/// The monotonic clock.
package enum Clock {
  /// The time in nanoseconds.
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}

extension Duration {
  /// The duration in nanoseconds, limited to 0 and about a century.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    return UInt64(min(seconds, 3_000_000_000)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}

/// Measures a time on the monotonic clock, from its creation.
package struct Stopwatch: Sendable {
  private let start: UInt64

  package init() { start = Clock.now() }

  /// The time since the creation, in seconds.
  package var seconds: Double { Double(Clock.now() &- start) / 1e9 }

  package func started(before other: Stopwatch) -> Bool { start < other.start }
}

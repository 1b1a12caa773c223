/// Measures a time on the monotonic clock, from its creation.
package struct Stopwatch: Sendable {
  private let start: UInt64

  package init() { start = Clock.now() }

  /// The time since the creation, in seconds.
  package var seconds: Double { Double(Clock.now() &- start) / 1e9 }
}

internal import Basics
package import Dispatch

/// The pauses between attempts to connect. Each is twice as long as the one before. They are random, so that many
/// servers do not connect at the same moment.
package struct Backoff {
  private var longest: Duration = .milliseconds(50)

  package init() {}

  package mutating func next() -> Duration {
    defer { longest = min(longest * 2, .seconds(2)) }
    return longest * Double.random(in: 0.5...1)
  }
}

extension DispatchQueue {
  /// Runs `body` after a pause.
  package func asyncAfter(_ pause: Duration, _ body: @escaping @Sendable () -> Void) {
    asyncAfter(deadline: .now() + .nanoseconds(Int(pause.nanoseconds)), execute: body)
  }
}

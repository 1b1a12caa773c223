package import Basics
package import Dispatch
internal import Glibc

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

extension Waker {
  /// Waits until the waker wakes, or the time is over; nil for no end. Does not wait if `isOver` is true: what makes it
  /// true wakes afterwards.
  package func pause(_ time: Duration?, unless isOver: () -> Bool) {
    reset()
    if !isOver() { _ = Descriptors.wait(for: [(descriptor, events: POLLIN)], until: time.map { .now + $0 }) }
  }
}

extension DispatchQueue {
  /// Runs `body` after a pause.
  package func asyncAfter(_ pause: Duration, _ body: @escaping @Sendable () -> Void) {
    asyncAfter(deadline: .now() + .nanoseconds(Int(pause.nanoseconds)), execute: body)
  }
}

/// Descriptors of sockets and wakers.
package enum Descriptors {
  /// Waits until a descriptor is ready.
  ///
  /// - Returns: Whether each descriptor is ready; nil at the deadline.
  package static func wait(for descriptors: [(Int32, events: Int32)], until deadline: ContinuousClock.Instant?)
    -> [Bool]?
  {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16($1), revents: 0) }
    while true {
      var milliseconds: Int32 = -1
      if let deadline {
        milliseconds = Int32(clamping: (deadline - .now).nanoseconds / 1_000_000 + 1)
        if deadline <= .now { milliseconds = 0 }
      }
      let ready = poll(&polled, nfds_t(polled.count), milliseconds)
      if ready > 0 { return polled.map { $0.revents != 0 } }
      if ready == 0, let deadline, deadline <= .now { return nil }
    }
  }
}

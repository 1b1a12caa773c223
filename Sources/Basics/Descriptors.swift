internal import Glibc

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

extension Waker {
  /// Waits until the waker wakes, or the time is over; nil for no end. Does not wait if `isOver` is true: what makes it
  /// true wakes afterwards.
  package func pause(_ time: Duration?, unless isOver: () -> Bool) {
    reset()
    if !isOver() { _ = Descriptors.wait(for: [(descriptor, events: POLLIN)], until: time.map { .now + $0 }) }
  }
}

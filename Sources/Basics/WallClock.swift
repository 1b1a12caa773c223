internal import Glibc

/// The time by which sessions expire: that of the system's clock, unless this has jumped ahead.
///
/// A wrong clock must not make sessions expire that were used a moment ago. So the time since the start contradicts a jump: from then
/// on it counts, until the clock is right again or the server is restarted.
package struct WallClock: Sendable {
  /// How many seconds the clock may go ahead at once.
  package static let maxStep: Int64 = 300

  private var last: (time: Int64, uptime: Int64)?
  private(set) var hasJumped = false

  package init() {}

  /// - Parameters:
  ///   - clock: The seconds since 1970, as the system says.
  ///   - uptime: The seconds of a clock that nobody sets.
  package mutating func time(_ clock: Int64, _ uptime: Int64) -> Int64 {
    let expected = last.map { $0.time + uptime - $0.uptime } ?? clock
    hasJumped = clock > expected + Self.maxStep
    if !hasJumped { last = (clock, uptime) }
    return hasJumped ? expected : clock
  }

  private static let shared = Locked(WallClock())

  /// The seconds since 1970.
  package static func now() -> Int64 {
    var uptime = timespec()
    clock_gettime(CLOCK_BOOTTIME, &uptime)  // also goes on while the machine sleeps
    let clock = Int64(Glibc.time(nil))
    let (time, isNews) = shared.withLock { shared in
      let had = shared.hasJumped
      return (shared.time(clock, Int64(uptime.tv_sec)), shared.hasJumped && !had)
    }
    if isNews {
      Misuse.report(
        "The clock of this machine jumped ahead by \(clock - time) seconds. Sessions do not expire by it: the time since the start "
          + "counts. Restart the server if the new time is right.")
    }
    return time
  }
}

/// Decides which requests a loop refuses because it has more to do than it can.
///
/// What counts is how long requests have waited before the loop came to them, as in CoDel (RFC 8289): not how many there are,
/// nor how busy the processor is. A long wait alone is no overload, because one slow request makes others wait. If waits stay
/// long for a while, the requests that have waited too long are refused, until all of them have been short for a while.
struct Overload {
  /// The longest wait that is accepted, in nanoseconds.
  let longestWait: UInt64
  /// How long waits have to be too long before requests are refused, in nanoseconds.
  let gracePeriod: UInt64
  /// How long waits have to be short until it is over, in nanoseconds.
  private static let calm: UInt64 = 1_000_000_000

  /// The time of the first wait that was too long; nil if there was none lately.
  private var start: UInt64?
  private var latest: UInt64 = 0

  init(longestWait: UInt64, gracePeriod: UInt64) {
    self.longestWait = longestWait
    self.gracePeriod = gracePeriod
  }

  /// Whether waits have been too long lately, so that it is worth to measure each.
  var isSuspected: Bool { start != nil }

  /// Whether requests that have waited too long are refused.
  func isOn(at now: UInt64) -> Bool { start.map { now &- $0 >= gracePeriod && now &- latest < Self.calm } ?? false }

  /// Notes how long a request has waited.
  ///
  /// - Returns: Whether it is accepted.
  mutating func accept(wait: UInt64, at now: UInt64) -> Bool {
    guard wait >= longestWait else {
      if start != nil, now &- latest >= Self.calm { start = nil }
      return true
    }
    if start == nil || now &- latest >= Self.calm { start = now }
    latest = now
    return !isOn(at: now)
  }
}

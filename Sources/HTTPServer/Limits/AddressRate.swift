internal import Basics

/// How often a network address may do something.
package struct AddressRateLimit: Sendable, Equatable {
  /// The number of times in each period; 0 for any number.
  package var count: Int
  /// In seconds.
  package var period: Int
  /// The number of times at once, after the address has been quiet.
  package var burst: Int
  /// Whether it applies to this machine's own addresses, too.
  package var countsThisMachine = false

  package init(_ count: Int, per period: Int, burst: Int, countsThisMachine: Bool = false) {
    self.count = count
    self.period = period
    self.burst = burst
    self.countsThisMachine = countsThisMachine
  }

  package static let none = AddressRateLimit(0, per: 1, burst: 0)
}

/// Counts how often addresses do something: a token bucket for each, written as the time at which it is full again (generic
/// cell rate algorithm, ITU-T I.371). A bucket that is full takes no memory.
package final class AddressRate: Sendable {
  /// The number of buckets at a time. If so many addresses are active at once, all begin anew: the memory stays bounded.
  static let limit = 100_000

  private let limit: AddressRateLimit
  /// The nanoseconds until there is another token.
  private let interval: UInt64
  /// The nanoseconds until an empty bucket is full.
  private let room: UInt64
  private let fullTimes = Locked<[NetworkAddress: UInt64]>([:])

  package init(_ limit: AddressRateLimit) {
    self.limit = limit
    let count = UInt64(max(limit.count, 1))
    interval = UInt64(max(limit.period, 1)) * 1_000_000_000 / count
    room = interval * UInt64(max(limit.burst, 1))
  }

  /// Takes a token of an address.
  ///
  /// - Returns: False if there is none.
  package func take(for address: NetworkAddress) -> Bool { take(for: address, at: Clock.now()) }

  /// - Parameter now: The time in nanoseconds of the monotonic clock.
  func take(for address: NetworkAddress, at now: UInt64) -> Bool {
    if limit.count == 0 || address.isThisMachine && !limit.countsThisMachine { return true }
    return fullTimes.withLock { fullTimes in
      let next = max(fullTimes[address] ?? 0, now) + interval
      if next > now + room { return false }
      if fullTimes.count >= Self.limit {
        fullTimes = fullTimes.filter { $0.value > now }
        if fullTimes.count > Self.limit / 2 { fullTimes = [:] }
      }
      fullTimes[address] = next
      return true
    }
  }

  /// The number of buckets that are not full.
  var count: Int { fullTimes.withLock(\.count) }
}

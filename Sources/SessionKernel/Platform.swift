internal import Basics
internal import Glibc
internal import Hydra
package import Sessions
internal import Synchronization

/// What a server takes from its machine: clocks, timers, threads for turns, and chance. A simulation brings its own.
package struct Platform: Sendable {
  /// The seconds since 1970.
  let time: @Sendable () -> Int64
  /// The seconds of a monotonic clock.
  let uptime: @Sendable () -> Int64
  /// Calls a closure after some seconds. The closure must not block, nor run code of the app.
  package let after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void
  /// Runs turns; nil for threads of this process.
  let start: (@Sendable (_ turn: @escaping () -> Void) -> Void)?

  /// Makes the id of a session.
  package let newID: @Sendable () -> SessionID
  /// Returns a random number. Not a secret.
  package let number: @Sendable () -> UInt64

  package init(
    time: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Int64,
    after: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void,
    start: (@Sendable (@escaping () -> Void) -> Void)?, newID: @escaping @Sendable () -> SessionID,
    number: @escaping @Sendable () -> UInt64
  ) {
    self.time = time
    self.uptime = uptime
    self.after = after
    self.start = start
    self.newID = newID
    self.number = number
  }

  /// The machine that the process runs on.
  package static let system = Platform(
    time: { WallClock.now() },
    uptime: {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return Int64(time.tv_sec)
    },
    after: { Timers.shared.after($0, $1) }, start: nil, newID: { SessionID.random() }, number: { nextNumber() })

  private static let counter = Atomic(UInt64.random(in: .min ... .max))

  /// SplitMix64. The system's random numbers cost a call of the system each.
  private static func nextNumber() -> UInt64 {
    scrambled(counter.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue)
  }

  /// The output of SplitMix64 for a state.
  package static func scrambled(_ number: UInt64) -> UInt64 {
    var number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}

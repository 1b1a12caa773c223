internal import Glibc
internal import Basics
internal import Synchronization

/// What all threads of a running server share.
final class ServerCore: Sendable {
  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let requestTimeout: UInt64
  let idleTimeout: UInt64
  let responseDeadline: UInt64

  /// How often overdue requests are looked for, in nanoseconds.
  let sweepPause: UInt64

  /// Whether the server is about to stop: each answer is the last one of its connection.
  let isLeaving = Atomic(false)
  /// The moment from which new requests are refused; `UInt64.max` while there is none.
  let drainStart = Atomic<UInt64>(.max)
  private let requestNumber: Atomic<UInt64>
  let suspended = Locked(SuspendedExchanges())
  let capacity: Capacity
  let answers: AnswersInFlight
  /// The memory of forms that are coming or being answered.
  let forms: Budget

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
    requestTimeout = configuration.limits.requestTimeout.nanoseconds
    idleTimeout = configuration.limits.idleTimeout.nanoseconds
    responseDeadline = configuration.limits.responseDeadline.nanoseconds
    sweepPause = min(max(min(idleTimeout, requestTimeout, responseDeadline) / 4, 10_000_000), 1_000_000_000)
    requestNumber = Atomic(UInt64.random(in: .min ... .max))
    capacity = Capacity(configuration.limits)
    answers = AnswersInFlight(most: configuration.limits.answerBytes)
    forms = Budget(most: configuration.limits.formBytes, ofAddress: configuration.limits.formBytes / 8)
  }

  /// Whether connections are counted by address. Those of a trusted proxy are not: requests are, by the address that it names.
  var countsConnections: Bool { !configuration.trustsForwardedHeaders }

  var limits: HTTPLimits { configuration.limits }

  /// A number that no other request of this process has, and none of another process is likely to have.
  func nextRequestNumber() -> UInt64 {
    // The finaliser of SplitMix64, a bijection: neighbours look unlike each other, none comes twice.
    var number = requestNumber.wrappingAdd(0x9e37_79b9_7f4a_7c15, ordering: .relaxed).newValue
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }

  // MARK: Exchanges that wait for their answer

  struct SuspendedExchanges {
    var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
    /// Set for the end of the server: nothing may be suspended from then on.
    var isClosed = false
  }

  /// Answers 503 to all that waits.
  func refuseSuspended() {
    for exchange in suspended.withLock({ Array($0.exchanges.values) }) { exchange.refuse(.stopping) }
  }
}

internal import Basics
internal import Synchronization

/// What all threads of a server share.
final class ServerCore: Sendable {
  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let capacity: Capacity
  let requestNumbers = RequestNumbers()

  // In nanoseconds.
  let deadlines: ConnectionState.Deadlines
  let streamHeartbeat: UInt64
  let longestWait: UInt64
  let overloadGracePeriod: UInt64
  private let madeOverloadAnswer = Locked<OverloadAnswer?>(nil)
  /// The time between two searches for requests that are overdue.
  let sweepInterval: UInt64

  /// Whether the server is about to stop: it closes each connection after the next answer.
  let isStopping = Atomic(false)
  /// The time from which new requests are refused; `UInt64.max` before the server stops.
  let refusalStart = Atomic<UInt64>(.max)

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
    capacity = Capacity(configuration.limits)
    deadlines = ConnectionState.Deadlines(
      idle: configuration.limits.idleTimeout.nanoseconds, request: configuration.limits.requestTimeout.nanoseconds,
      response: configuration.limits.responseDeadline.nanoseconds)
    longestWait = configuration.limits.longestWait.nanoseconds
    overloadGracePeriod = configuration.limits.overloadGracePeriod.nanoseconds
    streamHeartbeat = configuration.limits.streamHeartbeat.nanoseconds
    sweepInterval = min(
      max(min(deadlines.idle, deadlines.request, deadlines.response) / 4, 10_000_000), 1_000_000_000)
  }

  /// The answer to requests that are refused because the server has too much to do. Made for the first of them.
  var overloadAnswer: OverloadAnswer {
    madeOverloadAnswer.withLock { made in
      let answer = made ?? OverloadAnswer(configuration)
      made = answer
      return answer
    }
  }

  var limits: HTTPLimits { configuration.limits }

  /// The address that connections are limited by; nil for one without a limit. Connections of a trusted proxy are not
  /// limited: its requests are, by the address that it names.
  func limitedAddress(ofConnectionFrom address: NetworkAddress) -> NetworkAddress? {
    configuration.trustsForwardedHeaders ? nil : capacity.limited(address)
  }
}

internal import Glibc
internal import Locks
internal import Synchronization

/// What all threads of a running server share.
final class ServerCore: Sendable {
  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let requestTimeout: UInt64
  let idleTimeout: UInt64
  let responseDeadline: UInt64

  /// The moment from which new requests are refused; `UInt64.max` while there is none.
  let drainStart = Atomic<UInt64>(.max)
  private let requestNumber: Atomic<UInt64>
  let connections = Mutex(ConnectionTable())
  let suspended = Mutex(SuspendedExchanges())
  let housekeeper: Housekeeper

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) throws(HTTPServerError) {
    self.configuration = configuration
    self.handler = handler
    requestTimeout = configuration.limits.requestTimeout.nanoseconds
    idleTimeout = configuration.limits.idleTimeout.nanoseconds
    responseDeadline = configuration.limits.responseDeadline.nanoseconds
    requestNumber = Atomic(UInt64.random(in: .min ... .max))
    housekeeper = try Housekeeper()
  }

  var limits: HTTPLimits { configuration.limits }

  var isDraining: Bool { drainStart.load(ordering: .relaxed) != .max }

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

  /// Answers 503 to what has waited for too long, or to all that waits.
  func expireSuspended(at now: UInt64?) {
    let expired = suspended.withLock { suspended in
      guard let now else { return Array(suspended.exchanges.values) }
      return suspended.exchanges.values.filter { $0.suspendedAt &+ responseDeadline <= now }
    }
    for exchange in expired { exchange.refuse(now == nil ? .stopping : .responseTimeout) }
  }

  // MARK: Connections

  func accepts(from address: UnsafePointer<sockaddr>?) -> Bool {
    guard let limit = limits.connectionsPerAddress else { return true }
    let address = SocketAddress.text(of: address)
    return connections.withLock { $0.count(from: address) < limit }
  }

  /// Ends those whose request does not come.
  func expireConnections(at now: UInt64) {
    connections.withLock { connections in
      // Under the lock, because a connection that is not in the table any more may have lent its descriptor to another.
      for connection in connections.all where connection.isOverdue(at: now) { connection.giveUp() }
    }
  }

  /// The number of requests that were begun and are not answered.
  func requestsInFlight() -> Int {
    connections.withLock { $0.all.count { $0.hasRequest } }
  }
}

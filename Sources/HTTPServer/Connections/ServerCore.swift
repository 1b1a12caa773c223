internal import Basics
internal import Glibc
internal import Synchronization

/// What all threads of a server share.
final class ServerCore: Sendable {
  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let capacity: Capacity
  let requestNumbers = RequestNumbers()

  let deadlines: ConnectionState.Deadlines
  private let madeOverloadAnswer = Locked<OverloadAnswer?>(nil)
  /// The time between two searches for requests that are overdue, in nanoseconds.
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
    sweepInterval = min(
      max(min(deadlines.idle, deadlines.request, deadlines.response) / 4, 10_000_000), 1_000_000_000)
  }

  /// The answer to requests that are refused because the server has too much to do. Made for the first of them.
  var overloadAnswer: OverloadAnswer {
    madeOverloadAnswer.withLock { made in
      let answer = made ?? OverloadAnswer(self)
      made = answer
      return answer
    }
  }

  /// Makes the answer to a request that the server itself refuses.
  ///
  /// - Parameters:
  ///   - requestID: Empty if the request has none, because its first line has not arrived.
  ///   - header: Returns the request's header field of a name; nil if there is none, or if it has not arrived.
  func refusal(
    _ problem: RequestError, requestID: String = "", header: (StaticString) -> String? = { _ in nil }
  ) -> HTTPResponse {
    configuration.refusal(
      RefusedRequest(
        problem: problem, limit: problem.limit(in: limits), requestID: requestID, accept: header("Accept"),
        acceptLanguage: header("Accept-Language")))
  }

  var limits: HTTPLimits { configuration.limits }

  /// The address that connections are limited by; nil for one without a limit. Connections of a trusted proxy are not
  /// limited: its requests are, by the address that it names.
  func limitedAddress(ofConnectionFrom address: NetworkAddress) -> NetworkAddress? {
    configuration.trustsForwardedHeaders ? nil : capacity.limited(address)
  }
}

/// What clients may take of the server at a time.
struct Capacity: ~Copyable, Sendable {
  let connections: Quota
  /// The connections of each address. Behind a trusted proxy, the requests of each address that are in progress.
  let addresses: Quota
  /// Requests of each address.
  let requests: AddressRate
  /// Files that clients send.
  let files: Quota
  /// Bytes of forms that are arriving or being answered.
  let forms: Quota
  let answers: AnswersInFlight
  /// Event streams.
  let streams: Quota
  private let limitsThisMachine: Bool

  /// Divides the descriptors that the system allows the process between connections, streams and files.
  init(_ limits: HTTPLimits) {
    let files = limits.uploadBytes > 0 ? max(limits.uploadedFiles, 1) : 0
    let descriptors = Self.allowDescriptors(limits.connections + files + limits.streams)
    let maxFiles = min(files, max(descriptors / 4, 1))
    let others = descriptors - maxFiles
    let maxStreams = min(limits.streams, max(others / 4, others - limits.connections))
    streams = Quota(limit: maxStreams, ofAddress: limits.streamsPerAddress)
    connections = Quota(limit: max(min(limits.connections, others - maxStreams), 1))
    addresses = Quota(ofAddress: limits.connectionsPerAddress)
    requests = AddressRate(limits.requestsPerAddress)
    self.files = Quota(limit: maxFiles, ofAddress: max(maxFiles / 4, 1))
    forms = Quota(limit: limits.formBytes, ofAddress: limits.formBytes / 8)
    answers = AnswersInFlight(limit: limits.answerBytes)
    limitsThisMachine = limits.countsThisMachine
  }

  /// The address as quotas take it: nil if the limits per address do not apply to it. By default they do not apply to this
  /// machine, which may run a proxy for all clients.
  func limited(_ address: NetworkAddress) -> NetworkAddress? {
    limitsThisMachine || !address.isThisMachine ? address : nil
  }

  /// The number of descriptors for logs, databases, and files that are served.
  private static let otherDescriptors = 256

  /// Whether the system allows the process the descriptors of its own threads and files.
  static var hasEnoughDescriptors: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 || limit.rlim_cur >= 64
  }

  /// Raises the number of descriptors that the process may have, as far as needed and allowed.
  ///
  /// - Parameter wanted: The number of descriptors for clients.
  /// - Returns: The number of descriptors for clients that the system allows.
  private static func allowDescriptors(_ wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
    let all = rlim_t(clamping: wanted) &+ rlim_t(otherDescriptors)
    if limit.rlim_cur < all {
      limit.rlim_cur = min(all, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    let allowed = Int(clamping: limit.rlim_cur)
    return min(wanted, max(allowed - otherDescriptors, allowed / 2))
  }
}

/// Limits what clients take at a time, such as files or bytes of memory: all clients together, and each address.
struct Quota: ~Copyable, Sendable {
  let limit: Int
  private let maxOfAddress: Int
  private let use = Locked((count: 0, ofAddress: [NetworkAddress: Int]()))

  init(limit: Int = .max, ofAddress maxOfAddress: Int = .max) {
    self.limit = limit
    self.maxOfAddress = maxOfAddress
  }

  /// What is taken.
  var count: Int { use.withLock(\.count) }

  /// - Parameter address: The address that takes; nil for one without a limit.
  /// - Returns: False if the limit does not allow it. Nothing is taken then.
  func take(_ count: Int = 1, for address: NetworkAddress?) -> Bool {
    use.withLock { use in
      guard use.count + count <= limit else { return false }
      if let address {
        let ofAddress = use.ofAddress[address, default: 0] + count
        guard ofAddress <= maxOfAddress else { return false }
        use.ofAddress[address] = ofAddress
      }
      use.count += count
      return true
    }
  }

  func giveBack(_ count: Int = 1, for address: NetworkAddress?) {
    if count == 0 { return }
    use.withLock { use in
      use.count -= count
      guard let address, let ofAddress = use.ofAddress[address] else { return }
      use.ofAddress[address] = ofAddress > count ? ofAddress - count : nil
    }
  }
}

/// Limits the memory of answers that clients have not read yet.
///
/// Bytes that several answers share are counted once, for the address that asked first. Large answers may take half of the
/// memory, and small answers the other half.
final class AnswersInFlight: Sendable {
  /// What an answer takes until it is sent.
  struct Charge: Sendable {
    fileprivate var bytes = 0
    /// The address that takes the memory; nil for a small answer, and for an address without a limit.
    fileprivate var address: NetworkAddress?
    fileprivate var shared: ObjectIdentifier?

    /// The charge of a very small answer, and of a refusal, which is always sent.
    static let none = Charge()
  }

  /// A smaller answer is not counted by address: the system usually takes it whole, at once.
  private static let largeSize = 64 * 1024
  /// A smaller answer is not counted at all, so that there is always room for errors, redirects and health checks.
  private static let smallSize = 4 * 1024

  private let small: Quota
  private let large: Quota
  private let shared = Locked<[ObjectIdentifier: (answers: Int, charge: Charge)]>([:])

  /// - Parameter limit: The bytes of all answers. One address may take an eighth of them.
  init(limit: Int) {
    small = Quota(limit: limit / 2)
    large = Quota(limit: limit / 2, ofAddress: limit / 8)
  }

  /// - Parameter address: The address that the answer is for; nil for one without a limit.
  /// - Returns: Nil if there is no room for the answer.
  func take(_ body: ResponseBody, for address: NetworkAddress?) -> Charge? {
    let own = body.ownCount
    guard let part = body.sharedPart else { return takeOwn(own, for: address) }
    let id = ObjectIdentifier(part.owner)
    return shared.withLock { shared in
      guard var charge = takeOwn(own, for: address) else { return nil }
      charge.shared = id
      if shared[id] == nil {
        guard let ofPart = takeOwn(part.bytes.count, for: address) else {
          giveBackOwn(charge)
          return nil
        }
        shared[id] = (0, ofPart)
      }
      shared[id]?.answers += 1
      return charge
    }
  }

  private func takeOwn(_ bytes: Int, for address: NetworkAddress?) -> Charge? {
    if bytes < Self.smallSize { return Charge.none }
    if bytes >= Self.largeSize {
      return large.take(bytes, for: address) ? Charge(bytes: bytes, address: address) : nil
    }
    return small.take(bytes, for: nil) ? Charge(bytes: bytes) : nil
  }

  /// Ends the charge of an answer that was sent or dropped.
  func giveBack(_ charge: Charge) {
    giveBackOwn(charge)
    guard let id = charge.shared else { return }
    let last = shared.withLock { shared -> Charge? in
      guard var entry = shared[id] else { return nil }
      entry.answers -= 1
      shared[id] = entry.answers > 0 ? entry : nil
      return entry.answers == 0 ? entry.charge : nil
    }
    if let last { giveBackOwn(last) }
  }

  private func giveBackOwn(_ charge: Charge) {
    if charge.bytes >= Self.largeSize {
      large.giveBack(charge.bytes, for: charge.address)
    } else {
      small.giveBack(charge.bytes, for: nil)
    }
  }
}

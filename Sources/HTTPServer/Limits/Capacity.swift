internal import Basics
internal import Glibc

/// What clients may take of the server at a time.
final class Capacity: Sendable {
  let limits: HTTPLimits
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
    self.limits = limits
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

internal import Glibc

/// What clients may take of the server at a time.
struct Capacity: ~Copyable, Sendable {
  let connections: Quota
  /// Connections of each address; requests of each address behind a trusted proxy.
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

internal import Basics
internal import Glibc
internal import Synchronization

/// What clients may take of the server at a time.
struct Capacity: ~Copyable, Sendable {
  let connections: ConnectionLimit
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
  let maxStreams: Int
  private let limitsThisMachine: Bool

  /// Divides the descriptors that the system allows the process between connections, streams and files.
  init(_ limits: HTTPLimits) {
    let files = limits.uploadBytes > 0 ? max(limits.uploadedFiles, 1) : 0
    let descriptors = Self.allowDescriptors(limits.connections + files + limits.streams)
    let maxFiles = min(files, max(descriptors / 4, 1))
    let others = descriptors - maxFiles
    maxStreams = min(limits.streams, max(others / 4, others - limits.connections))
    streams = Quota(limit: maxStreams, ofAddress: limits.streamsPerAddress)
    connections = ConnectionLimit(max(min(limits.connections, others - maxStreams), 1))
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

/// The number of connections that may be open. Wakes the loops when one of them had to wait for a connection to close.
struct ConnectionLimit: ~Copyable, Sendable {
  let limit: Int
  private let count = Atomic(0)
  /// Whether a loop waits for a connection to close.
  private let isAwaited = Atomic(false)
  private let loops = Locked<[EventLoop]>([])

  init(_ limit: Int) { self.limit = limit }

  /// Sets the loops that take connections.
  func setLoops(_ loops: [EventLoop]) { self.loops.withLock { $0 = loops } }

  /// The number of connections that are open.
  var open: Int { count.load(ordering: .relaxed) }

  var hasRoom: Bool { count.load(ordering: .sequentiallyConsistent) < limit }

  /// - Returns: False if there is no room. The loops are woken when there is.
  func take() -> Bool {
    while true {
      if count.add(1, ordering: .sequentiallyConsistent).newValue <= limit { return true }
      count.subtract(1, ordering: .sequentiallyConsistent)
      isAwaited.store(true, ordering: .sequentiallyConsistent)
      // A connection that closed before `isAwaited` was set woke no loop: look again.
      if !hasRoom { return false }
    }
  }

  func giveBack() {
    count.subtract(1, ordering: .sequentiallyConsistent)
    guard isAwaited.exchange(false, ordering: .sequentiallyConsistent) else { return }
    for loop in loops.withLock({ $0 }) { loop.wake() }
  }
}

internal import Basics
internal import Glibc

/// What clients may take of the server at a time: all clients together, and each address. One table has what they have taken.
final class Capacity: Sendable {
  enum Resource: Int, CaseIterable {
    case connections
    /// The connections of each address. Behind a trusted proxy, the requests of each address that are in progress.
    case ofAddress
    /// Files that clients send.
    case files
    /// Bytes of forms that are arriving or being answered.
    case forms
    /// Bytes of answers that clients have not read yet: see ``AnswersInFlight``.
    case smallAnswers, largeAnswers
    /// Event streams.
    case streams
  }

  private struct Quota {
    var all = Int.max
    var ofAddress = Int.max
  }

  private struct Key: Hashable {
    let resource: Resource
    let address: NetworkAddress
  }

  let limits: HTTPLimits
  /// How often an address may begin a request.
  let requests: AddressRate
  private let quotas: [Quota]
  private let taken: Locked<(all: [Int], ofAddress: [Key: Int])>

  /// Divides the descriptors that the system allows the process between connections, streams and files.
  init(_ limits: HTTPLimits) {
    self.limits = limits
    let files = limits.uploadBytes > 0 ? max(limits.uploadedFiles, 1) : 0
    let descriptors = Self.allowDescriptors(limits.connections + files + limits.streams)
    let maxFiles = min(files, max(descriptors / 4, 1))
    let others = descriptors - maxFiles
    let maxStreams = min(limits.streams, max(others / 4, others - limits.connections))
    quotas = Resource.allCases.map { resource in
      switch resource {
      case .connections: Quota(all: max(min(limits.connections, others - maxStreams), 1))
      case .ofAddress: Quota(ofAddress: limits.connectionsPerAddress)
      case .files: Quota(all: maxFiles, ofAddress: max(maxFiles / 4, 1))
      case .forms: Quota(all: limits.formBytes, ofAddress: limits.formBytes / 8)
      case .smallAnswers: Quota(all: limits.answerBytes / 2)
      case .largeAnswers: Quota(all: limits.answerBytes / 2, ofAddress: limits.answerBytes / 8)
      case .streams: Quota(all: maxStreams, ofAddress: limits.streamsPerAddress)
      }
    }
    requests = AddressRate(limits.requestsPerAddress)
    taken = Locked((all: quotas.map { _ in 0 }, ofAddress: [:]))
  }

  /// How much all clients may take of a resource.
  func limit(of resource: Resource) -> Int { quotas[resource.rawValue].all }

  /// How much they have taken.
  func count(of resource: Resource) -> Int { taken.withLock { $0.all[resource.rawValue] } }

  /// - Parameter address: The address that takes; nil for one without a limit.
  /// - Returns: False if the limit does not allow it. Nothing is taken then.
  func take(_ count: Int = 1, of resource: Resource, for address: NetworkAddress? = nil) -> Bool {
    let quota = quotas[resource.rawValue]
    return taken.withLock { taken in
      guard taken.all[resource.rawValue] + count <= quota.all else { return false }
      if let address {
        let key = Key(resource: resource, address: address)
        let ofAddress = taken.ofAddress[key, default: 0] + count
        guard ofAddress <= quota.ofAddress else { return false }
        taken.ofAddress[key] = ofAddress
      }
      taken.all[resource.rawValue] += count
      return true
    }
  }

  func giveBack(_ count: Int = 1, of resource: Resource, for address: NetworkAddress? = nil) {
    if count == 0 { return }
    taken.withLock { taken in
      taken.all[resource.rawValue] -= count
      guard let key = address.map({ Key(resource: resource, address: $0) }), let ofAddress = taken.ofAddress[key]
      else { return }
      taken.ofAddress[key] = ofAddress > count ? ofAddress - count : nil
    }
  }

  /// The address as quotas take it: nil if the limits per address do not apply to it. By default they do not apply to this
  /// machine, which may run a proxy for all clients.
  func limited(_ address: NetworkAddress) -> NetworkAddress? {
    limits.countsThisMachine || !address.isThisMachine ? address : nil
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

internal import Basics

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

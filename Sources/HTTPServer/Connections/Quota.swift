internal import Basics

/// Limits what clients take at a time, such as files or bytes of memory: all clients together, and each address.
struct Quota: ~Copyable, Sendable {
  private let most: Int
  private let mostOfAddress: Int
  private let use = Locked((count: 0, ofAddress: [NetworkAddress: Int]()))

  init(most: Int = .max, ofAddress mostOfAddress: Int) {
    self.most = most
    self.mostOfAddress = mostOfAddress
  }

  /// - Parameter address: The address that takes; nil for one without a limit.
  /// - Returns: False if the limit does not allow it. Nothing is taken then.
  func take(_ count: Int = 1, for address: NetworkAddress?) -> Bool {
    use.withLock { use in
      guard use.count + count <= most else { return false }
      if let address {
        let ofAddress = use.ofAddress[address, default: 0] + count
        guard ofAddress <= mostOfAddress else { return false }
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

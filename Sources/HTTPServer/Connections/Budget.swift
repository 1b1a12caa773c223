internal import Basics

/// Limits what clients take for a while, such as bytes of memory or files: in all, and for one address.
final class Budget: Sendable {
  private struct Use {
    var count = 0
    var ofAddress: [NetworkAddress: Int] = [:]
  }

  private let most: Int
  private let mostOfAddress: Int
  private let use = Locked(Use())

  /// - Parameters:
  ///   - most: The number in all.
  ///   - mostOfAddress: The number for one address.
  init(most: Int, ofAddress mostOfAddress: Int) {
    self.most = most
    self.mostOfAddress = mostOfAddress
  }

  /// - Parameter address: The address that is charged; nil for one without a limit.
  /// - Returns: False if there is no room.
  func take(_ count: Int, for address: NetworkAddress?) -> Bool {
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

  func give(_ count: Int, for address: NetworkAddress?) {
    if count == 0 { return }
    use.withLock { use in
      use.count -= count
      guard let address, let ofAddress = use.ofAddress[address] else { return }
      use.ofAddress[address] = ofAddress > count ? ofAddress - count : nil
    }
  }
}

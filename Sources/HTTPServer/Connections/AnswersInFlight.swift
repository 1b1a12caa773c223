internal import Locks
internal import Synchronization

/// Limits the memory of answers that clients have not read yet.
///
/// Bytes that several answers share are counted once, for the address that asked first.
final class AnswersInFlight: Sendable {
  /// What an answer counts for until it is sent.
  struct Charge: Sendable {
    fileprivate var bytes: Int
    /// The address that is charged; nil for a small answer, and for an address without a limit.
    fileprivate var address: NetworkAddress?
    fileprivate var shared: ObjectIdentifier?

    /// The charge of a small answer, and of a refusal, which is sent in any case.
    static let none = Charge(bytes: 0)
  }

  private struct Large {
    var bytes: [NetworkAddress: Int] = [:]
    var shared: [ObjectIdentifier: (answers: Int, charge: Charge)] = [:]
  }

  /// A smaller answer is not counted by address: the system takes most of them whole, at once.
  private static let largeSize = 64 * 1024
  /// A smaller answer is not counted at all, so that there is always room for errors, redirects and health checks.
  private static let smallSize = 4 * 1024

  private let most: Int
  private let mostOfAddress: Int
  private let bytes = Atomic(0)
  private let large = Mutex(Large())

  /// - Parameter most: The bytes in all. One address may have a quarter of them.
  init(most: Int) {
    self.most = most
    mostOfAddress = most / 4
  }

  /// Counts an answer.
  ///
  /// - Parameter address: The address that it is for; nil for one that is not counted.
  /// - Returns: Nil if there is no room for it.
  func admit(_ body: ResponseBody, for address: NetworkAddress?) -> Charge? {
    let own = body.ownCount
    let part = body.sharedPart
    if part == nil, own < Self.smallSize { return Charge.none }
    if part == nil, own < Self.largeSize {
      return take(own) ? Charge(bytes: own) : nil
    }
    return large.withLock { large in
      let id = part.map { ObjectIdentifier($0.owner) }
      let newShared = id.flatMap { large.shared[$0] } == nil ? part?.bytes.count ?? 0 : 0
      if let address, large.bytes[address, default: 0] + own + newShared > mostOfAddress { return nil }
      guard take(own + newShared) else { return nil }
      if let address { large.bytes[address, default: 0] += own + newShared }
      if let id {
        large.shared[id, default: (0, Charge(bytes: newShared, address: address))].answers += 1
      }
      return Charge(bytes: own, address: address, shared: id)
    }
  }

  /// Gives back the charge of an answer that was sent or dropped.
  func release(_ charge: Charge) {
    if charge.address == nil, charge.shared == nil {
      if charge.bytes > 0 { give(charge.bytes) }
      return
    }
    large.withLock { large in
      refund(charge, &large)
      guard let id = charge.shared, var shared = large.shared[id] else { return }
      shared.answers -= 1
      large.shared[id] = shared.answers > 0 ? shared : nil
      if shared.answers == 0 { refund(shared.charge, &large) }
    }
  }

  private func refund(_ charge: Charge, _ large: inout Large) {
    give(charge.bytes)
    guard let address = charge.address, let bytes = large.bytes[address] else { return }
    large.bytes[address] = bytes > charge.bytes ? bytes - charge.bytes : nil
  }

  private func take(_ count: Int) -> Bool {
    if bytes.add(count, ordering: .relaxed).newValue <= most { return true }
    give(count)
    return false
  }

  private func give(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }
}

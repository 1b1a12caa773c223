internal import Basics
internal import Synchronization

/// Limits the memory of answers that clients have not read yet.
///
/// Bytes that several answers share are counted once, for the address that asked first. Large answers can take half of the
/// memory, so that there is always room for small ones.
final class AnswersInFlight: Sendable {
  /// What an answer counts for until it is sent.
  struct Charge: Sendable {
    fileprivate var bytes = 0
    fileprivate var isLarge = false
    /// The address that is charged; nil for a small answer, and for an address without a limit.
    fileprivate var address: NetworkAddress?
    fileprivate var shared: ObjectIdentifier?

    /// The charge of a very small answer, and of a refusal, which is sent in any case.
    static let none = Charge()
  }

  /// A smaller answer is not counted by address: the system takes most of them whole, at once.
  private static let largeSize = 64 * 1024
  /// A smaller answer is not counted at all, so that there is always room for errors, redirects and health checks.
  private static let smallSize = 4 * 1024

  private let mostOfSmall: Int
  private let small = Atomic(0)
  private let large: Budget
  private let shared = Locked<[ObjectIdentifier: (answers: Int, charge: Charge)]>([:])

  /// - Parameter most: The bytes in all. One address may have an eighth of them.
  init(most: Int) {
    mostOfSmall = most / 2
    large = Budget(most: most / 2, ofAddress: most / 8)
  }

  /// Counts an answer.
  ///
  /// - Parameter address: The address that it is for; nil for one that is not counted.
  /// - Returns: Nil if there is no room for it.
  func admit(_ body: ResponseBody, for address: NetworkAddress?) -> Charge? {
    let own = body.ownCount
    guard let part = body.sharedPart else { return admit(own, for: address) }
    let id = ObjectIdentifier(part.owner)
    return shared.withLock { shared in
      guard var charge = admit(own, for: address) else { return nil }
      charge.shared = id
      if shared[id] == nil {
        guard let ofPart = admit(part.bytes.count, for: address) else {
          refund(charge)
          return nil
        }
        shared[id] = (0, ofPart)
      }
      shared[id]?.answers += 1
      return charge
    }
  }

  private func admit(_ bytes: Int, for address: NetworkAddress?) -> Charge? {
    if bytes < Self.smallSize { return Charge.none }
    if bytes >= Self.largeSize {
      return large.take(bytes, for: address) ? Charge(bytes: bytes, isLarge: true, address: address) : nil
    }
    if small.add(bytes, ordering: .relaxed).newValue <= mostOfSmall { return Charge(bytes: bytes) }
    small.subtract(bytes, ordering: .relaxed)
    return nil
  }

  /// Gives back the charge of an answer that was sent or dropped.
  func release(_ charge: Charge) {
    refund(charge)
    guard let id = charge.shared else { return }
    let last = shared.withLock { shared -> Charge? in
      guard var entry = shared[id] else { return nil }
      entry.answers -= 1
      shared[id] = entry.answers > 0 ? entry : nil
      return entry.answers == 0 ? entry.charge : nil
    }
    if let last { refund(last) }
  }

  private func refund(_ charge: Charge) {
    if charge.isLarge {
      large.give(charge.bytes, for: charge.address)
    } else if charge.bytes > 0 {
      small.subtract(charge.bytes, ordering: .relaxed)
    }
  }
}

internal import Basics

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

  private let capacity: Capacity
  private let shared = Locked<[ObjectIdentifier: (answers: Int, charge: Charge)]>([:])

  init(_ capacity: Capacity) { self.capacity = capacity }

  /// - Parameter address: The address that the answer is for; nil for one without a limit.
  /// - Returns: Nil if there is no room for the answer.
  func take(_ body: ResponseBody, for address: NetworkAddress?) -> Charge? {
    let own = body.ownCount
    guard let part = body.sharedPart, let owner = part.owner else { return takeOwn(own, for: address) }
    let id = ObjectIdentifier(owner)
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
      return capacity.take(bytes, of: .largeAnswers, for: address) ? Charge(bytes: bytes, address: address) : nil
    }
    return capacity.take(bytes, of: .smallAnswers) ? Charge(bytes: bytes) : nil
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
      capacity.giveBack(charge.bytes, of: .largeAnswers, for: charge.address)
    } else {
      capacity.giveBack(charge.bytes, of: .smallAnswers)
    }
  }
}

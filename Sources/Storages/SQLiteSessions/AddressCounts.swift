/// The numbers of sessions of the addresses that have many, so that these are not counted for each new session.
///
/// Every change of a session must be reported here. Few sessions are counted quickly, so addresses with few sessions have
/// no entry.
struct AddressCounts {
  /// The smallest count that is kept.
  static let fewest: Int64 = 64

  private var counts: [Int64: Int64] = [:]

  var isEmpty: Bool { counts.isEmpty }

  /// The count of an address; nil if it is not kept.
  subscript(address: Int64) -> Int64? { counts[address] }

  mutating func set(_ count: Int64, for address: Int64) { counts[address] = count >= Self.fewest ? count : nil }

  /// Adds to the count of an address, if it is kept.
  mutating func add(_ difference: Int64, to address: Int64) {
    if let count = counts[address] { set(count + difference, for: address) }
  }

  mutating func removeAll() { counts = [:] }
}

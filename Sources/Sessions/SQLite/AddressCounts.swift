/// How many sessions there are of the addresses that have many, so that these are not counted for each new one.
///
/// What changes sessions has to say so here. Addresses that have few sessions are left out, as these are counted
/// quickly: so there are far fewer counts than sessions.
struct AddressCounts {
  /// The least that is kept.
  static let fewest: Int64 = 64

  private var counts: [Int64: Int64] = [:]

  var isEmpty: Bool { counts.isEmpty }

  /// The count of an address; nil if it is not kept.
  subscript(address: Int64) -> Int64? { counts[address] }

  mutating func keep(_ count: Int64, of address: Int64) { counts[address] = count >= Self.fewest ? count : nil }

  /// Adds to the count of an address, if it is kept.
  mutating func add(_ difference: Int64, to address: Int64) {
    if let count = counts[address] { keep(count + difference, of: address) }
  }

  /// Forgets all counts, as after changes that others made.
  mutating func forget() { counts = [:] }
}

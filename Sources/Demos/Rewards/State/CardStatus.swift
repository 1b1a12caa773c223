/// Whether the customer's card can be used.
enum CardStatus: String, Codable {
  case active
  /// The card cannot be used until the customer unblocks it.
  case blocked
}

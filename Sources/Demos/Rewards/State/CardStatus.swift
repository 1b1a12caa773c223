/// What the customer's card can be used for.
enum CardStatus: String, Codable {
  case active
  /// For nothing, until the customer unblocks it.
  case blocked
}

/// What a command of an operator is about: `sessions` or `parts`.
enum StoredKind: String {
  case sessions
  /// The parts of states that sessions share.
  case parts

  /// The word for one of them.
  var noun: String { self == .sessions ? "session" : "part" }

  /// The fewest digits of a key that name one.
  static let fewestDigits = 6
}

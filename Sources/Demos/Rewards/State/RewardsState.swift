import Katana

/// All that the app knows.
struct RewardsState: State, Codable {
  var card = CardStatus.active
  /// Whether the customer has signed up for the rewards programme.
  var isMember = false
  /// Whether signing up fails, to see what the screen says then.
  var isServiceDown = false
}

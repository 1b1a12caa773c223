import Katana

/// The state of the app.
struct RewardsState: State, Codable {
  var card = CardStatus.active
  /// Whether the customer has signed up for the rewards programme.
  var isMember = false
  /// Whether signing up fails. It lets users try the error message.
  var isServiceDown = false
}

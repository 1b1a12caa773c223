/// The content of the rewards screen.
struct RewardsViewModel: Equatable {
  enum Symbol: String {
    case star = "star.fill"
    case lock = "lock"
    case check = "checkmark.circle.fill"
  }

  let symbol: Symbol
  let title: String
  let message: String
  /// The benefits for the customer.
  var benefits: [String] = []
  /// An error message; nil if there is none.
  var problem: String?
  /// The title of the button; nil if there is nothing to confirm.
  var confirmTitle: String?
  /// Whether signing up is still running.
  var isBusy = false
}

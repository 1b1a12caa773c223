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
  let benefits: [String]
  /// An error message; nil if there is none.
  let problem: String?
  /// The title of the button; nil if there is nothing to confirm.
  let confirmTitle: String?
  /// Whether signing up is still running.
  let isBusy: Bool

  init(
    symbol: Symbol, title: String, message: String, benefits: [String] = [], problem: String? = nil,
    confirmTitle: String? = nil, isBusy: Bool = false
  ) {
    self.symbol = symbol
    self.title = title
    self.message = message
    self.benefits = benefits
    self.problem = problem
    self.confirmTitle = confirmTitle
    self.isBusy = isBusy
  }
}

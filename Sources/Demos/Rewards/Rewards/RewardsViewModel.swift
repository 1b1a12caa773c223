/// What the rewards screen shows at one moment.
struct RewardsViewModel: Equatable {
  enum Symbol: String {
    case star = "star.fill"
    case lock = "lock"
    case check = "checkmark.circle.fill"
  }

  let symbol: Symbol
  let title: String
  let message: String
  /// What the customer gets, point by point.
  let benefits: [String]
  /// What went wrong.
  let problem: String?
  /// What confirming is called; nil if there is nothing to confirm.
  let confirmTitle: String?
  /// Whether what was confirmed is still going on.
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

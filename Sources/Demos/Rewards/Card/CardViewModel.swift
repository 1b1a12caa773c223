import Tempura

struct CardViewModel: ViewModelWithState, Equatable {
  let isBlocked: Bool
  let status: String

  init(state: RewardsState) {
    isBlocked = state.card == .blocked
    status = isBlocked ? "Blocked" : "Active"
  }
}

import Tempura

struct TryOutViewModel: ViewModelWithState, Equatable {
  let isServiceDown: Bool
  let status: String

  init(state: RewardsState) {
    isServiceDown = state.isServiceDown
    status = isServiceDown ? "The sign-up service is down." : "The sign-up service is up."
  }
}

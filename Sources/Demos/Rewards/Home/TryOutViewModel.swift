import Tempura

struct TryOutViewModel: ViewModelWithState, Equatable {
  let isServiceDown: Bool

  init(state: RewardsState) { isServiceDown = state.isServiceDown }
}

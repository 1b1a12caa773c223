import Katana

/// What controllers and side effects work with.
final class RewardsDependencies: SideEffectDependencyContainer {
  let rewardsManager: any RewardsManager

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    rewardsManager = StoreRewardsManager(dispatch: dispatch)
  }
}

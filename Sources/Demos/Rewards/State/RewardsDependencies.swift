import Katana

/// The dependencies of controllers and side effects.
final class RewardsDependencies: SideEffectDependencyContainer {
  let rewardsManager: any RewardsManager

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    rewardsManager = StoreRewardsManager(dispatch: dispatch)
  }
}

import Hydra
import Katana

/// Signs the customer up for the programme.
struct SignUp: SideEffect {
  /// The reason why signing up failed.
  enum Failure: Error {
    case cardIsBlocked
    case serviceIsDown
  }

  func sideEffect(_ context: SideEffectContext<RewardsState, RewardsDependencies>) throws {
    let state = context.getState()
    guard state.card == .active else { throw Failure.cardIsBlocked }
    guard !state.isServiceDown else { throw Failure.serviceIsDown }
    try Hydra.await(context.dispatch(JoinRewards()))
  }
}

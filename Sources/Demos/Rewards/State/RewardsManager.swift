import Hydra
import Katana

/// Signs customers up for the programme.
protocol RewardsManager {
  /// - Returns: A promise that is rejected if signing up fails.
  func signUp() -> Promise<Void>
}

/// Signs up with a side effect. An answer waits for side effects for a short time, and the page shows later results, too.
struct StoreRewardsManager: RewardsManager {
  let dispatch: AnyDispatch

  func signUp() -> Promise<Void> { dispatch(SignUp()).void }
}

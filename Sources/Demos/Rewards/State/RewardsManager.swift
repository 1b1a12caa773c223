import Hydra
import Katana

/// Signs customers up for the programme.
protocol RewardsManager {
  /// - Returns: A promise that is rejected if signing up fails.
  func signUp() -> Promise<Void>
}

/// Signs up with a side effect: the server waits for side effects, so that the page shows the result.
struct StoreRewardsManager: RewardsManager {
  let dispatch: AnyDispatch

  func signUp() -> Promise<Void> { dispatch(SignUp()).void }
}

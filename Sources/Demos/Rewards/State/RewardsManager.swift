import Hydra
import Katana

/// Signs customers up for the programme.
protocol RewardsManager {
  /// - Returns: a promise that is rejected if it did not work.
  func signUp() -> Promise<Void>
}

/// Signs up by a side effect, so that a page that is waiting for it shows what comes of it.
struct StoreRewardsManager: RewardsManager {
  let dispatch: AnyDispatch

  func signUp() -> Promise<Void> { dispatch(SignUp()).void }
}

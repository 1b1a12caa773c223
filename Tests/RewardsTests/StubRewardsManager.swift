import Hydra

@testable import RewardsDemo

/// A manager whose promises tests resolve or reject.
final class StubRewardsManager: RewardsManager {
  struct OutOfOrder: Error {}

  /// One promise per call of `signUp()`.
  private(set) var promises: [Promise<Void>] = []

  func signUp() -> Promise<Void> {
    let promise = Promise<Void>()
    promises.append(promise)
    return promise
  }
}

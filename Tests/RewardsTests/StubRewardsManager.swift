import Hydra

@testable import RewardsDemo

/// Signs nobody up, until a test says what comes of it.
final class StubRewardsManager: RewardsManager {
  struct OutOfOrder: Error {}

  /// One for each time that it was asked to sign up.
  private(set) var promises: [Promise<Void>] = []

  func signUp() -> Promise<Void> {
    let promise = Promise<Void>()
    promises.append(promise)
    return promise
  }
}

import TempuraTesting
import XCTest

@testable import RewardsDemo

/// Signing up in the store.
final class SignUpTests: XCTestCase {
  private typealias Driver = StoreDriver<RewardsState, RewardsDependencies>

  func testSigningUpMakesAMember() async {
    let driver = Driver()
    await driver.dispatch(SignUp())
    await driver.receive(JoinRewards.self) { $0.isMember = true }
    await driver.finish()
  }

  func testTheManagerDispatchesASideEffect() async throws {
    let driver = Driver()
    try await driver.store.dependencies.rewardsManager.signUp().value()
    await driver.receive(SignUp.self)
    await driver.receive(JoinRewards.self) { $0.isMember = true }
    await driver.finish()
  }

  func testSigningUpFailsWithABlockedCard() async {
    let driver = Driver()
    await driver.dispatch(SetCardStatus(status: .blocked)) { $0.card = .blocked }
    await expectFailure(.cardIsBlocked, of: driver)
  }

  func testSigningUpFailsWhileTheServiceIsDown() async {
    let driver = Driver()
    await driver.dispatch(SetServiceDown(isDown: true)) { $0.isServiceDown = true }
    await expectFailure(.serviceIsDown, of: driver)
  }

  func testStartingOverResetsTheState() async {
    let driver = Driver()
    await driver.dispatch(JoinRewards()) { $0.isMember = true }
    await driver.dispatch(StartOver()) { $0 = RewardsState() }
  }

  private func expectFailure(_ failure: SignUp.Failure, of driver: Driver) async {
    do {
      try await driver.dispatch(SignUp()).value()
      XCTFail("Signing up worked.")
    } catch {
      XCTAssertEqual(error as? SignUp.Failure, failure)
    }
  }
}

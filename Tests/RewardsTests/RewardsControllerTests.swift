import Foundation
import Katana
import XCTest

@testable import RewardsDemo

/// The logic of the screen: view models and sign-ups that result from the state and the customer's actions.
final class RewardsControllerTests: XCTestCase {
  /// A controller with a store and stubs.
  @MainActor private struct Screen {
    let store: Store<RewardsState, RewardsDependencies>
    let manager = StubRewardsManager()
    let view = StubViewController()
    private let controller: RewardsController

    init(card: CardStatus = .active, isMember: Bool = false) async {
      store = Store(
        interceptors: [],
        stateInitializer: {
          var state = RewardsState()
          state.card = card
          state.isMember = isMember
          return state
        })
      await Self.mainQueueToCatchUp()
      controller = RewardsController(store: store, rewardsManager: manager, viewController: view)
    }

    func dispatch(_ updater: some StateUpdater) async throws {
      try await store.dispatch(updater).value()
      await Self.mainQueueToCatchUp()
    }

    func succeed() async {
      manager.promises.last?.resolve(())
      await Self.mainQueueToCatchUp()
    }

    func fail() async {
      manager.promises.last?.reject(StubRewardsManager.OutOfOrder())
      await Self.mainQueueToCatchUp()
    }

    /// Waits for listeners and promise handlers, which run on the main queue.
    private static func mainQueueToCatchUp() async {
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
  }

  // MARK: The card

  @MainActor func testCustomersWithAnActiveCardAreInvited() async {
    let screen = await Screen(card: .active)
    XCTAssertEqual(screen.view.models, [.invitation(.none)])
  }

  @MainActor func testCustomersWithABlockedCardAreToldToUnblockIt() async {
    let screen = await Screen(card: .blocked)
    XCTAssertEqual(screen.view.models, [.instruction])
  }

  @MainActor func testTheScreenFollowsTheCard() async throws {
    let screen = await Screen(card: .active)
    try await screen.dispatch(SetCardStatus(status: .blocked))
    try await screen.dispatch(SetCardStatus(status: .active))
    XCTAssertEqual(screen.view.models, [.invitation(.none), .instruction, .invitation(.none)])
  }

  @MainActor func testMembersAreWelcomed() async {
    let screen = await Screen(isMember: true)
    XCTAssertEqual(screen.view.models, [.welcome])
  }

  @MainActor func testMembersWithABlockedCardAreToldThatPointsAreSafe() async {
    let screen = await Screen(card: .blocked, isMember: true)
    XCTAssertEqual(screen.view.models, [.pause])
  }

  @MainActor func testUnrelatedChangesBindNothing() async throws {
    let screen = await Screen()
    try await screen.dispatch(SetServiceDown(isDown: true))
    XCTAssertEqual(screen.view.models.count, 1)
  }

  // MARK: Signing up

  @MainActor func testConfirmingSignsUp() async {
    let screen = await Screen()
    screen.view.confirm()
    XCTAssertEqual(screen.manager.promises.count, 1)
    XCTAssertEqual(screen.view.models.last, .invitation(.running))
  }

  @MainActor func testConfirmingTwiceSignsUpOnce() async {
    let screen = await Screen()
    screen.view.confirm()
    screen.view.confirm()
    XCTAssertEqual(screen.manager.promises.count, 1)
  }

  @MainActor func testABlockedCardCannotConfirm() async {
    let screen = await Screen(card: .blocked)
    screen.view.confirm()
    XCTAssertEqual(screen.manager.promises.count, 0)
  }

  @MainActor func testMembersCannotConfirm() async {
    let screen = await Screen(isMember: true)
    screen.view.confirm()
    XCTAssertEqual(screen.manager.promises.count, 0)
  }

  @MainActor func testNewMembersAreWelcomed() async throws {
    let screen = await Screen()
    screen.view.confirm()
    try await screen.dispatch(JoinRewards())
    await screen.succeed()
    XCTAssertEqual(screen.view.models.last, .welcome)
  }

  @MainActor func testAFailureIsShown() async {
    let screen = await Screen()
    screen.view.confirm()
    await screen.fail()
    XCTAssertEqual(screen.view.models.last, .invitation(.failed))
  }

  @MainActor func testTryingAgainSignsUpAgain() async {
    let screen = await Screen()
    screen.view.confirm()
    await screen.fail()
    screen.view.confirm()
    XCTAssertEqual(screen.manager.promises.count, 2)
    XCTAssertEqual(screen.view.models.last, .invitation(.running))
  }

  @MainActor func testAFailureIsForgottenWhenTheCardChanges() async throws {
    let screen = await Screen()
    screen.view.confirm()
    await screen.fail()
    try await screen.dispatch(SetCardStatus(status: .blocked))
    try await screen.dispatch(SetCardStatus(status: .active))
    XCTAssertEqual(screen.view.models.last, .invitation(.none))
  }
}

import Foundation
import Katana
import Tempura
import TempuraTesting
import UIKit
import XCTest

@testable import RewardsDemo

/// Pictures of the app's screens, compared with those in `Pictures/`.
class RewardsPictureTestCase: XCTestCase {
  static let phone = UITests.Device(name: "Phone", size: CGSize(width: 390, height: 844))

  override func setUp() {
    super.setUp()
    UITests.settings = UITests.Settings()
    UITests.settings.directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Pictures"
    UITests.settings.server = RewardsAppDelegate.serverConfiguration
  }

  override func tearDown() {
    UITests.settings = UITests.Settings()
    super.tearDown()
  }
}

/// The rewards screen with all of its view models, in all circumstances. It tests layout and binding together.
final class RewardsScreenTests: RewardsPictureTestCase, UIViewControllerTestCase {
  typealias VC = RewardsViewController
  typealias V = UIView

  var viewController: RewardsViewController { RewardsViewController() }

  func configure(vc: RewardsViewController, for testCase: String) {
    for sample in RewardsViewModel.samples where testCase == "rewards \(sample.name)" { vc.bind(sample.model) }
  }

  func testEveryViewModelInAllCircumstances() {
    let small = UITests.Device(name: "Small phone", size: CGSize(width: 320, height: 568))
    uiTest(
      testCases: RewardsViewModel.samples.map { "rewards \($0.name)" },
      permutations: UITests.Permutations(
        devices: [small, Self.phone], contentSizeCategories: [.large, .accessibilityLarge]))
  }

  func testEveryViewModelInOtherLanguages() {
    uiTest(
      testCases: RewardsViewModel.samples.map { "rewards \($0.name)" },
      permutations: UITests.Permutations(devices: [Self.phone], styles: [.light], languages: ["it", "ar", "en-XA"]))
  }
}

/// The page that contains the rewards screen.
final class RewardsHomeScreenTests: RewardsPictureTestCase, UIViewControllerTestCase {
  typealias VC = HomeViewController
  typealias V = UIView

  private var state = RewardsState()

  var viewController: HomeViewController {
    let state = state
    let store = Store<RewardsState, RewardsDependencies>(interceptors: [], stateInitializer: { state })
    // The store gets its state on the main queue, after `init` returns.
    while !store.isReady { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001)) }
    return HomeViewController(store: store)
  }

  func testTheHomeScreen() {
    uiTest(testCases: ["rewards home"], permutations: UITests.Permutations(devices: [Self.phone, .desktop]))
    state.card = .blocked
    uiTest(testCases: ["rewards home blocked"], permutations: UITests.Permutations(devices: [Self.phone, .desktop]))
    state.card = .active
    state.isMember = true
    uiTest(
      testCases: ["rewards home member"],
      permutations: UITests.Permutations(devices: [Self.phone], styles: [.light], languages: ["it", "ar", "en-XA"]))
  }
}

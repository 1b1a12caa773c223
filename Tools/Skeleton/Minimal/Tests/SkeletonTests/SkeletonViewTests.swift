import TempuraTesting
import XCTest

@testable import Skeleton

final class SkeletonViewTests: XCTestCase, ViewTestCase {
  typealias V = SkeletonView

  override func setUp() {
    UITests.settings.directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Pictures"
    UITests.settings.server = AppDelegate.serverConfiguration
  }

  func testTheCounter() {
    var state = SkeletonState()
    state.counter = 1_000_000
    uiTest(
      testCases: [
        "counter": SkeletonViewModel(state: SkeletonState()),
        "counter high": SkeletonViewModel(state: state),
      ],
      permutations: UITests.Permutations(
        devices: [.iPhoneSE.scaled(1), .desktop], contentSizeCategories: [.large, .accessibilityLarge]))
  }
}

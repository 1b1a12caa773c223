import UIKit
import XCTest

@testable import RewardsDemo

/// The behaviour of the view. What it looks like is for pictures to tell.
final class RewardsViewControllerTests: XCTestCase {
  func testATapOnTheButtonConfirms() {
    let controller = RewardsViewController()
    var count = 0
    controller.didConfirm = { count += 1 }
    (controller.view as? RewardsView)?.confirmButton.sendActions(for: .touchUpInside)
    XCTAssertEqual(count, 1)
  }

  func testThereIsAButtonWhereThereIsSomethingToConfirm() throws {
    let controller = RewardsViewController()
    let button = try XCTUnwrap(controller.view as? RewardsView).confirmButton
    for (name, model) in RewardsViewModel.samples {
      controller.bind(model)
      XCTAssertEqual(button.isHidden ? nil : button.currentTitle, model.confirmTitle, name)
      XCTAssertEqual(button.isEnabled, !model.isBusy, name)
    }
  }
}

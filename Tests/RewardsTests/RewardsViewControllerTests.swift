import UIKit
import XCTest

@testable import RewardsDemo

/// The behaviour of the view. Pictures test its look.
final class RewardsViewControllerTests: XCTestCase {
  func testATapOnTheButtonConfirms() {
    let controller = RewardsViewController()
    var count = 0
    controller.didConfirm = { count += 1 }
    (controller.view as? RewardsView)?.confirmButton.sendActions(for: .touchUpInside)
    XCTAssertEqual(count, 1)
  }

  func testTheButtonIsHiddenIfThereIsNothingToConfirm() throws {
    let controller = RewardsViewController()
    let button = try XCTUnwrap(controller.view as? RewardsView).confirmButton
    for (name, model) in RewardsViewModel.samples {
      controller.bind(model)
      XCTAssertEqual(button.isHidden ? nil : button.currentTitle, model.confirmTitle, name)
      XCTAssertEqual(button.isEnabled, !model.isBusy, name)
    }
  }
}

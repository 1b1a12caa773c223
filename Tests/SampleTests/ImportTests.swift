import TempuraTesting
import XCTest

// The only import: TempuraTesting exports UIKit, as on iOS.

final class LabelViewController: UIViewController {
  let label = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(label)
  }
}

final class AboutUITests: XCTestCase, UIViewControllerTestCase {
  typealias V = UIView

  var viewController: LabelViewController { LabelViewController() }

  func testTheViewHasALabel() {
    XCTAssertEqual(viewController.view.subviews.count, 1)
  }
}

import TempuraTesting
import XCTest

// Nothing else is imported: TempuraTesting brings UIKit, as on a phone.

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

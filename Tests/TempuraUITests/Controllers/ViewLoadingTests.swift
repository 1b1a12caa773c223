import Foundation
import Testing

@testable import TempuraUI

private class Loading: UIViewController {
  var calls: [String] = []
  override func loadView() {
    calls.append("loadView \(isViewLoaded)")
    view = UILabel()
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    calls.append("viewDidLoad \(isViewLoaded)")
  }
  override func viewWillLayoutSubviews() { calls.append("willLayout") }
  override func viewDidLayoutSubviews() { calls.append("didLayout") }
}

@Suite(.app) struct ViewLoadingTests {
  @Test func theViewIsLoadedOnceOnFirstAccess() {
    let controller = Loading()
    #expect(!controller.isViewLoaded)
    #expect(controller.viewIfLoaded == nil)
    #expect(controller.calls.isEmpty)
    let view = controller.view
    #expect(view is UILabel)
    #expect(controller.view === view)
    #expect(controller.calls == ["loadView false", "viewDidLoad true"])
  }

  @Test func theViewKnowsItsController() {
    let controller = UIViewController()
    #expect(controller.view.managingViewController === controller)
    #expect(controller.view.next === controller)
    let first = controller.view
    controller.view = UIView()
    #expect(first?.managingViewController == nil)
  }

  @Test func aControllerIsCalledBeforeAndAfterLayout() {
    let controller = Loading()
    controller.view.layoutIfNeeded()
    #expect(controller.calls.suffix(2) == ["willLayout", "didLayout"])
  }

  @Test func theTitleSetsTheTitleOfTheNavigationItem() {
    let controller = UIViewController()
    controller.title = "Hello"
    #expect(controller.navigationItem.title == "Hello")
  }
}

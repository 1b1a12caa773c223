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

  @Test func theViewFollowsTheSuperviewInWhichItGotAFrame() {
    final class Parent: UIViewController {
      let (box, child, table) = (UIView(), UIViewController(), UITableViewController())
      override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(box)
        for child in [child, table] {
          addChild(child)
          child.view.frame = box.bounds
          box.addSubview(child.view)
          child.didMove(toParent: self)
        }
      }
      override func viewDidLayoutSubviews() {
        box.frame = CGRect(x: 20, y: 100, width: view.bounds.width - 40, height: 80)
      }
    }
    let parent = Parent()
    let window = window(showing: parent)
    window.layoutIfNeeded()
    let area = CGRect(x: 0, y: 0, width: window.bounds.width - 40, height: 80)
    #expect(parent.child.view.frame == area && parent.table.view.frame == area)
    let own = Loading()
    #expect(own.view.autoresizingMask.isEmpty, "as in UIKit, a view that the app makes has no mask")
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

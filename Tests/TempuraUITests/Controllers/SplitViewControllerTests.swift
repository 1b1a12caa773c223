import Foundation
import Testing

@testable import TempuraUI

/// Columns.
@Suite(.app) struct SplitViewControllerTests {
  private final class Delegate: UISplitViewControllerDelegate {
    func splitViewController(
      _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
      onto primaryViewController: UIViewController
    ) -> Bool { true }
  }

  private func front(_ page: Page) -> String? {
    page.html.firstMatch(of: /<div class="front">(.*?)<\/div>/).map { String($0.output.1) }
  }

  private func labelled(_ name: String, _ events: Events) -> Recorder {
    let controller = Recorder(name, events)
    let label = UILabel()
    label.text = "screen \(name)"
    controller.view.addSubview(label)
    return controller
  }

  @Test func allColumnsAreOnThePageAndTheSecondaryOneIsInFront() throws {
    let events = Events()
    let split = UISplitViewController()
    split.viewControllers = [labelled("a", events), labelled("b", events)]
    split.viewControllers[0].navigationItem.title = "List"
    let page = Page(showing: split)
    #expect(page.count(of: "screen a") == 1 && front(page)?.contains("screen b") == true)
    #expect(events.all.contains("a didAppear") && events.all.contains("b didAppear"))
    #expect(split.viewControllers[0].splitViewController === split)
    let back = try #require(page.buttons.first)
    #expect(page.button(back)?.contains("List") == true)
    try page.tap(back)
    #expect(front(page)?.contains("screen a") == true && page.buttons.isEmpty)
    split.viewControllers[0].showDetailViewController(labelled("c", events), sender: nil)
    #expect(front(page)?.contains("screen c") == true && page.count(of: "screen b") == 0)
  }

  @Test func theDelegateChoosesTheColumnInFront() {
    let (events, delegate) = (Events(), Delegate())
    let split = UISplitViewController()
    split.delegate = delegate
    split.viewControllers = [labelled("a", events), labelled("b", events)]
    #expect(front(Page(showing: split))?.contains("screen a") == true)
  }

  @Test func columnsWithAStyleAreNavigationControllers() {
    let (events, split) = (Events(), UISplitViewController(style: .doubleColumn))
    let primary = labelled("a", events)
    split.setViewController(primary, for: .primary)
    split.setViewController(UINavigationController(rootViewController: labelled("b", events)), for: .secondary)
    #expect(primary.navigationController === split.viewController(for: .primary))
    #expect(split.viewControllers.count == 2 && primary.splitViewController === split)
    split.setViewController(nil, for: .secondary)
    #expect(split.viewControllers.count == 1 && split.children.count == 1)
  }

  @Test func columnsAreSideBySideOnAWidePage() {
    let split = UISplitViewController()
    split.viewControllers = [UIViewController(), UIViewController()]
    split.view.frame = CGRect(x: 0, y: 0, width: 1000, height: 500)
    split.view.layoutIfNeeded()
    #expect(split.viewControllers[1].view.frame == CGRect(x: 320, y: 0, width: 680, height: 500))
    split.view.frame.size.width = 400
    split.view.layoutIfNeeded()
    #expect(split.viewControllers[1].view.frame == CGRect(x: 0, y: 0, width: 400, height: 500))
  }

  @Test func withoutAPrimaryColumnThereIsNoWayBack() {
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(UIViewController(), for: .secondary)
    let page = Page(showing: split)
    #expect(page.buttons.isEmpty && split.view.tapTarget(ofPart: "back") == nil)
  }
}

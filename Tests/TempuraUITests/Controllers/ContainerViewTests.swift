import Foundation
import Testing

@testable import TempuraUI

/// The view of a container belongs to the app, too.
@Suite(.app) struct ContainerViewTests {
  private func containers() -> [UIViewController] {
    let (tabs, split) = (UITabBarController(), UISplitViewController())
    tabs.viewControllers = [UIViewController()]
    split.viewControllers = [UIViewController(), UIViewController()]
    let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.setViewControllers([UIViewController()], direction: .forward, animated: false)
    return [UINavigationController(rootViewController: UIViewController()), tabs, split, pages]
  }

  @Test func whatTheAppAddsStaysAboveTheScreens() {
    for container in containers() {
      let window = window(showing: container)
      let button = UIButton(type: .system)
      container.view.addSubview(button)
      switch container {
      case let navigation as UINavigationController:
        navigation.pushViewController(UIViewController(), animated: false)
        navigation.isToolbarHidden = false
        window.layoutIfNeeded()
        navigation.isToolbarHidden = true
      case let tabs as UITabBarController: tabs.viewControllers?.append(UIViewController())
      case let split as UISplitViewController: split.viewControllers = [UIViewController()]
      case let pages as UIPageViewController:
        pages.setViewControllers([UIViewController()], direction: .forward, animated: false)
      default: Issue.record("an unknown container")
      }
      window.layoutIfNeeded()
      #expect(button.superview === container.view, "\(type(of: container))")
      let screen = container.children.last?.viewIfLoaded.flatMap { container.view.subviews.firstIndex(of: $0) } ?? 0
      #expect(container.view.subviews.firstIndex(of: button) ?? 0 > screen, "\(type(of: container))")
    }
  }

  @Test func whatTheAppAddsToABarStays() {
    let screen = UIViewController()
    let navigation = UINavigationController(rootViewController: screen)
    let window = window(showing: navigation)
    let (progress, badge) = (UIProgressView(), UILabel())
    navigation.navigationBar.addSubview(progress)
    navigation.toolbar.addSubview(badge)
    navigation.isToolbarHidden = false
    screen.title = "New"
    screen.toolbarItems = [UIBarButtonItem(title: "Item", style: .plain, target: nil, action: nil)]
    window.layoutIfNeeded()
    #expect(navigation.navigationBar.subviews.last === progress)
    #expect(navigation.navigationBar.subviews.count == 4, "with the title and its sides")
    #expect(navigation.toolbar.subviews.last === badge)
  }

  @Test func theViewsOfContainersAndListsHaveTheSizeOfTheScreenWhenTheyAreLoaded() {
    let list = UICollectionViewController(collectionViewLayout: UICollectionViewFlowLayout())
    for controller in containers() + [UITableViewController(style: .plain), list] {
      #expect(controller.view.bounds.size == UIScreen.main.bounds.size, "\(type(of: controller))")
    }
  }

  // MARK: - Overlays

  /// Lets taps through where it has no subviews.
  private final class Passing: UIView {
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
      subviews.contains { $0.frame.contains(point) }
    }
  }

  private final class Hitting: UIView {
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
      let hit = super.hitTest(point, with: event)
      return hit === self ? nil : hit
    }
  }

  private final class Blocking: UIView {}

  @Test func anOverlayPassesTapsThatItDoesNotTake() {
    for (overlay, passes) in [(Passing(), true), (Hitting(), true), (Blocking(), false)] as [(UIView, Bool)] {
      let screen = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
      screen.addSubview(UIButton(type: .system))
      screen.addSubview(overlay)
      overlay.frame = screen.bounds
      let button = UIButton(type: .system)
      button.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
      overlay.addSubview(button)
      #expect(html(overlay).contains(" passes") == passes, "\(type(of: overlay))")
      button.frame = screen.bounds
      #expect(!overlay.passesTouches, "it takes all")
      screen.sendSubviewToBack(overlay)
      #expect(!overlay.passesTouches, "it covers nothing")
    }
  }
}

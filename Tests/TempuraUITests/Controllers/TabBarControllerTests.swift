import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct TabBarControllerTests {
  let events = Events()

  @Test func onlyTheSelectedControllerIsShown() {
    let first = Recorder("first", events)
    let second = Recorder("second", events)
    let tabs = UITabBarController()
    tabs.viewControllers = [first, second]
    #expect(tabs.selectedIndex == 0)
    let window = window(showing: tabs)
    #expect(!second.isViewLoaded)
    #expect(window.topViewController === first)
    _ = events.take()
    tabs.selectedIndex = 1
    #expect(
      events.take() == [
        "second didLoad", "first willDisappear", "second willAppear", "first didDisappear", "second didAppear",
      ])
    #expect(tabs.selectedViewController === second && window.topViewController === second)
    #expect(first.view.window == nil && second.view.window === window)
    #expect(second.tabBarController === tabs)
    tabs.selectedViewController = first
    #expect(events.take().first == "second willDisappear")
  }

  @Test func aControllerThatIsNotATabCannotBeSelected() {
    let tabs = UITabBarController()
    tabs.selectedIndex = 3
    #expect(tabs.selectedViewController == nil && tabs.selectedIndex == .max)
    let first = UIViewController()
    tabs.viewControllers = [first]
    tabs.selectedIndex = 3
    tabs.selectedIndex = -1
    tabs.selectedViewController = UIViewController()
    #expect(tabs.selectedViewController === first)
  }

  @Test func aTabCanBeSelectedBeforeThereAreTabs() {
    let controllers = (0..<3).map { _ in UIViewController() }
    let tabs = UITabBarController()
    tabs.selectedIndex = 1
    tabs.viewControllers = []
    tabs.viewControllers = controllers
    #expect(tabs.selectedViewController === controllers[1])
    tabs.viewControllers = nil
    tabs.viewControllers = controllers
    #expect(tabs.selectedIndex == 0, "it was for the first tabs")
    let others = UITabBarController()
    others.selectedIndex = 1
    others.selectedViewController = controllers[2]
    others.setViewControllers(controllers, animated: false)
    #expect(others.selectedIndex == 2)
  }

  @Test func theViewIsLoadedByInit() {
    final class Tabs: UITabBarController {
      let titles: [String]
      var first: UIViewController!
      init(_ titles: [String]) {
        self.titles = titles
        super.init(nibName: nil, bundle: nil)
        first.title = first.title! + "!"
      }
      required init?(coder: NSCoder) { nil }
      override func viewDidLoad() {
        super.viewDidLoad()
        viewControllers = titles.map { title in
          let controller = UIViewController()
          controller.title = title
          return controller
        }
        first = viewControllers?[0]
      }
    }
    let tabs = Tabs(["a", "b"])
    tabs.selectedIndex = 1
    #expect(tabs.viewControllers?.map(\.title) == ["a!", "b"] && tabs.selectedViewController?.title == "b")
    #expect(window(showing: tabs).topViewController?.title == "b")
  }

  @Test func replacingTheControllersKeepsTheSelection() {
    let controllers = (0..<3).map { _ in UIViewController() }
    let tabs = UITabBarController()
    tabs.viewControllers = controllers
    tabs.selectedIndex = 2
    window(showing: tabs)
    tabs.viewControllers = [controllers[2], controllers[0]]
    #expect(tabs.selectedViewController === controllers[2])
    #expect(controllers[1].parent == nil)
    tabs.viewControllers = [controllers[0]]
    #expect(tabs.selectedViewController === controllers[0])
    #expect(controllers[0].appearance == .appeared && controllers[2].appearance == .disappeared)
    #expect(controllers[2].view.superview == nil)
  }

  @Test func aControllerFindsItsNavigationControllerInATab() {
    let pushed = UIViewController()
    let navigation = UINavigationController(rootViewController: pushed)
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation]
    let window = window(showing: tabs)
    #expect(pushed.tabBarController === tabs)
    #expect(pushed.navigationController === navigation)
    #expect(window.topViewController === pushed)
    #expect(pushed.appearance == .appeared)
  }
}

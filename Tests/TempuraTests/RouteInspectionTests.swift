import Foundation
import TempuraUI
import Testing

@testable import Tempura

private final class Named: UIViewController, Routable {
  let routeIdentifier: RouteElementIdentifier
  init(_ identifier: RouteElementIdentifier) {
    routeIdentifier = identifier
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { fatalError() }
}

private final class Container: UIViewController, CustomRouteInspectables {
  var nextRouteControllers: [UIViewController] { children }
}

@Suite(.app) struct RouteInspectionTests {
  private var route: Route { UIApplication.shared.currentRoutableIdentifiers }

  @Test func withoutAWindowTheRouteIsEmpty() {
    #expect(route == [])
    #expect(UIApplication.shared.currentViewControllers.isEmpty)
  }

  @Test func modalsFollowEachOtherInTheRoute() {
    let (a, b, c) = (Named("a"), Named("b"), Named("c"))
    window(showing: a)
    a.present(b, animated: false)
    b.present(c, animated: false)
    #expect(route == ["a", "b", "c"])
  }

  @Test func aNavigationControllerContributesItsWholeStackAndItsModal() {
    let navigation = UINavigationController()
    navigation.viewControllers = [Named("a"), Named("b")]
    window(showing: navigation)
    #expect(route == ["a", "b"])
    navigation.present(Named("m"), animated: false)
    #expect(route == ["a", "b", "m"])
    #expect(UIApplication.shared.currentRoute == ["UINavigationController", "a", "b", "m"])
  }

  @Test func aTabBarContributesOnlyItsSelectedController() {
    let navigation = UINavigationController()
    navigation.viewControllers = [Named("a"), Named("b")]
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation, Named("other")]
    window(showing: tabs)
    #expect(route == ["a", "b"])
    tabs.present(Named("m"), animated: false)
    #expect(route == ["m"])
    tabs.dismiss(animated: false)
    tabs.selectedIndex = 1
    #expect(route == ["other"])
  }

  @Test func aNavigatorKnowsTheScreensInAContainerBelowAModal() {
    let navigation = UINavigationController()
    navigation.viewControllers = [Named("a"), Named("b")]
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation, Named("other")]
    let own = window(showing: tabs)
    func route() -> Route { own.currentRoutables.map(\.routeIdentifier) }
    let modal = Named("m")
    navigation.topViewController?.present(modal, animated: false)
    #expect(route() == ["a", "b", "m"])
    modal.present(Named("n"), animated: false)
    #expect(route() == ["a", "b", "m", "n"])
    tabs.selectedIndex = 1
    #expect(route() == ["other", "m", "n"])
  }

  @Test func aContainerDecidesWhichChildrenBelongToTheRoute() {
    let parent = Named("parent")
    parent.addChild(Named("child"))
    window(showing: parent)
    #expect(route == ["parent"])
    let container = Container()
    container.addChild(Named("inside"))
    window(showing: container)
    #expect(route == ["inside"])
  }

  @Test func aStartedNavigatorUsesItsOwnWindow() {
    struct Installer: RootInstaller {
      let window: UIWindow
      func installRoot(identifier: RouteElementIdentifier, context _: Any?, completion: () -> Void) -> Bool {
        window.rootViewController = Named(identifier)
        completion()
        return true
      }
    }
    enum Screen: String { case home }
    let own = UIWindow(frame: UIScreen.main.bounds)
    let navigator = Navigator()
    #expect(own.rootViewController == nil)
    navigator.start(using: Installer(window: own), in: own, at: Screen.home)
    #expect(own.isKeyWindow)
    #expect(navigator.currentRoute == ["home"])
    #expect(TestApp.current.navigators.map { $0 === navigator } == [true])
    window(showing: Named("elsewhere"))
    #expect(navigator.currentRoute == ["home"])
    #expect(Navigator().currentRoute == ["elsewhere"])
  }
}

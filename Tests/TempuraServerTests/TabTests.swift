import Foundation
import Katana
import Tempura
import TempuraUI
import Testing

@testable import TempuraServer

/// Tabs and their URLs.
@Suite struct TabTests {
  private struct EmptyState: State, Codable {}

  private final class Dependencies: NavigationProvider {
    let navigator = Navigator()
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }

  private final class Tab: UIViewController, Routable {
    let routeIdentifier: RouteElementIdentifier

    init(_ name: String) {
      routeIdentifier = name
      super.init(nibName: nil, bundle: nil)
      title = name
    }

    required init?(coder: NSCoder) { nil }
  }

  /// The tabs, as an element of the route that changes from one to another.
  private final class Tabs: UITabBarController, Routable {
    var routeIdentifier: RouteElementIdentifier { "tabs" }

    func change(
      from: RouteElementIdentifier, to: RouteElementIdentifier, animated: Bool, context: Any?,
      completion: @escaping RoutingCompletion
    ) {
      if let tab = viewControllers?.first(where: { ($0 as? Tab)?.routeIdentifier == to }) {
        selectedViewController = tab
      }
      completion()
    }
  }

  private static let names = ["news", "mail", "people"]

  private class BaseDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
    var window: UIWindow?
    var store: Store<EmptyState, Dependencies>!
    var root: String { "tabs" }

    func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
    {
      store = Store<EmptyState, Dependencies>()
      window = UIWindow(frame: UIScreen.main.bounds)
      store.dependencies.navigator.start(using: self, in: window!, at: root)
      return true
    }

    func installRoot(identifier: RouteElementIdentifier, context: Any?, completion: () -> Void) -> Bool {
      guard identifier == "tabs" else { return false }
      install(Tabs())
      completion()
      return true
    }

    func install(_ tabs: UITabBarController) {
      tabs.viewControllers = TabTests.names.map(Tab.init)
      window?.rootViewController = tabs
    }
  }

  /// An app whose tabs are the roots of its routes.
  private final class FlatDelegate: BaseDelegate {
    override var root: String { "news" }

    override func installRoot(identifier: RouteElementIdentifier, context: Any?, completion: () -> Void) -> Bool {
      guard let index = TabTests.names.firstIndex(of: identifier) else { return false }
      let tabs = window?.rootViewController as? UITabBarController ?? UITabBarController()
      if tabs.viewControllers == nil { install(tabs) }
      tabs.selectedIndex = index
      completion()
      return true
    }
  }

  private func selected(_ page: Answer) -> String? {
    page.first(/<button name="tap" value="uiTabBarView\.tabBar\.([a-z]+)" aria-current="page"/)
  }

  @Test func tappingATabLeadsToItsURL() throws {
    let server = try TestServer(BaseDelegate.self)
    let browser = server.browser()
    try browser.open("/")
    #expect(browser.path == "/tabs/news" && selected(browser.page) == "news")
    try browser.tap("uiTabBarView.tabBar.mail")
    #expect(browser.path == "/tabs/mail" && selected(browser.page) == "mail")
    #expect(selected(try browser.open("/tabs/mail")) == "mail", "a reload")
    #expect(selected(try browser.open("/tabs/news")) == "news", "the way back")
  }

  @Test(arguments: names)
  func aNewSceneHasTheTabOfItsURL(name: String) throws {
    let server = try TestServer(BaseDelegate.self)
    let browser = server.browser()
    #expect(selected(try browser.open("/tabs/\(name)")) == name)
    #expect(browser.path == "/tabs/\(name)")
  }

  @Test func anUnknownTabLeadsToTheOneThatIsSelected() throws {
    let server = try TestServer(BaseDelegate.self)
    let browser = server.browser()
    #expect(selected(try browser.open("/tabs/nowhere")) == "news")
    #expect(browser.path == "/tabs/news")
  }

  @Test(arguments: names)
  func tabsMayBeRoots(name: String) throws {
    let server = try TestServer(FlatDelegate.self)
    let browser = server.browser()
    #expect(selected(try browser.open("/\(name)")) == name)
    try browser.tap("uiTabBarView.tabBar.people")
    #expect(browser.path == "/people" && selected(browser.page) == "people")
    #expect(selected(try browser.open("/\(name)")) == name)
  }
}

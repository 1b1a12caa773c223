import Foundation
import Katana
import Tempura
import TempuraUI
import Testing

@testable import TempuraServer

/// Tabs and their URLs.
@Suite struct TabTests {
  private struct EmptyState: State, Codable {}

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

  private class BaseDelegate: TestDelegate<EmptyState, NavigatorOnly> {
    override var root: String { "tabs" }
    override func makeRoot() -> UIViewController { filled(Tabs()) }

    func filled(_ tabs: UITabBarController) -> UITabBarController {
      tabs.viewControllers = TabTests.names.map(Tab.init)
      return tabs
    }
  }

  /// An app whose tabs are the roots of its routes.
  private final class FlatDelegate: BaseDelegate {
    override var root: String { "news" }

    override func installRoot(
      identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
    ) -> Bool {
      guard let index = TabTests.names.firstIndex(of: identifier) else { return false }
      let tabs = window?.rootViewController as? UITabBarController ?? filled(UITabBarController())
      window?.rootViewController = tabs
      tabs.selectedIndex = index
      completion()
      return true
    }
  }

  /// A tab bar controller that changes no tabs itself: on a phone, a tap does.
  private final class PlainTabs: UITabBarController, Routable {
    var routeIdentifier: RouteElementIdentifier { "tabs" }
  }

  private class PlainDelegate: BaseDelegate {
    override func makeRoot() -> UIViewController { filled(PlainTabs()) }
  }

  /// An app whose tabs are in a controller that is not part of the route.
  private final class UnnamedDelegate: BaseDelegate {
    override func makeRoot() -> UIViewController {
      let tabs = filled(UITabBarController())
      for tab in tabs.viewControllers ?? [] { tab.tabBarItem.isEnabled = tab.title != "people" }
      return tabs
    }
  }

  /// A screen in the stack of a tab, with a button for each thing that it can show or hide.
  private final class Page: UIViewController, RoutableWithConfiguration {
    let routeIdentifier: RouteElementIdentifier
    private let store: Store<EmptyState, NavigatorOnly>

    init(_ name: String, _ store: Store<EmptyState, NavigatorOnly>) {
      (routeIdentifier, self.store) = (name, store)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
      [
        .show("item"): .push { [unowned self] _ in Page("item", store) }, .hide("item"): .pop,
        .show("edit"): .presentModally { [unowned self] _ in Page("edit", store) },
        .hide("edit"): .dismissModally(behaviour: .hard),
      ]
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      add("item") { [unowned self] in store.anyDispatch(Show("item")) }
      add("edit") { [unowned self] in store.anyDispatch(Show("edit")) }
      add("hide") { [unowned self] in store.anyDispatch(Hide(routeIdentifier)) }
      add("ask") { [unowned self] in
        present(UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert), animated: false)
      }
    }

    private func add(_ title: String, _ action: @escaping () -> Void) {
      let button = UIButton()
      button.setTitle(title, for: .normal)
      button.accessibilityIdentifier = "\(routeIdentifier).\(title)"
      button.on(.touchUpInside) { _ in action() }
      view.addSubview(button)
    }
  }

  /// An app with tabs of which each has a stack of screens.
  private final class StacksDelegate: BaseDelegate {
    override var root: String { "news" }

    override func installRoot(
      identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
    ) -> Bool {
      let tabs = UITabBarController()
      tabs.viewControllers = TabTests.names.map { UINavigationController(rootViewController: Page($0, store)) }
      window?.rootViewController = tabs
      completion()
      return true
    }
  }

  @Test func aModalAboveATabIsShownAgainByItsURL() throws {
    let (server, browser) = try visit(StacksDelegate.self, at: "/")
    try browser.tap("news.item")
    #expect(browser.path == "/news/item")
    try browser.tap("item.ask")
    #expect(browser.path == "/news/item" && browser.page.body.contains("Sure?"))
    let tab = browser.newTab()
    try tab.open("/news/item/edit")
    #expect(tab.path == "/news/item/edit" && tab.page.body.contains(#"value="edit.hide""#))
    try tab.tap("edit.hide")
    #expect(tab.path == "/news/item")
    try tab.tap("item.edit")
    #expect(tab.path == "/news/item/edit")
    try server.evictAll()
    try tab.tap("edit.hide")
    #expect(tab.path == "/news/item" && tab.page.body.contains(#"value="item.hide""#))
  }

  @Test(arguments: names)
  func aTabThatOnlyATapSelectsHasAURL(name: String) throws {
    let server = try TestServer(PlainDelegate.self)
    let browser = server.browser()
    #expect(selected(try browser.open("/tabs/\(name)")) == name)
    #expect(browser.path == "/tabs/\(name)")
    #expect(try browser.get("/tabs/nowhere").status == 404)
  }

  @Test func aTabOfAControllerOutsideTheRouteHasAURL() throws {
    let server = try TestServer(UnnamedDelegate.self)
    let browser = server.browser()
    #expect(selected(try browser.open("/mail")) == "mail")
    #expect(browser.path == "/mail")
    #expect(try browser.get("/people").status == 404, "a disabled tab")
  }

  private func selected(_ page: Answer) -> String? {
    page.first(/<button name="tap" value="uiTabBarView\.tabBar\.([a-z]+)" aria-current="page"/)
  }

  @Test func tappingATabLeadsToItsURL() throws {
    let browser = try TestServer(BaseDelegate.self).browser(at: "/")
    #expect(browser.path == "/tabs/news" && selected(browser.page) == "news")
    try browser.tap("uiTabBarView.tabBar.mail")
    #expect(browser.path == "/tabs/mail" && selected(browser.page) == "mail")
    #expect(selected(try browser.open("/tabs/mail")) == "mail", "a reload")
    #expect(selected(try browser.open("/tabs/news")) == "news", "the way back")
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

import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct BarAppearanceTests {
  @Test func barsHaveABackgroundImage() {
    let image = UIImage(url: "/a.png")
    let expected = #"background-image:url("/a.png");background-size:100% 100%;"#
    let (navigation, tabs, tools) = (UINavigationBar(), UITabBar(), UIToolbar())
    navigation.setBackgroundImage(image, for: .default)
    tabs.backgroundImage = image
    tools.setBackgroundImage(image, forToolbarPosition: .any, barMetrics: .default)
    for bar in [navigation, tabs, tools] { #expect(css(bar).contains(expected)) }
    #expect(!attributes(navigation).contains("data-translucent"))
    navigation.setBackgroundImage(image, for: .compact)
    navigation.setBackgroundImage(nil, for: .default)
    #expect(!css(navigation).contains("background-image"))
    #expect(attributes(navigation).contains("data-translucent"))
  }

  @Test func aTitleHasTheAttributesOfTheBar() {
    let controller = UIViewController()
    controller.title = "Title"
    let navigation = UINavigationController(rootViewController: controller)
    let page = Page(showing: navigation)
    #expect(page.count(of: "Title</h1>") == 1)
    navigation.navigationBar.standardAppearance.titleTextAttributes = [.foregroundColor: UIColor.red]
    let label = navigation.navigationBar.subviews.lazy.compactMap { $0 as? UILabel }.first
    _ = page.html
    #expect(label?.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .red)
  }

  @Test func barsThatEnterAWindowHaveThePropertiesOfTheStandIn() {
    let (old, own, tabs) = (UINavigationBar(), UINavigationBar(), UITabBar())
    own.barTintColor = .blue
    UINavigationBar.appearance().barTintColor = .green
    UINavigationBar.appearance().standardAppearance.backgroundColor = .green
    UITabBar.appearance().tintColor = .red
    UITabBar.appearance().barStyle = .black
    #expect(old.barTintColor == nil && tabs.tintColor != .red)
    let controller = UIViewController()
    for bar in [old, own, tabs] { controller.view.addSubview(bar) }
    window(showing: controller)
    #expect(old.barTintColor == .green && own.barTintColor == .blue)
    #expect(old.standardAppearance.backgroundColor == .green)
    #expect(tabs.tintColor == .red && tabs.barStyle == .black && old.barStyle == .default)
    #expect(UIToolbar().barTintColor == nil)
  }

  @Test func aBlackBarIsDark() {
    let (bar, search) = (UINavigationBar(), UISearchBar())
    (bar.barStyle, search.barStyle) = (.black, .black)
    let dark = "color-scheme:dark;color:var(--text);background-color:var(--background);"
    #expect(css(bar).contains(dark) && css(search).contains(dark))
    bar.barTintColor = .red
    #expect(!css(bar).contains("var(--background)"))
    (bar.barStyle, search.barStyle) = (.default, .default)
    #expect(!css(bar).contains("color-scheme") && css(search).isEmpty)
  }

  private func screen(_ color: UIColor?) -> UIViewController {
    let controller = UIViewController()
    controller.view.backgroundColor = color
    return controller
  }

  @Test func barsOfAContainerAreOverTheColourOfTheScreen() {
    let navigation = UINavigationController(rootViewController: screen(.red))
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation, screen(.clear)]
    let page = Page(showing: tabs)
    _ = page.html
    for view in [tabs.view, navigation.view] { #expect(css(view!).contains("background-color:\(UIColor.red.css)")) }
    navigation.topViewController?.view.backgroundColor = .blue
    #expect(page.window.viewsToRender.contains { $0 === tabs.view })
    for view in [tabs.view, navigation.view] { #expect(css(view!).contains("background-color:\(UIColor.blue.css)")) }
    _ = page.html
    navigation.pushViewController(screen(.green), animated: false)
    #expect(page.window.viewsToRender.contains { $0 === tabs.view })
    #expect(css(tabs.view).contains("background-color:\(UIColor.green.css)"))
    tabs.selectedIndex = 1
    #expect(!css(tabs.view).contains("background-color"))
  }

  @Test func aStandardAppearanceIsSeenOverContentOnly() {
    let navigation = UINavigationController(rootViewController: screen(.black))
    let bar = navigation.navigationBar
    _ = Page(showing: navigation).html
    bar.standardAppearance.configureWithOpaqueBackground()
    bar.standardAppearance.backgroundColor = .red
    let own = ";background-color:\(UIColor.red.css)"
    #expect((";" + css(bar)).contains("--bar-background:\(UIColor.red.css)") && !(";" + css(bar)).contains(own))
    #expect(attributes(bar).contains("data-translucent"))
    bar.scrollEdgeAppearance = bar.standardAppearance
    #expect((";" + css(bar)).contains(own) && !attributes(bar).contains("data-translucent"))
    let edge = UINavigationBarAppearance()
    edge.configureWithTransparentBackground()
    navigation.topViewController?.navigationItem.scrollEdgeAppearance = edge
    #expect(
      css(bar).contains("background-color:transparent") && css(bar).contains("--bar-background:\(UIColor.red.css)"))
    #expect(css(bar).contains("--over-line:initial") && attributes(bar).contains("data-translucent"))
    let item = UINavigationBarAppearance()
    item.backgroundColor = .green
    navigation.topViewController?.navigationItem.standardAppearance = item
    #expect(css(bar).contains("--bar-background:\(UIColor.green.css)"))
  }
}

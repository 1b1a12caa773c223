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
}

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

  @Test func newBarsHaveThePropertiesOfTheStandIn() {
    let old = UINavigationBar()
    UINavigationBar.appearance().barTintColor = .green
    UINavigationBar.appearance().standardAppearance.backgroundColor = .green
    UITabBar.appearance().tintColor = .red
    #expect(UINavigationBar().barTintColor == .green && old.barTintColor == nil)
    #expect(UINavigationBar().standardAppearance.backgroundColor == .green)
    #expect(UITabBar().tintColor == .red && UIToolbar().barTintColor == nil)
  }
}

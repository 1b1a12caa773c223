import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct BarAppearanceTests {
  @Test func theLookAtTheEdgeComesFirst() {
    let bar = UINavigationBar()
    bar.standardAppearance.backgroundColor = .red
    #expect(css(bar).contains("background-color:\(UIColor.red.css)"))
    let edge = UINavigationBarAppearance()
    edge.configureWithTransparentBackground()
    bar.scrollEdgeAppearance = edge
    #expect(css(bar).contains("background-color:transparent;--own-line:transparent"))
    edge.shadowColor = .blue
    #expect(css(bar).contains("--own-line:\(UIColor.blue.css)"))
  }

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

  @Test func aSearchBarAndSegmentsHaveABackgroundImage() {
    let search = UISearchBar()
    search.setBackgroundImage(UIImage(url: "/a.png"), for: .any, barMetrics: .default)
    #expect(css(search).contains(#"background-image:url("/a.png")"#) && search.backgroundImage != nil)
    let segments = UISegmentedControl(items: ["A", "B"])
    #expect(!css(segments).contains("background"))
    segments.setBackgroundImage(UIImage(url: "/a.png"), for: .normal, barMetrics: .default)
    segments.setBackgroundImage(UIImage(url: "/b.png"), for: .selected, barMetrics: .default)
    #expect(
      css(segments) == #"background:none;--selected:transparent;--segment-image:url("/a.png");"#
        + #"--selected-image:url("/b.png");"#)
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

  @Test func tabsHaveColours() {
    let bar = UITabBar()
    bar.standardAppearance.stackedLayoutAppearance.normal.iconColor = .gray
    bar.standardAppearance.stackedLayoutAppearance.selected.titleTextAttributes = [.foregroundColor: UIColor.red]
    #expect(css(bar).contains("--unselected:\(UIColor.gray.css)"))
    #expect(css(bar).contains("--tint:\(UIColor.red.css)"))
  }
}

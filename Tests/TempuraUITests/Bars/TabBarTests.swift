import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct TabBarTests {
  let tabs = UITabBarController()
  let news = UIViewController()
  let mail = UIViewController()
  let page: Page

  init() {
    news.title = "News"
    mail.tabBarItem = UITabBarItem(
      title: "Mail", image: UIImage(url: "/mail.svg"), selectedImage: UIImage(url: "/open.svg"))
    tabs.viewControllers = [news, mail]
    page = Page(showing: tabs)
  }

  private final class Delegate: UITabBarControllerDelegate {
    let events = Events()
    var allows = true
    func tabBarController(_: UITabBarController, shouldSelect viewController: UIViewController) -> Bool {
      events.add("should \(viewController.tabBarItem.title ?? "")")
      return allows
    }
    func tabBarController(_: UITabBarController, didSelect viewController: UIViewController) {
      events.add("did \(viewController.tabBarItem.title ?? "")")
    }
  }

  @Test func everyTabHasAButtonAndTheSelectedOneIsMarked() throws {
    let html = page.html
    #expect(html.contains(#"<nav id="uiTabBarView.tabBar" class="UITabBar" aria-label="Tabs""#))
    #expect(page.buttons == ["uiTabBarView.tabBar.News", "uiTabBarView.tabBar.Mail"])
    #expect(page.button("uiTabBarView.tabBar.News")?.contains("aria-current=\"page\"") == true)
    #expect(page.button("uiTabBarView.tabBar.Mail")?.contains("src=\"/mail.svg\" alt=\"\"") == true)
    try page.tap("uiTabBarView.tabBar.Mail")
    #expect(tabs.selectedViewController === mail)
    #expect(page.button("uiTabBarView.tabBar.Mail")?.contains("src=\"/open.svg\"") == true)
    #expect(page.count(of: "aria-current") == 1)
  }

  @Test func aTapAsksTheDelegateAndThenTellsIt() throws {
    let delegate = Delegate()
    tabs.delegate = delegate
    delegate.allows = false
    try page.tap("uiTabBarView.tabBar.Mail")
    #expect(delegate.events.take() == ["should Mail"])
    #expect(tabs.selectedIndex == 0)
    delegate.allows = true
    try page.tap("uiTabBarView.tabBar.Mail")
    try page.tap("uiTabBarView.tabBar.Mail")
    #expect(delegate.events.take() == ["should Mail", "did Mail", "should Mail", "did Mail"])
    tabs.selectedIndex = 0
    #expect(delegate.events.take() == [], "what the app does itself it knows")
  }

  @Test func aBadgeIsRenderedBesideTheTitle() {
    mail.tabBarItem.badgeValue = "3"
    #expect(
      page.button("uiTabBarView.tabBar.Mail")?.contains("<span>Mail</span><span class=\"badge\">3</span>") == true)
    mail.tabBarItem.badgeColor = .blue
    #expect(page.html.contains(/<span class="badge s\d+">3/))
    mail.tabBarItem.badgeValue = nil
    #expect(!page.html.contains("badge"))
  }

  @Test func aTabWithoutATitleHasAnAccessibleName() {
    let item = UITabBarItem(title: nil, image: UIImage(url: "/star.svg"), tag: 3)
    mail.tabBarItem = item
    #expect(page.button("uiTabBarView.tabBar.tab")?.contains("aria-label=\"Tab 2\"") == true)
    item.accessibilityLabel = "Stars"
    item.badgeValue = "2"
    #expect(page.button("uiTabBarView.tabBar.Stars")?.contains("aria-label=\"Stars, 2\"") == true)
    #expect(item.tag == 3)
  }

  @Test func aTapOnADisabledTabIsRefused() {
    mail.tabBarItem.isEnabled = false
    #expect(page.target("uiTabBarView.tabBar.Mail")?.refusal == .disabled)
    #expect(page.button("uiTabBarView.tabBar.Mail")?.contains(" disabled") == true)
  }

  @Test func aTapOnAHiddenBarIsRefused() {
    tabs.tabBar.isHidden = true
    #expect(page.html.contains("<nav id=\"uiTabBarView.tabBar\" class=\"UITabBar\" hidden"))
    #expect(page.target("uiTabBarView.tabBar.Mail")?.refusal == .unreachable)
  }

  @Test func aPushedScreenCanHideTheBar() {
    let navigation = UINavigationController(rootViewController: UIViewController())
    tabs.viewControllers = [navigation, mail]
    #expect(page.html.contains("<nav"))
    let pushed = UIViewController()
    pushed.hidesBottomBarWhenPushed = true
    navigation.pushViewController(pushed, animated: false)
    #expect(!page.html.contains("<nav"))
    navigation.pushViewController(UIViewController(), animated: false)
    #expect(!page.html.contains("<nav"), "nor does what is above it show the bar")
    navigation.popToRootViewController(animated: false)
    #expect(page.html.contains("<nav"))
  }

  @Test func aTabHasTheTitleOfTheRootOfItsStack() throws {
    let root = UIViewController()
    let navigation = UINavigationController(rootViewController: root)
    tabs.viewControllers = [navigation, mail]
    root.title = "Feed"
    #expect(page.buttons.contains("uiTabBarView.tabBar.Feed"))
    navigation.pushViewController(UIViewController(), animated: false)
    try page.tap("uiTabBarView.tabBar.Feed")
    #expect(navigation.viewControllers.count == 1, "a tap of the selected tab goes back to its beginning")
  }

  @Test func systemItemsHaveTitlesAndSymbols() {
    let item = UITabBarItem(tabBarSystemItem: .topRated, tag: 0)
    #expect(item.title == "Top Rated" && item.image == UIImage(systemName: "star"))
    #expect(UITabBarItem(tabBarSystemItem: .search, tag: 4).tag == 4)
  }

  @Test func aBarWithoutAControllerSelectsTheTabAndCallsItsDelegate() throws {
    final class Delegate: UITabBarDelegate {
      var selected: [Int] = []
      func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) { selected.append(item.tag) }
    }
    let screen = UIViewController()
    let bar = UITabBar()
    let delegate = Delegate()
    bar.delegate = delegate
    bar.items = (1...7).map { UITabBarItem(title: "\($0)", image: nil, tag: $0) }
    screen.view.addSubview(bar)
    let page = Page(showing: screen)
    try page.tap("uiView.uiTabBar.6")
    #expect(delegate.selected == [6] && bar.selectedItem?.tag == 6)
  }
}

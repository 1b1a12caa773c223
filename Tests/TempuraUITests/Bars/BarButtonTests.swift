import Basics
import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct BarButtonTests {
  let events = Events()
  let screen = UIViewController()
  let navigation: UINavigationController
  let page: Page
  private let bar = "uiNavigationView.navigationBar"

  init() {
    navigation = UINavigationController(rootViewController: screen)
    page = Page(showing: navigation)
  }

  private func item(_ title: String) -> UIBarButtonItem {
    UIBarButtonItem(title: title, action: { [events] in events.add($0.title ?? "") })
  }

  @Test func theFirstRightButtonIsAtTheEdge() throws {
    screen.navigationItem.rightBarButtonItems = [item("One"), item("Two")]
    #expect(page.buttons == ["\(bar).rightButton2", "\(bar).rightButton"])
    try page.tap("\(bar).rightButton")
    #expect(events.take() == ["One"])
  }

  @Test func aHiddenItemIsNotRendered() {
    let item = item("One")
    screen.navigationItem.rightBarButtonItem = item
    #expect(page.buttons.count == 1)
    item.isHidden = true
    #expect(page.buttons.isEmpty)
  }

  @Test func theScriptKnowsWhichItemsLeaveAScreen() {
    let items = [UIBarButtonItem.SystemItem.cancel, .close, .done].map { UIBarButtonItem(barButtonSystemItem: $0) }
    screen.navigationItem.rightBarButtonItems = items + [UIBarButtonItem(customView: UIButton(type: .close))]
    let cancels = page.buttons.map { page.button($0)?.contains(" data-cancels") == true }
    #expect(cancels.filter { $0 }.count == 3 && cancels.count == 4)
    #expect(page.button("\(bar).rightButton3")?.contains("data-cancels") == false, "Done may apply something")
  }

  @Test func aCustomViewReplacesTheButton() {
    let control = UITextField()
    screen.navigationItem.leftBarButtonItem = UIBarButtonItem(customView: control)
    #expect(page.html.contains("name=\"\(bar).leftButton\""))
  }

  @Test func systemItemsHaveTitles() {
    let titles = [UIBarButtonItem.SystemItem.action, .trash, .add, .fastForward].map {
      UIBarButtonItem(barButtonSystemItem: $0).title
    }
    #expect(titles == ["Share", "Delete", "Add", "Fast Forward"])
    #expect(UIBarButtonItem(systemItem: .close, primaryAction: UIAction(title: "x") { _ in }).title == "Close")
    #expect(UIBarButtonItem(barButtonSystemItem: .done).style == .done)
  }

  @Test func aSelectedItemLooksPressedAndATapCanToggleIt() throws {
    let item = UIBarButtonItem(title: "Bold", image: nil, primaryAction: UIAction { [events] _ in events.add("tap") })
    item.changesSelectionAsPrimaryAction = true
    screen.navigationItem.rightBarButtonItem = item
    try page.tap("\(bar).rightButton")
    #expect(item.isSelected && events.take() == ["tap"])
    #expect(page.button("\(bar).rightButton")?.contains("aria-pressed=\"true\"") == true)
  }

  // MARK: - Titles and the way back

  @Test func aTitleIsLargeIfTheBarAndTheItemPreferIt() {
    screen.title = "Home"
    #expect(!page.html.contains("data-title"))
    navigation.navigationBar.prefersLargeTitles = true
    #expect(page.html.contains("data-title=\"large\""))
    let second = UIViewController()
    second.title = "Second"
    navigation.pushViewController(second, animated: false)
    #expect(page.html.contains("data-title=\"large\""), "it is as the one below")
    second.navigationItem.largeTitleDisplayMode = .never
    #expect(!page.html.contains("data-title"))
    let third = UIViewController()
    navigation.pushViewController(third, animated: false)
    #expect(!page.html.contains("data-title"))
    third.navigationItem.largeTitleDisplayMode = .always
    #expect(page.html.contains("data-title"))
  }

  @Test func theScreenBelowChoosesTheTitleOfTheBackButton() throws {
    screen.title = "A long title"
    let second = UIViewController()
    navigation.pushViewController(second, animated: false)
    #expect(page.button("\(bar).backButton")?.contains("<span>A long title</span>") == true)
    screen.navigationItem.backBarButtonItem = UIBarButtonItem(title: "Home", action: nil)
    #expect(page.button("\(bar).backButton")?.contains("aria-label=\"Back to Home\"") == true)
    #expect(page.button("\(bar).backButton")?.contains("<span>Home</span>") == true)
    screen.navigationItem.backBarButtonItem = UIBarButtonItem(title: "", action: nil)
    #expect(page.button("\(bar).backButton")?.contains("aria-label=\"Back\"") == true)
    screen.navigationItem.backBarButtonItem = UIBarButtonItem(title: "Home", action: nil)
    screen.navigationItem.backButtonDisplayMode = .minimal
    #expect(page.button("\(bar).backButton")?.contains("<span>") == false)
    #expect(page.button("\(bar).backButton")?.contains("aria-label=\"Back to Home\"") == true)
    second.navigationItem.backAction = UIAction { [events] _ in events.add("back") }
    try page.tap("\(bar).backButton")
    #expect(events.take() == ["back"] && navigation.viewControllers.count == 2)
    second.navigationItem.backAction = nil
    try page.tap("\(bar).backButton")
    #expect(navigation.viewControllers.count == 1)
  }

  // MARK: - Toolbars

  @Test func theToolbarShowsTheItemsOfTheTopScreen() throws {
    screen.toolbarItems = [item("Reply"), .flexibleSpace(), .fixedSpace(20), item("Delete")]
    #expect(!page.html.contains("toolbar"), "it is hidden unless the app wants it")
    navigation.setToolbarHidden(false, animated: false)
    let toolbar = "uiNavigationView.toolbar"
    #expect(page.html.contains("role=\"toolbar\" aria-label=\"Toolbar\""))
    #expect(page.buttons == ["\(toolbar).item", "\(toolbar).item4"])
    #expect(page.count(of: "class=\"BarSpace ") == 2)
    try page.tap("\(toolbar).item4")
    #expect(events.take() == ["Delete"])
    let second = UIViewController()
    navigation.pushViewController(second, animated: false)
    #expect(page.html.contains("role=\"toolbar\"") && page.buttons == ["\(bar).backButton"])
    second.setToolbarItems([item("Only")], animated: false)
    #expect(page.buttons.contains("\(toolbar).item"))
    second.hidesBottomBarWhenPushed = true
    #expect(!page.html.contains("toolbar"))
    second.navigationController?.pushViewController(UIViewController(), animated: false)
    #expect(!page.html.contains("toolbar"), "nor does what is above it show the bar")
  }

  @Test func aScreenMayReplaceTheTabBarByAToolbar() {
    final class Screen: UIViewController {
      override func viewWillAppear(_ animated: Bool) {
        navigationController?.setToolbarHidden(false, animated: animated)
      }
    }
    let second = Screen()
    second.hidesBottomBarWhenPushed = true
    second.toolbarItems = [item("Share")]
    navigation.pushViewController(second, animated: false)
    #expect(page.html.contains("role=\"toolbar\""))
    navigation.popViewController(animated: false)
    navigation.pushViewController(UIViewController(), animated: false)
    #expect(page.html.contains("role=\"toolbar\""), "it is shown until the app hides it")
  }

  @Test func aToolbarAboveTheKeyboardIsAsWideAsTheScreen() {
    let toolbar = UIToolbar()
    toolbar.items = [.flexibleSpace(), item("Done")]
    toolbar.sizeToFit()
    #expect(toolbar.frame.size == CGSize(width: UIScreen.main.bounds.width, height: 44))
    #expect(!toolbar.hasAssignedFrame, "it flows")
  }

  // MARK: - Menus

  private func menu() -> UIMenu {
    UIMenu(
      title: "Sort",
      children: [
        UIAction(title: "Name", state: .on) { [events] _ in events.add("name") },
        UIAction(title: "Size", attributes: .disabled) { [events] _ in events.add("size") },
        UIAction(title: "Secret", attributes: .hidden) { [events] _ in events.add("secret") },
        UIMenu(
          title: "More",
          children: [UIAction(title: "v1.2", attributes: .destructive) { [events] _ in events.add("more") }]),
        UIMenu(options: .displayInline, children: [UIAction(title: "Name") { [events] _ in events.add("other name") }]),
      ])
  }

  @Test func deferredElementsAreAskedForWhenTheMenuIsRendered() throws {
    var sizes = ["Small"]
    var (finish, askedCount): ((([UIMenuElement]) -> Void)?, Int) = (nil, 0)
    screen.navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Sizes",
      menu: UIMenu(children: [
        UIDeferredMenuElement.uncached { [events] completion in
          completion(sizes.map { size in UIAction(title: size) { _ in events.add(size) } })
        },
        UIDeferredMenuElement {
          finish = $0
          askedCount += 1
        },
      ]))
    let id = "\(bar).rightButton"
    #expect(page.buttons == ["\(id).menu/Small"])
    sizes.append("Large")
    screen.navigationItem.rightBarButtonItem?.title = "All sizes"
    #expect(page.buttons == ["\(id).menu/Small", "\(id).menu/Large"])
    try page.tap("\(id).menu/Large")
    #expect(events.take() == ["Large"])
    finish?([UIAction(title: "Later") { [events] _ in events.add("later") }])
    #expect(page.buttons.last == "\(id).menu/Later")
    #expect(askedCount == 1)
    try page.tap("\(id).menu/Later")
    #expect(events.take() == ["later"])
  }

  @Test func aTapOnAnItemWithAMenuOpensTheMenu() throws {
    screen.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Sort by", menu: menu())
    let id = "\(bar).rightButton"
    let html = page.html
    #expect(
      html.contains("<button type=\"button\" class=\"opens-menu\" id=\"\(id).opener\" popovertarget=\"\(id).menu\">"))
    #expect(html.contains("<div popover class=\"menu\" role=\"group\" id=\"\(id).menu\" aria-label=\"Sort\">"))
    #expect(
      page.buttons == ["\(id).menu/Name__1_2", "\(id).menu/Size", "\(id).menu/More/_v1_2e2", "\(id).menu/Name__2_2"])
    #expect(page.button("\(id).menu/Name__1_2")?.contains("aria-pressed=\"true\"") == true)
    #expect(html.contains("<details><summary><span>More</span></summary>"))
    try page.tap("\(id).menu/Name__1_2")
    try page.tap("\(id).menu/More/_v1_2e2")
    try page.tap("\(id).menu/Name__2_2")
    #expect(events.take() == ["name", "more", "other name"])
    #expect(page.target("\(id).menu/Size")?.refusal == .disabled)
    #expect(page.target("\(id).menu/Secret") == nil)
    #expect(page.target(id) == nil, "there is no button of this name")
  }

  @Test func anItemRunsAMethodOfItsTargetAndDoesNotRetainTheTarget() {
    final class Target {
      var log: [String] = []
      func add() { log.append("add") }
      func show(_ item: UIBarButtonItem) { log.append(item.title ?? "?") }
      func press(sender: UIButton) { log.append("\(sender.currentTitle ?? "?") \(sender.tag)") }
      func pressAny(_ sender: Any?) { log.append("\(sender is UIBarButtonItem)") }
      func turn(_ sender: UISwitch) { log.append("turn") }
    }
    var target: Target? = Target()
    weak let released = target
    var items: [UIBarButtonItem] = []
    if let target {
      items = [
        UIBarButtonItem(title: "One", style: .plain, target: target, action: Target.add),
        UIBarButtonItem(title: "Two", target: target, action: Target.show),
        UIBarButtonItem(image: nil, target: target, action: Target.add),
        UIBarButtonItem(barButtonSystemItem: .save, target: target, action: Target.show),
        UIBarButtonItem(title: "Three", style: .plain, target: target, action: Target.press(sender:)),
        UIBarButtonItem(image: nil, target: target, action: Target.pressAny),
        UIBarButtonItem(image: nil, target: target, action: Target.turn),
      ]
      items[4].tag = 3
    }
    for item in items { item.tap() }
    #expect(target?.log == ["add", "Two", "add", "Save", "Three 3", "true"])
    #expect(Misuse.messages.contains { $0.hasPrefix("A method that takes a UISwitch was added to a bar button item") })
    target = nil
    #expect(released == nil)
    for item in items { item.tap() }
  }

  @Test func aMenuOfAnItemWithAnActionHasItsOwnButton() throws {
    let button = UIButton(type: .system, primaryAction: UIAction(title: "Send") { [events] _ in events.add("send") })
    button.menu = menu()
    screen.view.addSubview(button)
    let id = button.elementID
    #expect(page.html.contains("popovertarget=\"\(id).menu\" aria-label=\"More: Send\""))
    try page.tap(id)
    try page.tap("\(id).menu/Name__1_2")
    #expect(events.take() == ["send", "name"])
    button.isEnabled = false
    #expect(page.target("\(id).menu/Name__1_2")?.refusal == .disabled)
    #expect(page.count(of: " disabled") == 3)
  }

  @Test func anActionInAMenuCanChange() throws {
    let action = UIAction(title: "One") { _ in }
    let button = UIButton()
    button.menu = UIMenu(children: [action])
    screen.view.addSubview(button)
    _ = page.html
    action.title = "Two"
    action.state = .mixed
    #expect(page.button("\(button.elementID).menu/Two")?.contains("aria-pressed=\"mixed\"") == true)
  }

  @Test func aButtonCanShowTheSelectedActionOfItsMenu() throws {
    let button = UIButton()
    button.showsMenuAsPrimaryAction = true
    button.changesSelectionAsPrimaryAction = true
    button.menu = UIMenu(children: ["Red", "Blue"].map { UIAction(title: $0) { [events] in events.add($0.title) } })
    screen.view.addSubview(button)
    let id = button.elementID
    #expect(page.html.contains("popovertarget=\"\(id).menu\"><span>Red</span>"))
    try page.tap("\(id).menu/Blue")
    #expect(page.html.contains("popovertarget=\"\(id).menu\"><span>Blue</span>"))
    #expect(button.menu?.selectedElements.map(\.title) == ["Blue"] && events.take() == ["Blue"])
  }

  @Test func systemItemsAreSymbolsWithNames() throws {
    screen.navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add, primaryAction: UIAction { _ in })
    let button = try #require(page.button("\(bar).rightButton"))
    #expect(button.contains("aria-label=\"Add\"") && button.contains("class=\"icon"))
    screen.navigationItem.rightBarButtonItem = UIBarButtonItem(barButtonSystemItem: .edit)
    #expect(page.button("\(bar).rightButton")?.contains("<span>Edit</span>") == true)
  }
}

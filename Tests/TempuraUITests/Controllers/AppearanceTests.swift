import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct AppearanceTests {
  let events = Events()

  @Test func theRootAppearsWhenItsWindowIsShown() {
    let root = Recorder("root", events)
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = root
    #expect(events.take() == [])
    window.makeKeyAndVisible()
    #expect(events.take() == ["root didLoad", "root willAppear", "root didAppear"])
    window.makeKeyAndVisible()
    #expect(events.take() == [])
    window.layoutIfNeeded()
    #expect(root.view.bounds == window.bounds)
  }

  @Test func aViewThatIsAppearingIsInTheWindow() {
    final class Screen: UIViewController {
      var log: [String] = []
      override func viewWillAppear(_ animated: Bool) { log.append("will") }
      override func viewIsAppearing(_ animated: Bool) { log.append(view.window == nil ? "outside" : "is") }
      override func viewDidAppear(_ animated: Bool) { log.append("did") }
    }
    let screen = Screen()
    let window = window(showing: screen)
    #expect(screen.log == ["will", "is", "did"])
    window.rootViewController = nil
  }

  @Test func aNewRootReplacesTheOldOne() {
    let window = window(showing: Recorder("old", events))
    _ = events.take()
    let new = Recorder("new", events)
    window.rootViewController = new
    #expect(
      events.take() == [
        "new didLoad", "old willDisappear", "new willAppear", "new didAppear", "old didDisappear",
      ])
    #expect(window.subviews.map { $0 === new.view } == [true])
    window.rootViewController = nil
    #expect(events.take() == ["new willDisappear", "new didDisappear"])
    #expect(window.subviews.isEmpty)
  }

  @Test func screensThatEndWithTheirAppDoNotDisappear() {
    let root = UINavigationController(rootViewController: Recorder("root", events))
    let window = window(showing: root)
    root.present(Recorder("modal", events), animated: false)
    _ = events.take()
    UIApplication.shared.end()
    #expect(events.take() == [] && window.subviews.isEmpty)
  }

  @Test func parentsForwardToChildrenInTheirViews() {
    let root = Recorder("root", events)
    let child = Recorder("child", events)
    let elsewhere = Recorder("elsewhere", events)
    root.addChild(child)
    root.view.addSubview(child.view)
    child.didMove(toParent: root)
    root.addChild(elsewhere)
    _ = events.take()
    let window = window(showing: root)
    #expect(
      events.take() == ["root willAppear", "child willAppear", "root didAppear", "child didAppear"])
    window.rootViewController = nil
    #expect(
      events.take() == ["root willDisappear", "child willDisappear", "root didDisappear", "child didDisappear"])
  }

  @Test func aChildAddedToAVisibleParentAppearsAndDisappearsWithItsView() {
    let root = Recorder("root", events)
    let child = Recorder("child", events)
    let container = UIView()
    let window = window(showing: root)
    root.view.addSubview(container)
    _ = events.take()
    root.addChild(child)
    container.addSubview(child.view)
    child.didMove(toParent: root)
    #expect(
      events.take() == [
        "child willMove in", "child didLoad", "child willAppear", "child didAppear", "child didMove in",
      ])
    container.bringSubviewToFront(child.view)
    #expect(events.take() == [])
    container.removeFromSuperview()
    #expect(events.take() == ["child willDisappear", "child didDisappear"])
    root.view.addSubview(container)
    #expect(events.take() == ["child willAppear", "child didAppear"])
    child.willMove(toParent: nil)
    child.removeFromParent()
    child.view.removeFromSuperview()
    #expect(
      events.take() == ["child willMove out", "child didMove out", "child willDisappear", "child didDisappear"])
    #expect(root.children.isEmpty && child.parent == nil)
    _ = window
  }

  @Test func aChildAddedWhileTheParentAppearsAppearsWithIt() {
    let root = Recorder("root", events)
    let child = Recorder("child", events)
    root.onWillAppear = {
      root.addChild(child)
      root.view.addSubview(child.view)
      child.didMove(toParent: root)
    }
    window(showing: root)
    #expect(
      events.take() == [
        "root didLoad", "root willAppear", "child willMove in", "child didLoad", "child willAppear", "child didMove in",
        "root didAppear", "child didAppear",
      ])
  }

  @Test func aChildThatLeavesWhileItAppearsEndsDisappeared() {
    let root = Recorder("root", events)
    let child = Recorder("child", events)
    root.addChild(child)
    root.view.addSubview(child.view)
    child.onWillAppear = {
      child.removeFromParent()
      child.view.removeFromSuperview()
    }
    window(showing: root)
    #expect(child.appearance == .disappeared)
    #expect(events.all.filter { $0 == "child willAppear" }.count == 1)
    #expect(events.all.filter { $0 == "child didDisappear" }.count == 1)
  }

  @Test func aNestedTransitionMakesEachAppearanceCallOnce() {
    let root = Recorder("root", events)
    let modal = Recorder("modal", events)
    let over = Recorder("over", events)
    let window = window(showing: root)
    modal.modalPresentationStyle = .fullScreen
    modal.onWillAppear = { modal.present(over, animated: false) }
    _ = events.take()
    root.present(modal, animated: false)
    #expect(root.appearance == .disappeared)
    #expect(modal.appearance == .appeared)
    #expect(over.appearance == .appeared)
    #expect(Set(events.all).count == events.all.count)
    #expect(window.subviews.map(\.managingViewController) == [modal, over])
  }

  @Test func aModalCanDismissItselfWhileItAppears() {
    let root = Recorder("root", events)
    let modal = Recorder("modal", events)
    let window = window(showing: root)
    modal.modalPresentationStyle = .fullScreen
    modal.onWillAppear = { modal.dismiss(animated: false) }
    _ = events.take()
    root.present(modal, animated: false)
    #expect(root.appearance == .appeared)
    #expect(modal.appearance == .disappeared)
    #expect(window.subviews.map(\.managingViewController) == [root])
    #expect(events.all.filter { $0 == "modal didDisappear" }.count == 1)
  }

  @Test func aModalThatIsDismissedBeforeItAppearsNeverAppears() {
    let root = Recorder("root", events)
    let modal = Recorder("modal", events)
    let window = window(showing: root)
    modal.modalPresentationStyle = .fullScreen
    root.onWillDisappear = { root.dismiss(animated: false) }
    _ = events.take()
    root.present(modal, animated: false)
    #expect(events.take() == ["modal didLoad", "root willDisappear", "root willAppear", "root didAppear"])
    #expect(window.subviews.map(\.managingViewController) == [root])
  }

  @Test func aPushWhileTheNavigationControllerAppearsAppearsWithIt() {
    let first = Recorder("first", events)
    let second = Recorder("second", events)
    let navigation = UINavigationController(rootViewController: first)
    first.onWillAppear = { navigation.pushViewController(second, animated: false) }
    window(showing: navigation)
    #expect(first.appearance == .disappeared && second.appearance == .appeared)
    #expect(
      events.all.filter { $0.hasPrefix("second did") } == ["second didLoad", "second didMove in", "second didAppear"])
  }

  @Test func aTabSelectedWhileTheTabBarControllerAppearsAppearsWithIt() {
    let first = Recorder("first", events)
    let second = Recorder("second", events)
    let tabs = UITabBarController()
    tabs.viewControllers = [first, second]
    first.onWillAppear = { tabs.selectedIndex = 1 }
    window(showing: tabs)
    #expect(first.appearance == .disappeared && second.appearance == .appeared)
    #expect(events.all.filter { $0 == "second didAppear" }.count == 1)
  }

  @Test func aControllerKnowsWhetherItIsAScreen() {
    let root = UIViewController()
    let child = UIViewController()
    root.addChild(child)
    #expect(root.isScreen)
    #expect(!child.isScreen)
    let pushed = UIViewController()
    _ = UINavigationController(rootViewController: pushed)
    #expect(pushed.isScreen)
  }

  @Test func aControllerCannotBeItsOwnChild() {
    let controller = UIViewController()
    controller.addChild(controller)
    #expect(controller.children.isEmpty)
  }
}

extension [UIViewController?] {
  fileprivate static func == (left: Self, right: [UIViewController]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0 === $1 }
  }
}

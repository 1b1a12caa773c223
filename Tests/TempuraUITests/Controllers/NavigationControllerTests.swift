import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct NavigationControllerTests {
  let events = Events()
  private let renderer = HTMLRenderer()

  private func markup(of window: UIWindow) -> String {
    window.layoutIfNeeded()
    renderer.update(window)
    return renderer.markup.string
  }

  @Test func pushingHidesTheScreenBelowAndPoppingShowsItAgain() {
    let first = Recorder("first", events)
    let second = Recorder("second", events)
    let navigation = UINavigationController(rootViewController: first)
    #expect(events.take() == ["first willMove in", "first didMove in"])
    let window = window(showing: navigation)
    #expect(events.take() == ["first didLoad", "first willAppear", "first didAppear"])
    navigation.pushViewController(second, animated: true)
    #expect(
      events.take() == [
        "second willMove in", "second didLoad", "first willDisappear", "second willAppear", "first didDisappear",
        "second didAppear", "second didMove in",
      ])
    #expect(window.topViewController === second)
    #expect(second.view.window === window && first.view.window == nil)
    let popped = navigation.popViewController(animated: true)
    #expect(popped === second)
    #expect(
      events.take() == [
        "second willMove out", "second willDisappear", "first willAppear", "second didDisappear", "first didAppear",
        "second didMove out",
      ])
    #expect(second.parent == nil && navigation.children.count == 1)
    #expect(navigation.popViewController(animated: true) == nil)
    #expect(events.take() == [])
  }

  @Test func aPopReturnsThePoppedControllers() {
    let controllers = (0..<4).map { _ in UIViewController() }
    let navigation = UINavigationController(rootViewController: controllers[0])
    #expect(navigation.popToRootViewController(animated: false) == nil)
    navigation.setViewControllers(controllers, animated: false)
    #expect(navigation.topViewController === controllers[3])
    let popped = navigation.popToViewController(controllers[2], animated: false)
    #expect(popped?.count == 1 && popped?[0] === controllers[3])
    #expect(navigation.popToViewController(controllers[3], animated: false) == nil)
    #expect(navigation.viewControllers.count == 3)
    #expect(navigation.popToRootViewController(animated: false)?.count == 2)
    #expect(navigation.viewControllers.count == 1)
  }

  @Test func aControllerOnTheStackIsNotPushedAgain() {
    let first = UIViewController()
    let navigation = UINavigationController(rootViewController: first)
    navigation.pushViewController(first, animated: false)
    #expect(navigation.viewControllers.count == 1)
    navigation.viewControllers = [first, first]
    #expect(navigation.viewControllers.count == 1)
  }

  @Test func replacingTheStackKeepsControllersThatAreOnBothStacks() {
    let first = Recorder("first", events)
    let second = Recorder("second", events)
    let third = Recorder("third", events)
    let navigation = UINavigationController()
    navigation.viewControllers = [first, second]
    window(showing: navigation)
    _ = events.take()
    navigation.setViewControllers([second, third], animated: false)
    #expect(
      events.take() == [
        "first willMove out", "third willMove in", "third didLoad", "second willDisappear", "third willAppear",
        "second didDisappear", "third didAppear", "third didMove in", "first didMove out",
      ])
    #expect(first.isViewLoaded == false)
  }

  @Test func theTopDisappearsUnderAFullScreenModalAndAppearsAgain() {
    let first = Recorder("first", events)
    let navigation = UINavigationController(rootViewController: first)
    window(showing: navigation)
    _ = events.take()
    let modal = UIViewController()
    modal.modalPresentationStyle = .fullScreen
    first.present(modal, animated: false)
    #expect(events.take() == ["first willDisappear", "first didDisappear"])
    let second = Recorder("second", events)
    navigation.pushViewController(second, animated: false)
    #expect(events.take() == ["second willMove in", "second didMove in"])
    modal.dismiss(animated: false)
    #expect(events.take() == ["second didLoad", "second willAppear", "second didAppear"])
  }

  @Test func theBarShowsTheTitleOfTheTopItemAndABackButton() {
    let first = UIViewController()
    first.title = "First"
    let navigation = UINavigationController(rootViewController: first)
    let window = window(showing: navigation)
    var html = markup(of: window)
    #expect(html.contains("<header"))
    #expect(html.contains(">First</h1>"))
    #expect(!html.contains("name=\"tap\""))

    let second = UIViewController()
    navigation.pushViewController(second, animated: false)
    second.title = "Second & last"
    html = markup(of: window)
    #expect(html.contains(">Second &amp; last</h1>"))
    let id = "uiNavigationView.navigationBar.backButton"
    #expect(html.contains("id=\"\(id)\""))
    #expect(html.contains("aria-label=\"Back to First\""))

    let button = window.subviews[0].descendant(withID: id) as? UIButton
    button?.sendActions(for: .touchUpInside)
    #expect(navigation.viewControllers.count == 1)
    #expect(markup(of: window).contains(">First</h1>"))
  }

  @Test func theBarShowsTheButtonsOfTheTopItem() throws {
    let first = UIViewController()
    let navigation = UINavigationController(rootViewController: first)
    let window = window(showing: navigation)
    var taps: [String] = []
    let edit = UIBarButtonItem(title: "Edit", action: { taps.append($0.title ?? "") })
    first.navigationItem.rightBarButtonItem = edit
    first.navigationItem.leftBarButtonItems = [
      UIBarButtonItem(barButtonSystemItem: .cancel, action: { _ in taps.append("cancelled") }),
      UIBarButtonItem(primaryAction: UIAction(title: "More") { _ in taps.append("more") }),
      UIBarButtonItem(barButtonSystemItem: .flexibleSpace),
    ]
    window.layoutIfNeeded()
    let bar = navigation.navigationBar
    var buttons: [UIView] { bar.subviews.flatMap(\.subviews) }
    #expect(buttons.map(\.pathName) == ["leftButton", "leftButton2", "rightButton"])
    for case let button as UIButton in buttons { button.sendActions(for: .touchUpInside) }
    #expect(taps == ["cancelled", "more", "Edit"])
    edit.title = "Done"
    edit.isEnabled = false
    window.layoutIfNeeded()
    let button = try #require(buttons.last as? UIButton)
    #expect(button.currentTitle == "Done" && button.refusal == .disabled)
  }

  @Test func theBackButtonAndTheBarCanBeHidden() {
    let second = UIViewController()
    let navigation = UINavigationController()
    navigation.viewControllers = [UIViewController(), second]
    let window = window(showing: navigation)
    window.layoutIfNeeded()
    var buttons: [UIView] { navigation.navigationBar.subviews.flatMap(\.subviews) }
    #expect(buttons.map(\.pathName) == ["backButton"])
    second.navigationItem.hidesBackButton = true
    window.layoutIfNeeded()
    #expect(buttons.isEmpty)
    navigation.setNavigationBarHidden(true, animated: false)
    #expect(navigation.navigationBar.isHidden && navigation.isNavigationBarHidden)
  }

  @Test func theDelegateIsToldWhichControllerIsShown() {
    final class Delegate: UINavigationControllerDelegate {
      var calls: [String] = []
      var transitions: [(from: UIViewController?, to: UIViewController?)] = []
      func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
      ) {
        calls.append("will \(viewController.title ?? "")")
      }
      func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
      ) {
        calls.append("did \(viewController.title ?? "")")
        let coordinator = viewController.transitionCoordinator
        transitions.append((coordinator?.viewController(forKey: .from), coordinator?.viewController(forKey: .to)))
        #expect(coordinator?.view(forKey: .to) === viewController.view)
      }
    }
    let delegate = Delegate()
    let root = UIViewController()
    let navigation = UINavigationController(rootViewController: root)
    window(showing: navigation)
    navigation.delegate = delegate
    let pushed = UIViewController()
    pushed.title = "pushed"
    navigation.pushViewController(pushed, animated: false)
    #expect(delegate.calls == ["will pushed", "did pushed"])
    navigation.popViewController(animated: true)
    #expect(
      delegate.transitions.map { $0.from } == [root, pushed] && delegate.transitions.map { $0.to } == [pushed, root])
    #expect(navigation.transitionCoordinator == nil)
  }
}

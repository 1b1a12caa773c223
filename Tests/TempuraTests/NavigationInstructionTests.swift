import Foundation
import Hydra
import Katana
import TempuraUI
import Testing

@testable import Tempura

private class Screen: UIViewController, RoutableWithConfiguration {
  let routeIdentifier: RouteElementIdentifier
  var navigationConfiguration: [NavigationRequest: NavigationInstruction]

  init(_ identifier: RouteElementIdentifier, _ configuration: [NavigationRequest: NavigationInstruction] = [:]) {
    routeIdentifier = identifier
    navigationConfiguration = configuration
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError() }
}

/// A screen with modals above it that dismiss themselves.
private func modal(_ identifier: String, _ behaviour: NavigationInstruction.ModalDismissBehaviour) -> Screen {
  Screen(identifier, [.hide(identifier): .dismissModally(behaviour: behaviour)])
}

@Suite(.app) struct NavigationInstructionTests {
  private let navigator = Navigator()

  private func show(_ identifier: String, context: Any? = nil) async -> NavigationError? {
    await failure(of: navigator.show([identifier], animated: false, context: context))
  }

  private func hide(_ identifier: String, atomic: Bool = false) async -> NavigationError? {
    await failure(of: navigator.hide(identifier, animated: false, context: nil, atomic: atomic))
  }

  @Test func pushesAndPops() async {
    let root = Screen(
      "root",
      [
        .show("a"): .push { Screen("a \($0 ?? "")", [.hide("a 1"): .pop]) },
        .show("b"): .push { _ in Screen("b", [.hide("b"): .popToRootViewController]) },
      ])
    let navigation = UINavigationController(rootViewController: root)
    window(showing: navigation)
    #expect(await show("a", context: 1) == nil)
    #expect(navigator.currentRoute == ["root", "a 1"])
    #expect(navigation.viewControllers.count == 2)
    #expect(await show("b") == nil)
    #expect(navigator.currentRoute == ["root", "a 1", "b"])
    #expect(await hide("b") == nil)
    #expect(navigator.currentRoute == ["root"])
    #expect(await show("a", context: 1) == nil)
    #expect(await hide("a 1") == nil)
    #expect(navigator.currentRoute == ["root"])
  }

  @Test func popsToTheTopmostScreenWithAName() async {
    let navigation = UINavigationController()
    let top = Screen("top", [.hide("top"): .popToViewController(identifier: "a")])
    navigation.viewControllers = [Screen("root"), Screen("a"), Screen("a"), Screen("b"), top]
    window(showing: navigation)
    #expect(await hide("top") == nil)
    #expect(navigator.currentRoute == ["root", "a", "a"])
    #expect(navigation.viewControllers.count == 3)
  }

  @Test func aNavigationControllerItselfCanBeTheSource() async {
    final class Navigation: UINavigationController, RoutableWithConfiguration {
      let routeIdentifier = "navigation"
      var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
        [.show("a"): .push { _ in Screen("a") }, .hide("a"): .pop]
      }
    }
    let navigation = Navigation(rootViewController: Screen("root"))
    window(showing: navigation)
    #expect(await show("a") == nil)
    #expect(navigator.currentRoute == ["navigation", "root", "a"])
    #expect(await hide("a") == nil)
    #expect(navigator.currentRoute == ["navigation", "root"])
  }

  @Test func aPushOrPopWithoutANavigationControllerIsNotHandled() async {
    let root = Screen(
      "root", [.show("a"): .push { _ in Screen("a") }, .show("b"): .presentModally { _ in modal("b", .hard) }])
    let top = Screen("top", [.hide("top"): .popToViewController(identifier: "nowhere")])
    let window = window(showing: root)
    #expect(await show("a") == .unhandledShow("a", asked: ["root"]))
    let navigation = UINavigationController()
    navigation.viewControllers = [root, top]
    window.rootViewController = navigation
    #expect(await hide("top") == .unhandledHide("top", asked: ["top", "root"]))
  }

  @Test func presentsOnTopOfAllModalsAndDismissesHard() async {
    let root = Screen(
      "root",
      [.show("a"): .presentModally { _ in modal("a", .hard) }, .show("b"): .presentModally { _ in modal("b", .hard) }])
    let window = window(showing: root)
    #expect(await show("a") == nil)
    #expect(await show("b") == nil)
    #expect(navigator.currentRoute == ["root", "a", "b"])
    #expect(window.topViewController?.presentingViewController?.presentingViewController === root)
    // As in UIKit: a screen that presents another one dismisses only that one.
    #expect(await hide("a", atomic: true) == nil)
    #expect(navigator.currentRoute == ["root", "a"])
    #expect(await hide("a", atomic: true) == nil)
    #expect(navigator.currentRoute == ["root"])
  }

  @Test func aLowerModalIsDismissedSoftlyTogetherWithTheUpperOne() async {
    let root = Screen(
      "root",
      [.show("a"): .presentModally { _ in modal("a", .soft) }, .show("b"): .presentModally { _ in modal("b", .soft) }])
    window(showing: root)
    _ = await show("a")
    _ = await show("b")
    let a = root.presentedViewController
    #expect(await hide("a", atomic: true) == nil)
    #expect(a?.toBeDismissed == true)
    #expect(navigator.currentRoute == ["root", "a", "b"])
    #expect(await hide("b") == nil)
    #expect(navigator.currentRoute == ["root"])
  }

  @Test func softDismissalWithoutAPresenterNeverCompletes() {
    Screen("root").softDismiss { record("completed") }
    #expect(take() == [])
  }

  @Test func aControllerThatIsPresentedAgainHasNoMark() {
    let root = UIViewController()
    let modal = UIViewController()
    window(showing: root)
    modal.toBeDismissed = true
    root.recursivePresent(modal) { record("presented") }
    #expect(!modal.toBeDismissed && take() == ["presented"])
    let upper = UIViewController()
    modal.recursivePresent(upper, completion: nil)
    modal.softDismiss { record("marked") }
    #expect(modal.toBeDismissed && take() == ["marked"])
    upper.softDismiss { record("dismissed") }
    #expect(root.presentedViewController == nil && take() == ["dismissed"])
  }

  @Test func aModalNavigationControllerIsDismissedSoftlyByAScreenInIt() {
    let root = UIViewController()
    let inner = UIViewController()
    let upper = UIViewController()
    window(showing: root)
    root.recursivePresent(UINavigationController(rootViewController: inner), completion: nil)
    root.recursivePresent(upper, completion: nil)
    inner.softDismiss(completion: nil)
    #expect(inner.toBeDismissed && root.presentedViewController != nil)
    upper.softDismiss(completion: nil)
    #expect(root.presentedViewController == nil)
  }

  @Test func customInstructionsGetAllArguments() async {
    let root = Screen(
      "root",
      [
        .show("a"): .custom { identifier, from, animated, context, completion in
          record("\(identifier) \(from) \(animated) \(context ?? "")")
          completion()
        },
        .show("b"): .optionalCustom { _, _, _, context, completion in
          guard context != nil else { return false }
          completion()
          return true
        },
      ])
    window(showing: root)
    #expect(await show("a", context: 1) == nil)
    #expect(take() == ["a root false 1"])
    #expect(await show("b", context: 1) == nil)
    #expect(await show("b") == .unhandledShow("b", asked: ["root"]))
  }
}

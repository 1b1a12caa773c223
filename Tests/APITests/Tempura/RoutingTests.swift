import Hydra
import Katana
import Tempura
import Testing
import UIKit

/// Routables, configurations, the route of an application.
@MainActor @Suite struct RoutingTests {
  final class Silent: Routable {
    let routeIdentifier: RouteElementIdentifier = "silent"
  }

  final class Talking: Routable {
    var log: [String] = []
    var routeIdentifier: RouteElementIdentifier { "talking" }

    func show(
      identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
      completion: @escaping RoutingCompletion
    ) -> Bool {
      log.append("show \(identifier)")
      completion()
      return true
    }

    func hide(
      identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
      completion: @escaping RoutingCompletion
    ) -> Bool {
      log.append("hide \(identifier)")
      completion()
      return true
    }

    func change(
      from: RouteElementIdentifier, to: RouteElementIdentifier, animated: Bool, context: Any?,
      completion: @escaping RoutingCompletion
    ) {
      log.append("change \(from) \(to)")
      completion()
    }
  }

  @Test func routablesHaveDefaults() {
    let silent: Routable = Silent()
    #expect(!silent.show(identifier: "a", from: "b", animated: true, context: nil) {})
    #expect(!silent.hide(identifier: "a", from: "b", animated: true, context: nil) {})
    var count = 0
    silent.change(from: "a", to: "b", animated: false, context: nil) { count += 1 }
    #expect(count == 1)
    let talking = Talking()
    let route: Route = ["a", "b"]
    _ = talking.show(identifier: route[0], from: route[1], animated: false, context: 1) { count += 1 }
    _ = talking.hide(identifier: "b", from: "a", animated: false, context: nil) { count += 1 }
    talking.change(from: "a", to: "b", animated: false, context: nil) { count += 1 }
    #expect(talking.log == ["show a", "hide b", "change a b"] && count == 4)
  }

  @Test func requestsAreMadeOfStringsOrRawValues() {
    let requests: Set<NavigationRequest> = [.show(Screen.list), .show("list"), .hide(Screen.list), .hide("list")]
    #expect(requests.count == 2)
    let showRaw: (Screen) -> NavigationRequest = NavigationRequest.show
    let hideRaw: (Screen) -> NavigationRequest = NavigationRequest.hide
    let show: (RouteElementIdentifier) -> NavigationRequest = NavigationRequest.show
    let hide: (RouteElementIdentifier) -> NavigationRequest = NavigationRequest.hide
    #expect(showRaw(.detail) == show("detail") && hideRaw(.detail) == hide("detail"))
    #expect(show("a") != hide("a"))
    #expect(show("a").debugDescription == "Show(a)")
    #expect(String(reflecting: hide("a")) == "Hide(a)")
    var hasher = Hasher()
    show("a").hash(into: &hasher)
  }

  @Test func allInstructionsCanBeCreated() {
    let custom: CustomNavigationOptionClosure = { identifier, from, animated, context, completion in completion() }
    let optional: OptionalCustomNavigationOptionClosure = { _, _, _, _, _ in false }
    let behaviours: [NavigationInstruction.ModalDismissBehaviour] = [.soft, .hard]
    let make: (Any?) -> UIViewController = { _ in UIViewController() }
    let instructions: [NavigationInstruction] = [
      .push(make), .push { context in NamedController(context as? String ?? "none") }, .pop, .popToRootViewController,
      .popToViewController(identifier: "a"), .presentModally(make), .presentModally { _ in UIViewController() },
      .dismissModally(behaviour: behaviours[0]), .dismissModally(behaviour: .hard), .custom(custom),
      .optionalCustom(optional),
    ]
    #expect(instructions.count == 11)
  }

  /// A configuration as apps write it, in an extension.
  final class List: NamedController {
    override var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
      get {
        return [
          .show(Screen.detail): .push { [unowned self] context in self.made(context) },
          .hide(Screen.detail): .pop,
          .show("modal"): .presentModally({ _ in
            let controller = UIViewController()
            controller.modalPresentationStyle = .overCurrentContext
            return controller
          }),
          .hide("modal"): .dismissModally(behaviour: .hard),
        ]
      }
      set {}
    }

    func made(_ context: Any?) -> UIViewController { NamedController("detail") }
  }

  @Test func aConfiguredControllerShowsAndHides() {
    let list = List("list")
    let navigation = UINavigationController(rootViewController: list)
    var done = 0
    #expect(list.show(identifier: "detail", from: "list", animated: false, context: nil) { done += 1 })
    #expect(navigation.viewControllers.count == 2)
    #expect(list.hide(identifier: "detail", from: "list", animated: false, context: nil) { done += 1 })
    #expect(!list.show(identifier: "unknown", from: "list", animated: false, context: nil) { done += 1 })
    #expect(done == 2)
  }

  final class Pages: UIViewController, CustomRouteInspectables {
    var pages: [UIViewController] = []
    var nextRouteControllers: [UIViewController] { pages }
  }

  @Test func theRouteIsReadFromTheControllers() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let pages = Pages()
    pages.pages = [NamedController("left"), NamedController("right")]
    let navigation = UINavigationController(rootViewController: NamedController("list"))
    navigation.pushViewController(pages, animated: false)
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    let routables: [Routable] = UIApplication.shared.currentRoutables
    let identifiers: [RouteElementIdentifier] = UIApplication.shared.currentRoutableIdentifiers
    #expect(identifiers == ["list", "left", "right"])
    #expect(routables.map(\.routeIdentifier) == identifiers)

    let inspectable: RouteInspectable = pages
    let next: UIViewController? = inspectable.nextRouteController
    #expect(next == nil)
    let inspectables: [CustomRouteInspectables] = [navigation, UITabBarController(), pages]
    #expect(inspectables.map(\.nextRouteControllers.count) == [2, 0, 2])

    let provider: RoutableProvider = .live(using: UIApplication.shared)
    let current: () -> [Routable] = provider.currentRoutable
    #expect(current().count == 3)
    let silent = Silent()
    #expect(RoutableProvider(currentRoutable: { [silent] }).currentRoutable().first === silent)
  }

  // MARK: - Conveniences

  @Test func controllersArePresentedOnTopAndDismissedSoftly() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let (root, first, second) = (UIViewController(), UIViewController(), UIViewController())
    window.rootViewController = root
    window.makeKeyAndVisible()
    var done = 0
    let present: (UIViewController, Bool, (() -> Void)?) -> Void = root.recursivePresent(_:animated:completion:)
    present(first, false, { done += 1 })
    root.recursivePresent(second, completion: nil)
    #expect(second.presentingViewController === first && done == 1)
    let dismiss: (Bool, (() -> Void)?) -> Void = first.softDismiss(animated:completion:)
    dismiss(false, { done += 1 })
    #expect(first.toBeDismissed && root.presentedViewController === first && done == 2)
    second.softDismiss { done += 1 }
    #expect(root.presentedViewController == nil && done == 3)
    root.softDismiss(animated: true, completion: { done += 1 })
    #expect(done == 3)
    root.toBeDismissed = true
    #expect(root.toBeDismissed)
  }

  @Test func navigationControllersCallBack() {
    let (root, top) = (UIViewController(), UIViewController())
    let navigation = UINavigationController(rootViewController: root)
    var done = 0
    let push: (UIViewController, Bool, (() -> Void)?) -> Void = navigation.pushViewController(_:animated:completion:)
    let pop: (Bool, (() -> Void)?) -> Void = navigation.popViewController(animated:completion:)
    let popToRoot: (Bool, (() -> Void)?) -> Void = navigation.popToRootViewController(animated:completion:)
    let popTo: (UIViewController, Bool, (() -> Void)?) -> Void = navigation.popToViewController(_:animated:completion:)
    push(top, false, { done += 1 })
    pop(false, { done += 1 })
    navigation.pushViewController(top, animated: true) { done += 1 }
    popToRoot(true, { done += 1 })
    navigation.pushViewController(top, animated: true)
    popTo(root, false, { done += 1 })
    navigation.popViewController(animated: true, completion: nil)
    #expect(done == 5 && navigation.viewControllers == [root])
  }
}

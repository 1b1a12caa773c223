public import TempuraUI

/// A controller that knows the next one of the route.
public protocol RouteInspectable: AnyObject {
  var nextRouteController: UIViewController? { get }
}

extension UIViewController: RouteInspectable {
  /// The controller that this one presents.
  public var nextRouteController: UIViewController? { presentedViewController }
}

/// A container that knows its controllers that belong to the route, bottom to top.
public protocol CustomRouteInspectables: AnyObject {
  var nextRouteControllers: [UIViewController] { get }
}

extension UINavigationController: CustomRouteInspectables {
  /// The stack and the presented controller.
  public var nextRouteControllers: [UIViewController] { viewControllers + [presentedViewController].compactMap { $0 } }
}

extension UITabBarController: CustomRouteInspectables {
  /// The selected controller and the presented one.
  public var nextRouteControllers: [UIViewController] {
    [selectedViewController, presentedViewController].compactMap { $0 }
  }
}

// MARK: - The screens of a window

extension UIApplication {
  /// The routables of the key window, bottom to top. As in Tempura for iOS, what is in a container is missing while the
  /// container presents a controller. A URL has it, and a navigator that was started knows it: see `UIWindow.currentRoutables`.
  public var currentRoutables: [any Routable] { currentViewControllers.compactMap { $0 as? any Routable } }

  /// The names of the routables of the key window, bottom to top.
  public var currentRoutableIdentifiers: [RouteElementIdentifier] { currentRoutables.map(\.routeIdentifier) }

  /// The controllers of the key window that belong to the route, bottom to top. After the root come the next ones of each
  /// last controller.
  package var currentViewControllers: [UIViewController] {
    mainThread {
      var batch = [keyWindow?.rootViewController].compactMap(\.self)
      var result: [UIViewController] = []
      while let last = batch.last {
        result += batch
        batch = last.nextOfRoute
      }
      return result
    }
  }

  /// The names of the key window's controllers, for messages. A controller that is not routable has the name of its type.
  package var currentRoute: Route {
    currentViewControllers.map { ($0 as? any Routable)?.routeIdentifier ?? String(describing: type(of: $0)) }
  }
}

extension UIWindow {
  /// The routables, bottom to top.
  package var currentRoutables: [any Routable] { currentViewControllers.compactMap { $0 as? any Routable } }

  /// The controllers that belong to the route, bottom to top. What is in a container comes before what it presents: without
  /// it, the route would not lead to the presented controller again.
  package var currentViewControllers: [UIViewController] {
    rootViewController.map(Self.controllers(from:)) ?? []
  }

  /// A controller and those above it that belong to the route, bottom to top.
  static func controllers(from controller: UIViewController) -> [UIViewController] {
    var controllers: [UIViewController] = []
    append(controller, to: &controllers)
    return controllers
  }

  private static func append(_ controller: UIViewController, to controllers: inout [UIViewController]) {
    controllers.append(controller)
    var next = controller.nextOfRoute
    guard let last = next.popLast() else { return }
    let isPresented = last === controller.presentedViewController
    if isPresented, let child = next.popLast() {
      controllers += next
      append(child, to: &controllers)
      // The last child says that it presents what its ancestor presents.
      if controllers.contains(where: { $0 === last }) { return }
    } else {
      controllers += next
    }
    append(last, to: &controllers)
  }
}

extension UIViewController {
  fileprivate var nextOfRoute: [UIViewController] {
    if let container = self as? any CustomRouteInspectables { return container.nextRouteControllers }
    return nextRouteController.map { [$0] } ?? []
  }
}

/// The source of a navigator's screens.
public struct RoutableProvider {
  /// Returns the routables that are shown, bottom to top.
  public let currentRoutable: () -> [any Routable]

  /// Whether the screens are those of an application. A navigator then uses the screens of its own window.
  let isLive: Bool

  public init(currentRoutable: @escaping () -> [any Routable]) {
    self.init(currentRoutable: currentRoutable, isLive: false)
  }

  private init(currentRoutable: @escaping () -> [any Routable], isLive: Bool) {
    self.currentRoutable = currentRoutable
    self.isLive = isLive
  }
}

extension RoutableProvider {
  /// Provides the screens of the key window of the app instance whose code is running.
  @usableFromInline static var ofRunningApplication: Self {
    RoutableProvider(currentRoutable: { UIApplication.shared.currentRoutables }, isLive: true)
  }

  /// Provides the screens of an application's key window. A navigator that was started uses its own window instead.
  public static func live(using application: UIApplication) -> Self {
    // Weak, because the application belongs to an app instance, which retains the navigator.
    RoutableProvider(currentRoutable: { [weak application] in application?.currentRoutables ?? [] }, isLive: true)
  }
}

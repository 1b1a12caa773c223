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
  /// The routables of the key window, bottom to top.
  public var currentRoutables: [any Routable] { mainThread { keyWindow?.currentRoutables ?? [] } }

  /// The names of the routables of the key window, bottom to top.
  public var currentRoutableIdentifiers: [RouteElementIdentifier] { currentRoutables.map(\.routeIdentifier) }

  /// The controllers of the key window that belong to the route, bottom to top.
  package var currentViewControllers: [UIViewController] { mainThread { keyWindow?.currentViewControllers ?? [] } }

  /// The names of the key window's controllers, for messages. A controller that is not routable has the name of its type.
  package var currentRoute: Route {
    currentViewControllers.map { ($0 as? any Routable)?.routeIdentifier ?? String(describing: type(of: $0)) }
  }
}

extension UIWindow {
  /// The routables, bottom to top.
  package var currentRoutables: [any Routable] { currentViewControllers.compactMap { $0 as? any Routable } }

  /// The controllers that belong to the route, bottom to top. After the root come the next ones of each last controller.
  package var currentViewControllers: [UIViewController] {
    rootViewController.map(Self.controllers(from:)) ?? []
  }

  /// A controller and those above it that belong to the route, bottom to top.
  static func controllers(from controller: UIViewController) -> [UIViewController] {
    var batch = [controller]
    var result: [UIViewController] = []
    while let last = batch.last {
      result += batch
      if let container = last as? any CustomRouteInspectables {
        batch = container.nextRouteControllers
      } else {
        batch = [(last as any RouteInspectable).nextRouteController].compactMap { $0 }
      }
    }
    return result
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
  /// Provides the screens of an application's key window. A navigator that was started uses its own window instead.
  public static func live(using application: UIApplication) -> Self {
    // Weak, because the application belongs to an app instance, which retains the navigator.
    RoutableProvider(currentRoutable: { [weak application] in application?.currentRoutables ?? [] }, isLive: true)
  }
}

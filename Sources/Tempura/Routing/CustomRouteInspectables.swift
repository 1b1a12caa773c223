public import TempuraUI

/// A container that knows the controllers in it that belong to the route, bottom to top.
public protocol CustomRouteInspectables: AnyObject {
  var nextRouteControllers: [UIViewController] { get }
}

extension UINavigationController: CustomRouteInspectables {
  /// The stack, and what is presented over it.
  public var nextRouteControllers: [UIViewController] { viewControllers + [presentedViewController].compactMap { $0 } }
}

extension UITabBarController: CustomRouteInspectables {
  /// The selected controller, and what is presented over it.
  public var nextRouteControllers: [UIViewController] {
    [selectedViewController, presentedViewController].compactMap { $0 }
  }
}

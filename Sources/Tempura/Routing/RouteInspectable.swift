public import TempuraUI

/// A controller that knows the one above it.
public protocol RouteInspectable: AnyObject {
  var nextRouteController: UIViewController? { get }
}

extension UIViewController: RouteInspectable {
  /// What the controller presents.
  public var nextRouteController: UIViewController? { presentedViewController }
}

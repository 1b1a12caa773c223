public import TempuraUI

/// A view that knows its view controller.
public protocol AnyViewControllerModellableView {
  /// The controller of which this is the root view. It is not retained.
  var viewController: UIViewController? { get set }
}

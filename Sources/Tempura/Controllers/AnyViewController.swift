public import TempuraUI

/// A view controller with a root view of a known type.
public protocol AnyViewController {
  /// The type of the root view.
  associatedtype V: ViewControllerModellableView & UIView

  var rootView: V { get }
}

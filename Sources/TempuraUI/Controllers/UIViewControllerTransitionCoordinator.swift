public import Foundation

/// Runs animations alongside a transition between controllers.
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animate(alongsideTransition: animation, completion: nil)
  }
}

/// Information about a transition between controllers.
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  var isAnimated: Bool { get }
  var isCancelled: Bool { get }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
}

extension UIViewControllerTransitionCoordinatorContext {
  public var isAnimated: Bool { false }
  public var isCancelled: Bool { false }
  public var transitionDuration: TimeInterval { 0 }
  public var percentComplete: CGFloat { 1 }
  public var isInteractive: Bool { false }
  public func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? { nil }

  public func view(forKey key: UITransitionContextViewKey) -> UIView? {
    viewController(forKey: key == .from ? .from : .to)?.viewIfLoaded
  }
}

/// A transition that takes no time: its closures run at once.
final class ImmediateTransition: UIViewControllerTransitionCoordinator {
  private let from: UIViewController?
  private let to: UIViewController?

  init(from: UIViewController?, to: UIViewController?) { (self.from, self.to) = (from, to) }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .from ? from : to
  }

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animation?(self)
    completion?(self)
    return true
  }
}

extension UIViewController {
  /// Tells the controller and those in it that the window gets another size.
  final func passOnTransition(to size: CGSize) {
    viewWillTransition(to: size, with: ImmediateTransition(from: self, to: self))
  }
}

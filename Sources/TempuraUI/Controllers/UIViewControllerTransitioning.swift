public import Foundation

/// Supplies the presentation controller of the style `.custom`, and how controllers come and go.
public protocol UIViewControllerTransitioningDelegate: AnyObject {
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController?

  /// Returns what animates the presentation; nil for the usual animation.
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?

  /// Returns what animates the dismissal; nil for the usual animation.
  func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?

  /// Returns what lets the animation of the presentation follow a finger; nil for an animation that runs by itself.
  func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?

  /// Returns what lets the animation of the dismissal follow a finger; nil for an animation that runs by itself.
  func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UIViewControllerTransitioningDelegate {
  public func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? { nil }

  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }

  public func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }

  public func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }

  public func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
}

/// An animation of a transition. It runs when the new screen is in its place: see `ControllerTransition`.
public protocol UIViewControllerAnimatedTransitioning: AnyObject {
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
  func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
  public func animationEnded(_ transitionCompleted: Bool) {}
}

/// Lets a transition follow a finger.
public protocol UIViewControllerInteractiveTransitioning: AnyObject {
  func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
  /// Whether the transition follows the finger from its beginning. If not, it runs by itself. Default: true.
  var wantsInteractiveStart: Bool { get }
}

/// The views of a transition.
public protocol UIViewControllerContextTransitioning: AnyObject {
  var containerView: UIView { get }
  var isAnimated: Bool { get }
  var isInteractive: Bool { get }
  var transitionWasCancelled: Bool { get }
  var presentationStyle: UIModalPresentationStyle { get }
  func updateInteractiveTransition(_ percentComplete: CGFloat)
  func finishInteractiveTransition()
  func cancelInteractiveTransition()
  func completeTransition(_ didComplete: Bool)
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  func initialFrame(for vc: UIViewController) -> CGRect
  func finalFrame(for vc: UIViewController) -> CGRect
}

public enum UITransitionContextViewControllerKey: String, Sendable { case from, to }

public enum UITransitionContextViewKey: String, Sendable { case from, to }

extension UIViewControllerInteractiveTransitioning {
  public var wantsInteractiveStart: Bool { true }
}

/// A transition whose animations follow a gesture.
open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning {
  private var transition: ControllerTransition?

  public final var duration: CGFloat { CGFloat(transition?.duration ?? 0) }
  /// From 0 to 1.
  public private(set) final var percentComplete: CGFloat = 0
  /// The pace of the rest of the way, as a factor. Default: 1.
  open var completionSpeed: CGFloat = 1
  open var completionCurve = UIView.AnimationCurve.easeInOut
  open var wantsInteractiveStart = true

  open func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
    percentComplete = 0
    transition = transitionContext as? ControllerTransition
    transition?.hold()
  }

  open func update(_ percentComplete: CGFloat) {
    guard let transition, percentComplete.isFinite else { return }
    self.percentComplete = min(max(percentComplete, 0), 1)
    transition.seek(to: self.percentComplete)
  }

  /// Lets the animations go back. The screens are then as before.
  open func cancel() { release(isCancelled: true) }
  open func finish() { release(isCancelled: false) }
  open func pause() {}

  private func release(isCancelled: Bool) {
    let way = isCancelled ? percentComplete : 1 - percentComplete
    transition?.release(isCancelled: isCancelled, way: way / max(completionSpeed, 0.01), Motion.Curve(completionCurve))
    transition = nil
  }
}

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

/// A transition beside which an app animates.
final class TransitionCoordinator: UIViewControllerTransitionCoordinator {
  private let from, to: UIViewController?
  private let custom: ControllerTransition?
  /// In seconds; 0 for one without an animation.
  let transitionDuration: TimeInterval

  /// The duration of UIKit's own animations.
  private static let usualDuration = 0.5

  /// - Parameter custom: The app's own animation; nil for UIKit's.
  init(from: UIViewController?, to: UIViewController?, animated: Bool, _ custom: ControllerTransition? = nil) {
    (self.from, self.to, self.custom) = (from, to, custom)
    transitionDuration = animated ? custom?.duration ?? Self.usualDuration : 0
  }

  var isAnimated: Bool { transitionDuration > 0 }
  var isCancelled: Bool { custom?.transitionWasCancelled ?? false }
  var isInteractive: Bool { custom?.isInteractive ?? false }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .from ? from : to
  }

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    func animate() {
      OpenMotion.current.run(Motion(duration: transitionDuration), { animation?(self) }) { _ in completion?(self) }
    }
    if let custom { custom.runAlongside(animate) } else { animate() }
    return true
  }
}

extension UIViewController {
  /// Tells the controller and those in it that the window gets another size.
  final func passOnTransition(to size: CGSize) {
    viewWillTransition(to: size, with: TransitionCoordinator(from: self, to: self, animated: false))
  }
}

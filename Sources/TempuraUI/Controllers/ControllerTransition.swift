internal import Foundation
internal import TempuraGraphics

/// A transition that the app animates.
///
/// It runs when the new screen is in its place already. So a request that comes meanwhile finds the screen that the app is at. The page
/// shows a picture of the screen that has left until the animation is over.
final class ControllerTransition: UIViewControllerContextTransitioning {
  private let animator: any UIViewControllerAnimatedTransitioning
  private let from, to: UIViewController
  private let isBack: Bool
  private let container = TransitionContainer()
  /// The id of the view that leaves, if a page shows it.
  private let leavingID: String?

  init(
    _ animator: any UIViewControllerAnimatedTransitioning, from: UIViewController, to: UIViewController, isBack: Bool
  ) {
    (self.animator, self.from, self.to, self.isBack) = (animator, from, to, isBack)
    leavingID = from.viewIfLoaded.flatMap { $0.window == nil ? nil : $0.elementID }
  }

  /// Runs the animation, after the change of screens.
  func run() {
    guard let toView = to.viewIfLoaded, let fromView = from.viewIfLoaded else { return completeTransition(true) }
    container.screens = [toView, fromView]
    container.setFlowingFrame(toView.superview?.bounds ?? UIScreen.main.bounds)
    for view in [toView, fromView] {
      // Where the animation puts a screen is no place of the page.
      if !view.hasAssignedFrame { view.viewFlags.insert(.keepsFlow) }
      view.rareProperties[InTransition.self].place = view.untransformedFrame
    }
    if let leavingID, fromView.window == nil {
      fromView.rareProperties[InTransition.self].leavingID = leavingID
      let block = MotionBlock(Motion(duration: animator.transitionDuration(using: self)))
      block.leaving = (leavingID, toView, isBack)
      _ = OpenMotion.current.perform(block) {}
    }
    animator.animateTransition(using: self)
  }

  var containerView: UIView { container }
  var isAnimated: Bool { true }
  var isInteractive: Bool { false }
  var transitionWasCancelled: Bool { false }
  var presentationStyle: UIModalPresentationStyle { to.modalPresentationStyle }

  func updateInteractiveTransition(_ percentComplete: CGFloat) {}
  func finishInteractiveTransition() {}
  func cancelInteractiveTransition() {}

  func completeTransition(_ didComplete: Bool) {
    for view in [to.viewIfLoaded, from.viewIfLoaded] {
      view?.viewFlags.remove(.keepsFlow)
      view?.rareProperties.remove(InTransition.self)
    }
    animator.animationEnded(didComplete)
  }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .from ? from : to
  }

  func view(forKey key: UITransitionContextViewKey) -> UIView? { (key == .from ? from : to).viewIfLoaded }

  func initialFrame(for vc: UIViewController) -> CGRect { vc === from ? place(of: vc) : .zero }

  func finalFrame(for vc: UIViewController) -> CGRect { vc === to ? place(of: vc) : .zero }

  private func place(of vc: UIViewController) -> CGRect { vc.viewIfLoaded?.inTransition?.place ?? container.bounds }
}

/// The view in which an animation expects the screens. They stay where they are on the page.
private final class TransitionContainer: UIView {
  var screens: [UIView] = []

  override func insertSubview(_ view: UIView, at index: Int) {
    if !screens.contains(where: { $0 === view }) { super.insertSubview(view, at: index) }
  }
}

/// What a transition notes of a screen.
struct InTransition: RarePropertyGroup {
  /// The frame before the animation, which is that of the page.
  var place = CGRect.zero
  /// The id of a screen that has left the page, where its picture is still animated.
  var leavingID: String?
}

extension UIView {
  final var inTransition: InTransition? { rareProperties.box(of: InTransition.self)?.properties }

  /// How far a screen is from its place on the page, as declarations of CSS.
  final func appendTransition(to css: inout CSSText) {
    guard viewFlags.contains(.keepsFlow), let place = inTransition?.place else { return }
    let frame = untransformedFrame
    css.declare("left", rem: frame.midX - place.midX)
    css.declare("top", rem: frame.midY - place.midY)
    if frame.size != place.size, place.width > 0, place.height > 0 {
      css.declare("scale", "\(CSS.number(frame.width / place.width)) \(CSS.number(frame.height / place.height))")
    }
  }
}

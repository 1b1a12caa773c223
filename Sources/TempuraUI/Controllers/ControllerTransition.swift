internal import Foundation
internal import TempuraGraphics

/// A transition that the app animates.
///
/// It runs when the new screen is in its place already. So a request that comes meanwhile finds the screen that the app is at. The page
/// shows a picture of the screen that has left until the animation is over. One that follows a finger and is cancelled is undone.
final class ControllerTransition: UIViewControllerContextTransitioning {
  private let animator: any UIViewControllerAnimatedTransitioning
  private let from, to: UIViewController
  private let isBack: Bool
  private let interaction: (any UIViewControllerInteractiveTransitioning)?
  private let undo: () -> Void
  private let container = TransitionContainer()
  /// The id of the view that leaves, if a page shows it.
  private let leavingID: String?

  /// - Parameters:
  ///   - interaction: What lets it follow a finger.
  ///   - undo: Brings the screens back to where they are now.
  init(
    _ animator: any UIViewControllerAnimatedTransitioning, from: UIViewController, to: UIViewController, isBack: Bool,
    _ interaction: (any UIViewControllerInteractiveTransitioning)?, undo: @escaping () -> Void
  ) {
    (self.animator, self.from, self.to, self.isBack) = (animator, from, to, isBack)
    self.interaction = interaction?.wantsInteractiveStart == true ? interaction : nil
    self.undo = undo
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
    if let interaction { interaction.startInteractiveTransition(self) } else { animate() }
  }

  private func animate() {
    if let fromView = from.viewIfLoaded, let toView = to.viewIfLoaded {
      let id = fromView.window == nil ? leavingID : nil
      if let id { fromView.rareProperties[InTransition.self].leavingID = id }
      tellOfChange(leaving: id, to: toView, for: duration)
    }
    animator.animateTransition(using: self)
    startAlongside()
  }

  /// Tells the page not to move the screens itself, because the app does.
  private func tellOfChange(leaving id: String?, to view: UIView, for duration: Double) {
    let block = MotionBlock(Motion(duration: duration))
    block.leaving = (id, view, isBack)
    _ = OpenMotion.current.perform(block) {}
  }

  var duration: Double { animator.transitionDuration(using: self) }

  /// What waits until the animations begin; nil afterwards.
  private var alongside: [() -> Void]? = []

  /// Runs code with the animations, so that it follows a finger as they do.
  func runAlongside(_ body: @escaping () -> Void) {
    if alongside == nil { body() } else { alongside?.append(body) }
  }

  private func startAlongside() {
    let bodies = alongside ?? []
    alongside = nil
    for body in bodies { body() }
  }

  private var isComplete = false
  private var completion: (() -> Void)?

  /// Runs code when the animation is over.
  func whenComplete(_ completion: (() -> Void)?) {
    if isComplete { completion?() } else { self.completion = completion }
  }

  // MARK: - Following a finger

  private var held: HeldMotion?

  /// Makes the animations, which stay at their start.
  func hold() {
    held = OpenMotion.current.hold { animate() }
    seek(to: 0)
  }

  func seek(to fraction: CGFloat) { held?.key.seek(to: fraction) }

  /// Lets the animations go to their end, or back.
  ///
  /// - Parameter way: How much of the duration that takes.
  func release(isCancelled: Bool, way: CGFloat, _ curve: Motion.Curve) {
    guard let held else { return }
    self.held = nil
    transitionWasCancelled = isCancelled
    held.run(by: isCancelled ? -1 : 1, for: duration * Double(way), curve)
  }

  var containerView: UIView { container }
  var isAnimated: Bool { true }
  var isInteractive: Bool { interaction != nil }
  private(set) var transitionWasCancelled = false
  var presentationStyle: UIModalPresentationStyle { to.modalPresentationStyle }

  func updateInteractiveTransition(_ percentComplete: CGFloat) { seek(to: percentComplete) }
  func finishInteractiveTransition() { transitionWasCancelled = false }
  func cancelInteractiveTransition() { transitionWasCancelled = true }

  func completeTransition(_ didComplete: Bool) {
    startAlongside()
    for view in [to.viewIfLoaded, from.viewIfLoaded] {
      view?.viewFlags.remove(.keepsFlow)
      view?.rareProperties.remove(InTransition.self)
    }
    animator.animationEnded(didComplete)
    isComplete = true
    completion?()
    completion = nil
    guard !didComplete, transitionWasCancelled, let fromView = from.viewIfLoaded else { return }
    // The page has moved the screens back already.
    tellOfChange(leaving: nil, to: fromView, for: 0.01)
    undo()
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
  /// Whether the view is no longer in a window, or not yet, because its screen comes or goes.
  final var isOnItsWay: Bool { isOnItsWay { _ in true } }

  final func isOnItsWay(_ condition: (InTransition) -> Bool) -> Bool {
    sequence(first: self, next: \.superview).contains { $0.inTransition.map(condition) == true }
  }

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

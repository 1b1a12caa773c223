public import Foundation

// As all animations, those of animators end at once.

extension UIView {
  /// The speed of an animation over its time. No effect: animations end at once.
  public enum AnimationCurve: Int, Sendable { case easeInOut, easeIn, easeOut, linear }
}

/// The state of an animator.
public enum UIViewAnimatingState: Int, Sendable { case inactive, active, stopped }

/// The position in which an animation ended.
public enum UIViewAnimatingPosition: Int, Sendable { case end, start, current }

/// An object that runs animations.
public protocol UIViewAnimating: AnyObject {
  var state: UIViewAnimatingState { get }
  var isRunning: Bool { get }
  func startAnimation()
  func startAnimation(afterDelay delay: TimeInterval)
  func pauseAnimation()
  func stopAnimation(_ withoutFinishing: Bool)
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// The speed of an animation over its time. No effect.
public protocol UITimingCurveProvider: AnyObject {}

open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  public init(animationCurve curve: UIView.AnimationCurve) {}
  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {}
}

open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector = .zero) {}
  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {}
}

/// Runs changes of views and what follows them. `startAnimation` runs all of it before it returns.
open class UIViewPropertyAnimator: NSObject, UIViewAnimating {
  public final let duration: TimeInterval
  public final let delay: TimeInterval = 0
  public private(set) final var state = UIViewAnimatingState.inactive
  public final var isRunning: Bool { false }
  public final var isInterruptible = true
  public final var isUserInteractionEnabled = true
  public final var pausesOnCompletion = false
  public final var scrubsLinearly = true
  open var isReversed = false
  /// 1 after the animation. Setting it runs the animation, except for 0.
  open var fractionComplete: CGFloat = 0 { didSet { if fractionComplete > 0, !isRunningBlocks { runAnimations() } } }

  private var animations: [() -> Void] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var isRunningBlocks = false

  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    self.duration = duration
  }

  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }

  public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }

  /// Runs changes of views and what follows them before it returns.
  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(duration: duration, curve: .easeInOut, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  open func addAnimations(_ animation: @escaping () -> Void) { animations.append(animation) }
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) { animations.append(animation) }
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completions.append(completion) }

  open func startAnimation() { finishAnimation(at: .end) }
  open func startAnimation(afterDelay delay: TimeInterval) { startAnimation() }
  open func pauseAnimation() { state = .active }
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) { startAnimation() }

  open func stopAnimation(_ withoutFinishing: Bool) {
    animations = []
    state = withoutFinishing ? .inactive : .stopped
    if withoutFinishing { completions = [] }
  }

  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    runAnimations()
    let ended = completions
    completions = []
    state = .inactive
    for completion in ended { completion(finalPosition) }
  }

  private func runAnimations() {
    isRunningBlocks = true
    defer { isRunningBlocks = false }
    fractionComplete = 1
    let started = animations
    animations = []
    for animation in started { animation() }
  }
}

internal import Basics
public import Foundation

extension UIView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    public static let curveEaseInOut: AnimationOptions = []
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    /// The curve among the options.
    var curve: AnimationCurve { AnimationCurve(rawValue: Int(rawValue >> 16) & 3) ?? .easeInOut }

    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)
  }

  public struct KeyframeAnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
  }

  public enum AnimationCurve: Int, Sendable { case easeInOut, easeIn, easeOut, linear }
  public enum SystemAnimation: UInt, Sendable { case delete }
  public enum AnimationTransition: Int, Sendable { case none, flipFromLeft, flipFromRight, curlUp, curlDown }

  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(Motion(duration: duration, delay: delay, options: options), options, animations, completion)
  }

  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let spring = Motion.Curve(dampingRatio: dampingRatio, duration: duration, velocity: velocity)
    animate(Motion(duration: duration, delay: delay, options: options, curve: spring), options, animations, completion)
  }

  /// - Parameter duration: The time in which the spring comes near its end. It needs longer to come to rest.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity velocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let (time, spring) = Motion.Curve.perceived(duration: duration, bounce: bounce, velocity: velocity)
    animate(Motion(duration: time, delay: delay, options: options, curve: spring), options, animations, completion)
  }

  private static func animate(
    _ motion: Motion, _ options: AnimationOptions, _ animations: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    OpenMotion.current.run(
      motion, inherits: !options.contains(.overrideInheritedDuration), animations, then: completion)
  }

  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    // As on iOS, key frames without a pace of their own follow each other evenly, and the whole begins and ends slowly.
    let mode = KeyframeAnimationOptions(rawValue: options.rawValue & (7 << 10))
    let pace: Motion.Curve = mode == .calculationModeDiscrete ? .steps : .linear
    let motion = Motion(
      duration: duration, delay: delay, options: AnimationOptions(rawValue: options.rawValue), curve: pace)
    OpenMotion.current.run(motion, animations, then: completion)
  }

  /// - Parameters:
  ///   - frameStartTime: In parts of the duration of the animation, as is `frameDuration`.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double, animations: () -> Void
  ) {
    let open = OpenMotion.current
    guard var motion = open.block?.motion else { return animations() }
    motion.delay += motion.duration * frameStartTime - open.lateness
    motion.duration *= frameDuration
    open.run(motion, inherits: false, animations)
  }

  /// Shows what a view becomes by a transition of the given kind. Without one, only what `animations` changes is animated.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    let block = MotionBlock(Motion(duration: duration, delay: 0, options: options))
    block.turn(view, into: view, options)
    let end = OpenMotion.current.perform(block) { animations?() }
    if let completion { OpenMotion.current.complete(after: end) { completion(true) } }
  }

  /// Replaces a view in its superview by another, or hides one and shows the other with `showHideTransitionViews`.
  public class func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    let block = MotionBlock(Motion(duration: duration, delay: 0, options: options))
    block.turn(fromView, into: toView, options)
    let end = OpenMotion.current.perform(block) {
      if options.contains(.showHideTransitionViews) {
        fromView.isHidden = true
        toView.isHidden = false
      } else if let superview = fromView.superview {
        superview.insertSubview(toView, aboveSubview: fromView)
        fromView.removeFromSuperview()
      }
    }
    if let completion { OpenMotion.current.complete(after: end) { completion(true) } }
  }

  /// Changes views, and then removes some from their superviews.
  public class func perform(
    _ animation: SystemAnimation, on views: [UIView], options: AnimationOptions = [],
    animations parallelAnimations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    OpenMotion.current.run(Motion(duration: 0.2, delay: 0, options: options)) {
      parallelAnimations?()
      for view in views { view.alpha = 0 }
    } then: {
      for view in views {
        view.removeFromSuperview()
        view.alpha = 1
      }
      completion?($0)
    }
  }

  public class func performWithoutAnimation(_ actions: () -> Void) {
    let open = OpenMotion.current
    open.disabled += 1
    defer { open.disabled -= 1 }
    actions()
  }

  // MARK: - Blocks without closures

  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    OpenMotion.current.begin(MotionBlock(Motion(duration: 0.2)))
  }

  public class func commitAnimations() { OpenMotion.current.end() }

  private static func change(_ change: (inout Motion) -> Void) {
    if let block = OpenMotion.current.block { change(&block.motion) }
  }

  public class func setAnimationStart(_ startDate: Date) { change { $0.delay = startDate.timeIntervalSinceNow } }
  public class func setAnimationCurve(_ curve: AnimationCurve) { change { $0.curve = Motion.Curve(curve) } }
  public class func setAnimationTransition(_ transition: AnimationTransition, for view: UIView, cache: Bool) {
    OpenMotion.current.block?.turn(view, into: view, AnimationOptions(rawValue: UInt(transition.rawValue) << 20))
  }
  public class func setAnimationDuration(_ duration: TimeInterval) { change { $0.duration = duration } }
  public class func setAnimationDelay(_ delay: TimeInterval) { change { $0.delay = delay } }
  public class func setAnimationRepeatCount(_ repeatCount: Float) { change { $0.repeatCount = Double(repeatCount) } }
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    change { $0.autoreverses = repeatAutoreverses }
  }
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {}

  /// Whether the running code's changes in animation blocks take time.
  public class func setAnimationsEnabled(_ enabled: Bool) { MotionLog.current?.isEnabled = enabled }
  public class var areAnimationsEnabled: Bool { MotionLog.current?.isEnabled ?? true }
  public class var inheritedAnimationDuration: TimeInterval { OpenMotion.current.block?.motion.duration ?? 0 }
}

extension MotionBlock {
  /// Shows how a view becomes another one, or itself with other content.
  fileprivate func turn(_ view: UIView, into other: UIView, _ options: UIView.AnimationOptions) {
    // A page has no paper that curls.
    let kinds = ["", "left", "right", "dissolve", "dissolve", "dissolve", "top", "bottom"]
    let kind = kinds[Int(options.rawValue >> 20) & 7]
    guard view.window != nil, kind != "" else { return }
    faces.append((view.elementID, other, kind))
  }
}

public import Foundation

// As all animations, those of keyframes end at once.

extension UIView {
  /// Options of animations with keyframes. No effect: animations end at once.
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

  /// Changes views. The changes of all keyframes, and then `completion`, run before the call returns.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    completion?(true)
  }

  /// Changes views, before the call returns. A later keyframe overrides what an earlier one changed.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double, animations: () -> Void
  ) {
    animations()
  }

  /// Changes views. The changes, and then `completion`, run before the call returns.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity velocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    completion?(true)
  }

  /// Changes views as an animation of the system. The changes, and then `completion`, run before the call returns.
  public class func perform(
    _ animation: SystemAnimation, on views: [UIView], options: AnimationOptions = [],
    animations parallelAnimations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    parallelAnimations?()
    for view in views { view.removeFromSuperview() }
    completion?(true)
  }

  /// An animation of the system.
  public enum SystemAnimation: UInt, Sendable { case delete }

  /// How the content of a view is replaced.
  public enum AnimationTransition: Int, Sendable { case none, flipFromLeft, flipFromRight, curlUp, curlDown }

  /// Begins changes. No effect, as the following methods: changes are on the next page at once.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {}
  public class func commitAnimations() {}
  public class func setAnimationStart(_ startDate: Date) {}
  public class func setAnimationCurve(_ curve: AnimationCurve) {}
  public class func setAnimationTransition(_ transition: AnimationTransition, for view: UIView, cache: Bool) {}
  public class func setAnimationDuration(_ duration: TimeInterval) {}
  public class func setAnimationDelay(_ delay: TimeInterval) {}
  public class func setAnimationRepeatCount(_ repeatCount: Float) {}
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {}
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {}

  /// No effect: animations end at once.
  public class func setAnimationsEnabled(_ enabled: Bool) {}

  /// Whether changes are animated: never.
  public class var areAnimationsEnabled: Bool { false }

  /// The duration of the animation that is being made: always 0.
  public class var inheritedAnimationDuration: TimeInterval { 0 }
}

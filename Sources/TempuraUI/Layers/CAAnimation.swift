public import Foundation

/// When and how fast something happens.
public protocol CAMediaTiming: AnyObject {
  var beginTime: CFTimeInterval { get set }
  var duration: CFTimeInterval { get set }
  var speed: Float { get set }
  var timeOffset: CFTimeInterval { get set }
  var repeatCount: Float { get set }
  var repeatDuration: CFTimeInterval { get set }
  var autoreverses: Bool { get set }
  var fillMode: CAMediaTimingFillMode { get set }
}

/// A duration in seconds.
public typealias CFTimeInterval = Double

/// Returns the time of the system's clock since its start, in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }

/// What is shown before and after an animation.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// An object that keeps the values of its timing. They have no effect, because nothing is animated.
open class TimedObject: NSObject, CAMediaTiming {
  open var beginTime = 0.0
  open var duration = 0.0
  open var speed: Float = 1
  open var timeOffset = 0.0
  open var repeatCount: Float = 0
  open var repeatDuration = 0.0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed
}

/// The name of a curve.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The pace of an animation, as a curve.
public final class CAMediaTimingFunction: NSObject, Sendable {
  private let points: [Float]

  public init(name: CAMediaTimingFunctionName) {
    points =
      switch name {
      case .easeIn: [0.42, 0, 1, 1]
      case .easeOut: [0, 0, 0.58, 1]
      case .easeInEaseOut: [0.42, 0, 0.58, 1]
      case .default: [0.25, 0.1, 0.25, 1]
      default: [0, 0, 1, 1]
      }
  }

  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) { points = [c1x, c1y, c2x, c2y] }

  /// Reads a control point: 0 is the start of the curve, 3 its end.
  public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    let all = [0, 0] + points + [1, 1]
    guard (0...3).contains(idx) else { return }
    ptr[0] = all[idx * 2]
    ptr[1] = all[idx * 2 + 1]
  }
}

/// The object that is told of the start and the end of an animation.
public protocol CAAnimationDelegate: AnyObject {
  func animationDidStart(_ anim: CAAnimation)
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// A change of a layer over time.
///
/// On a server an animation ends at once: the layer shows the values of its properties, as on iOS after an animation that
/// is removed on completion. The delegate is called before `add(_:forKey:)` returns. An animation that repeats endlessly
/// does not end, and shows nothing.
open class CAAnimation: TimedObject, CAAction, NSCopying {
  private var values: [String: Any] = [:]

  public override required init() {
    super.init()
  }

  /// Never called, because a server has no archives of animations.
  public required init?(coder: NSCoder) {
    super.init()
  }

  open var timingFunction: CAMediaTimingFunction?
  open var delegate: (any CAAnimationDelegate)?
  open var isRemovedOnCompletion = true

  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  /// Stores a value under a name of the app's.
  open func setValue(_ value: Any?, forKey key: String) { values[key] = value }

  /// The value that the app stored under a name.
  open func value(forKey key: String) -> Any? { values[key] }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.adopt(self)
    return copy
  }

  /// Takes over the properties of an animation of the same class.
  func adopt(_ other: CAAnimation) {
    (beginTime, duration, speed, timeOffset) = (other.beginTime, other.duration, other.speed, other.timeOffset)
    (repeatCount, repeatDuration) = (other.repeatCount, other.repeatDuration)
    (autoreverses, fillMode) = (other.autoreverses, other.fillMode)
    (values, timingFunction) = (other.values, other.timingFunction)
    (delegate, isRemovedOnCompletion) = (other.delegate, other.isRemovedOnCompletion)
  }

  /// Whether the animation never ends.
  final var isEndless: Bool { repeatCount == .infinity || repeatDuration == .infinity }
}

/// An animation of the property at a key path.
open class CAPropertyAnimation: CAAnimation {
  open var keyPath: String?
  open var isAdditive = false
  open var isCumulative = false

  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override func adopt(_ other: CAAnimation) {
    super.adopt(other)
    guard let other = other as? CAPropertyAnimation else { return }
    (keyPath, isAdditive, isCumulative) = (other.keyPath, other.isAdditive, other.isCumulative)
  }
}

open class CABasicAnimation: CAPropertyAnimation {
  open var fromValue: Any?
  open var toValue: Any?
  open var byValue: Any?

  override func adopt(_ other: CAAnimation) {
    super.adopt(other)
    guard let other = other as? CABasicAnimation else { return }
    (fromValue, toValue, byValue) = (other.fromValue, other.toValue, other.byValue)
  }
}

/// How values between those of a keyframe animation are computed.
public enum CAAnimationCalculationMode: String, Sendable { case linear, discrete, paced, cubic, cubicPaced }

/// Whether objects turn into the direction of their path.
public enum CAAnimationRotationMode: String, Sendable { case rotateAuto = "auto", rotateAutoReverse = "autoReverse" }

open class CAKeyframeAnimation: CAPropertyAnimation {
  open var values: [Any]?
  open var path: CGPath?
  open var keyTimes: [NSNumber]?
  open var timingFunctions: [CAMediaTimingFunction]?
  open var calculationMode = CAAnimationCalculationMode.linear
  open var rotationMode: CAAnimationRotationMode?
}

open class CASpringAnimation: CABasicAnimation {
  open var mass: CGFloat = 1
  open var stiffness: CGFloat = 100
  open var damping: CGFloat = 10
  open var initialVelocity: CGFloat = 0

  /// The time in seconds until the movement of the spring has decreased to a thousandth.
  open var settlingDuration: CFTimeInterval {
    let decay = Double(damping) / (2 * max(Double(mass), 1e-9))
    return decay > 0 ? log(1000) / decay : duration
  }
}

open class CAAnimationGroup: CAAnimation {
  open var animations: [CAAnimation]?
}

/// The kind of a transition.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let fade = CATransitionType(rawValue: "fade")
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  public static let push = CATransitionType(rawValue: "push")
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The direction of a transition.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

open class CATransition: CAAnimation {
  open var type = CATransitionType.fade
  open var subtype: CATransitionSubtype?
  open var startProgress: Float = 0
  open var endProgress: Float = 1
}

extension CALayer {
  /// Ends an animation at once. `animation(forKey:)` still returns an animation that is endless, or not removed on
  /// completion.
  final func run(_ animation: CAAnimation, key: String?) {
    let key = key ?? "animation\(animations.count)"
    animations.removeAll { $0.key == key }
    if animation.isEndless || !animation.isRemovedOnCompletion { animations.append((key, animation)) }
    guard let delegate = animation.delegate else { return }
    CompletedAnimations.run {
      delegate.animationDidStart(animation)
      if !animation.isEndless { delegate.animationDidStop(animation, finished: true) }
    }
  }
}

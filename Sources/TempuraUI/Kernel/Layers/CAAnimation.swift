internal import Basics
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

/// An object that keeps the values of its timing, and those without effect.
open class TimedObject: NSObject, CAMediaTiming, AssociatingObject {
  public final var _associatedValues = AssociatedValues()
}

// swift-format-ignore
extension TimedObject {
  public var beginTime: CFTimeInterval { get { kept(0) } set { keep(newValue) } }
  public var duration: CFTimeInterval { get { kept(0) } set { keep(newValue) } }
  public var speed: Float { get { kept(1) } set { keep(newValue) } }
  public var timeOffset: CFTimeInterval { get { kept(0) } set { keep(newValue) } }
  public var repeatCount: Float { get { kept(0) } set { keep(newValue) } }
  public var repeatDuration: CFTimeInterval { get { kept(0) } set { keep(newValue) } }
  public var autoreverses: Bool { get { kept(false) } set { keep(newValue) } }
  public var fillMode: CAMediaTimingFillMode { get { kept(.removed) } set { keep(newValue) } }
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

/// A change of a layer over time, which the page shows. The properties of the layer do not change.
///
/// Without a live page an animation that ends is over before `add(_:forKey:)` returns.
open class CAAnimation: TimedObject, CAAction, NSCopying {
  public override required init() {
    super.init()
  }

  /// Never called, because a server has no archives of animations.
  public required init?(coder: NSCoder) {
    super.init()
  }

  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  /// Stores a value under a name of the app's.
  open func setValue(_ value: Any?, forKey key: String) { _associatedValues.unused[key] = value }

  /// The value that the app stored under a name.
  open func value(forKey key: String) -> Any? { _associatedValues.unused[key] }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy._associatedValues = _associatedValues
    return copy
  }

  /// Whether the animation never ends.
  final var isEndless: Bool { repeatCount == .infinity || repeatDuration == .infinity }
}

open class CAPropertyAnimation: CAAnimation {
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }
}

open class CABasicAnimation: CAPropertyAnimation {}
open class CAKeyframeAnimation: CAPropertyAnimation {}
open class CAAnimationGroup: CAAnimation {}
open class CATransition: CAAnimation {}

open class CASpringAnimation: CABasicAnimation {
  /// The time in seconds until the movement of the spring has decreased to a thousandth.
  open var settlingDuration: CFTimeInterval { spring.settlingTime }

  final var spring: Spring { Spring(mass: mass, stiffness: stiffness, damping: damping) }
}

// swift-format-ignore
extension CAAnimation {
  public var timingFunction: CAMediaTimingFunction? { get { kept(nil) } set { keep(newValue) } }
  public var delegate: (any CAAnimationDelegate)? { get { kept(nil) } set { keep(newValue) } }
  public var isRemovedOnCompletion: Bool { get { kept(true) } set { keep(newValue) } }
}

// swift-format-ignore
extension CAPropertyAnimation {
  public var keyPath: String? { get { kept(nil) } set { keep(newValue) } }
  public var isAdditive: Bool { get { kept(false) } set { keep(newValue) } }
  public var isCumulative: Bool { get { kept(false) } set { keep(newValue) } }
}

// swift-format-ignore
extension CABasicAnimation {
  public var fromValue: Any? { get { kept(nil) } set { keep(newValue) } }
  public var toValue: Any? { get { kept(nil) } set { keep(newValue) } }
  public var byValue: Any? { get { kept(nil) } set { keep(newValue) } }
}

// swift-format-ignore
extension CASpringAnimation {
  public var mass: CGFloat { get { kept(1) } set { keep(newValue) } }
  public var stiffness: CGFloat { get { kept(100) } set { keep(newValue) } }
  public var damping: CGFloat { get { kept(10) } set { keep(newValue) } }
  public var initialVelocity: CGFloat { get { kept(0) } set { keep(newValue) } }
}

// swift-format-ignore
extension CAKeyframeAnimation {
  public var values: [Any]? { get { kept(nil) } set { keep(newValue) } }
  public var path: CGPath? { get { kept(nil) } set { keep(newValue) } }
  public var keyTimes: [NSNumber]? { get { kept(nil) } set { keep(newValue) } }
  public var timingFunctions: [CAMediaTimingFunction]? { get { kept(nil) } set { keep(newValue) } }
  public var calculationMode: CAAnimationCalculationMode { get { kept(.linear) } set { keep(newValue) } }
  public var rotationMode: CAAnimationRotationMode? { get { kept(nil) } set { keep(newValue) } }
}

// swift-format-ignore
extension CAAnimationGroup {
  public var animations: [CAAnimation]? { get { kept(nil) } set { keep(newValue) } }
}

// swift-format-ignore
extension CATransition {
  public var type: CATransitionType { get { kept(.fade) } set { keep(newValue) } }
  public var subtype: CATransitionSubtype? { get { kept(nil) } set { keep(newValue) } }
  public var startProgress: Float { get { kept(0) } set { keep(newValue) } }
  public var endProgress: Float { get { kept(1) } set { keep(newValue) } }
}

public enum CAAnimationCalculationMode: String, Sendable { case linear, discrete, paced, cubic, cubicPaced }
public enum CAAnimationRotationMode: String, Sendable { case rotateAuto = "auto", rotateAutoReverse = "autoReverse" }

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

/// A group of changes of layers. The completion block runs when all that is animated in it is over.
public final class CATransaction: NSObject {
  /// The state of one transaction.
  private struct State {
    var completion: (() -> Void)?
    var duration: CFTimeInterval = 0.25
    var isWithoutActions = false
    var timingFunction: CAMediaTimingFunction?
    /// The seconds until all that was animated is over.
    var end = 0.0
  }

  /// The open transactions of a thread.
  private final class Stack {
    var states: [State] = []
  }

  private static let stacks = ThreadLocal { Stack() }
  private static var stack: Stack { stacks.value }

  /// Changes the innermost transaction. Outside of transactions nothing is kept.
  private class func change(_ change: (inout State) -> Void) {
    let stack = stack
    if !stack.states.isEmpty { change(&stack.states[stack.states.count - 1]) }
  }

  public class func begin() {
    // An app that never commits would otherwise need more and more memory.
    let stack = stack
    if stack.states.count < 1000 { stack.states.append(State()) }
  }

  public class func commit() {
    let stack = stack
    guard let state = stack.states.popLast() else { return }
    note(end: state.end)
    if let completion = state.completion { OpenMotion.current.complete(after: state.end, completion) }
  }

  /// Notes an animation that takes some seconds from now.
  static func note(end: Double) { if end < .infinity { change { $0.end = max($0.end, end) } } }

  public class func flush() {}

  /// Sets the block that runs when the transaction is committed. Outside of a transaction it runs at once.
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    if stack.states.isEmpty, let block { return OpenMotion.current.complete(after: 0, block) }
    change { $0.completion = block }
  }

  public class func completionBlock() -> (() -> Void)? { stack.states.last?.completion }

  public class func setDisableActions(_ flag: Bool) { change { $0.isWithoutActions = flag } }
  public class func disableActions() -> Bool { stack.states.last?.isWithoutActions ?? false }

  public class func setAnimationDuration(_ dur: CFTimeInterval) { change { $0.duration = dur } }
  public class func animationDuration() -> CFTimeInterval { stack.states.last?.duration ?? 0.25 }

  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    change { $0.timingFunction = function }
  }
  public class func animationTimingFunction() -> CAMediaTimingFunction? { stack.states.last?.timingFunction }

  public class func lock() {}
  public class func unlock() {}
}

public import Foundation
internal import TempuraGraphics

public enum UIViewAnimatingState: Int, Sendable { case inactive, active, stopped }

public enum UIViewAnimatingPosition: Int, Sendable { case end, start, current }

public protocol UIViewAnimating: AnyObject {
  var state: UIViewAnimatingState { get }
  var isRunning: Bool { get }
  var isReversed: Bool { get set }
  var fractionComplete: CGFloat { get set }
  func startAnimation()
  func startAnimation(afterDelay delay: TimeInterval)
  func pauseAnimation()
  func stopAnimation(_ withoutFinishing: Bool)
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

public enum UITimingCurveType: Int, Sendable { case builtin, cubic, spring, composed }

public protocol UITimingCurveProvider: AnyObject {
  var timingCurveType: UITimingCurveType { get }
  var cubicTimingParameters: UICubicTimingParameters? { get }
  var springTimingParameters: UISpringTimingParameters? { get }
}

extension UITimingCurveProvider {
  /// The time that an animation of a duration takes, both in seconds, and its pace.
  fileprivate func timing(duration: TimeInterval) -> (duration: Double, curve: Motion.Curve) {
    if let spring = springTimingParameters {
      let time = spring.settlingTime ?? duration
      return (time, Motion.Curve(dampingRatio: spring.dampingRatio, duration: time, velocity: spring.velocity))
    }
    return (duration, cubicTimingParameters?.curve ?? .easeInOut)
  }
}

open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  fileprivate let curve: Motion.Curve

  override public convenience init() { self.init(animationCurve: .easeInOut) }
  public init(animationCurve curve: UIView.AnimationCurve) { self.curve = Motion.Curve(curve) }
  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    curve = .bezier(Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
  }

  public var timingCurveType: UITimingCurveType { .cubic }
  public var cubicTimingParameters: UICubicTimingParameters? { self }
  public var springTimingParameters: UISpringTimingParameters? { nil }
}

open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  fileprivate let dampingRatio: Double
  /// The time in seconds until the spring has come to rest; nil for that of the animator.
  fileprivate let settlingTime: Double?
  fileprivate let velocity: Double

  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector = .zero) {
    (dampingRatio, settlingTime, self.velocity) = (ratio, nil, velocity.length)
  }

  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
    let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
    (dampingRatio, settlingTime, self.velocity) = (spring.dampingRatio, spring.settlingTime, velocity.length)
  }

  public var timingCurveType: UITimingCurveType { .spring }
  public var cubicTimingParameters: UICubicTimingParameters? { nil }
  public var springTimingParameters: UISpringTimingParameters? { self }
}

extension CGVector {
  /// Views move along a line: a velocity is a part of the way along it.
  fileprivate var length: Double { abs(dx) > abs(dy) ? dx : dy }
}

/// Animates views, and can pause, go back, and follow a finger by `fractionComplete`.
///
/// The properties of views have their last values as soon as it starts. The page shows the way there. Without a live page it is at its
/// end at once.
open class UIViewPropertyAnimator: NSObject, UIViewAnimating {
  public final let duration: TimeInterval
  public private(set) final var delay: TimeInterval = 0
  public private(set) final var state = UIViewAnimatingState.inactive
  public private(set) final var isRunning = false
  public final var isInterruptible = true
  public final var isUserInteractionEnabled = true
  public final var isManualHitTestingEnabled = false
  open var pausesOnCompletion = false
  open var scrubsLinearly = true
  public final let timingParameters: (any UITimingCurveProvider)?

  private let curve: Motion.Curve
  private var animations: [(delayFactor: CGFloat, run: () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var blocks: [MotionBlock] = []
  private var key: MotionKey?
  /// Where the last animation has ended.
  private var ended: UIViewAnimatingPosition?
  // Where it was when it began to run or was paused, and when that was.
  private var lastFraction: CGFloat = 0
  private var lastTime = 0.0
  private var remaining = 0.0
  private var runningCurve = Motion.Curve.linear
  /// Which run a completion belongs to.
  private var runs = 0

  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    (self.duration, curve) = parameters.timing(duration: duration)
    timingParameters = parameters
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

  /// Starts an animation.
  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(duration: duration, curve: options.curve, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

  /// - Parameter delayFactor: When the changes begin, in parts of the time that is left.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    animations.append((delayFactor, animation))
    guard state == .active else { return }
    performAnimations(over: max(duration * (1 - fractionComplete), 0))
    if !isRunning { seek() }
  }

  /// - Parameter completion: What runs at the end. Without a live page the animation may have come there already: then it runs at once.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    if let ended { OpenMotion.current.complete(after: 0) { completion(ended) } } else { completions.append(completion) }
  }

  // MARK: - Running

  open func startAnimation() { startAnimation(afterDelay: 0) }

  open func startAnimation(afterDelay delay: TimeInterval) {
    guard state == .inactive else {
      if !isRunning { continueAnimation(withTimingParameters: nil, durationFactor: 0) }
      return
    }
    self.delay = delay
    state = .active
    performAnimations(over: duration, delay: delay)
    run(for: duration, delay: delay, curve)
  }

  /// Stops where it is. An animation that has not begun is at its start.
  open func pauseAnimation() {
    if state == .inactive {
      state = .active
      performAnimations(over: duration)
    }
    guard state == .active else { return }
    pause(at: fractionComplete)
  }

  /// Goes on from where the animation is.
  ///
  /// - Parameter durationFactor: The time that is left, in parts of the duration; 0 for what was left before.
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    guard state == .active else { return startAnimation() }
    let fraction = fractionComplete
    let way = isReversed ? fraction : 1 - fraction
    let rest = durationFactor > 0 ? duration * durationFactor : duration * way
    let timing = parameters?.timing(duration: rest) ?? (duration: rest, curve: curve)
    (lastFraction, lastTime) = (fraction, Self.now)
    let time = Motion(duration: timing.duration).duration
    key?.run(by: isReversed ? -1 : 1, for: time, timing.curve)
    run(for: time, timing.curve)
  }

  /// How much of the way is done, from 0 to 1: of the distance, not of the time. Setting it pauses the animation there.
  open var fractionComplete: CGFloat {
    get {
      guard isRunning else { return lastFraction }
      let done = remaining > 0 ? min(max((Self.now - lastTime) / remaining, 0), 1) : 1
      let fraction = lastFraction + ((isReversed ? 0 : 1) - lastFraction) * runningCurve.value(at: done)
      return min(max(fraction, 0), 1)
    }
    set {
      if state == .inactive { pauseAnimation() }
      if state == .active { pause(at: newValue.isFinite ? min(max(newValue, 0), 1) : 0) }
    }
  }

  open var isReversed = false {
    didSet {
      guard isReversed != oldValue, state == .active, isRunning else { return }
      isReversed.toggle()
      let fraction = fractionComplete
      isReversed.toggle()
      pause(at: fraction)
      continueAnimation(withTimingParameters: nil, durationFactor: 0)
    }
  }

  /// Ends the animation. The properties of views keep their last values, and the page shows them.
  ///
  /// - Parameter withoutFinishing: Whether no completion runs. Else call `finishAnimation(at:)`.
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active else { return }
    runs += 1
    (isRunning, state) = (false, .stopped)
    if withoutFinishing { end() }
  }

  /// Ends a stopped animation, with the values of its end or its start, and runs the completions.
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard state == .stopped else { return }
    // The views get the values that they had before.
    if finalPosition == .start { for block in blocks.reversed() { block.undo() } }
    let last = completions
    end()
    ended = finalPosition
    for completion in last { OpenMotion.current.complete(after: 0) { completion(finalPosition) } }
  }

  private func end() {
    key?.stop()
    (completions, blocks, key) = ([], [], nil)
    (state, isRunning, lastFraction) = (.inactive, false, 0)
  }

  private static var now: Double { ProcessInfo.processInfo.systemUptime }

  private func performAnimations(over time: Double, delay: Double = 0) {
    let started = animations
    (animations, ended) = ([], nil)
    key = key ?? OpenMotion.current.held?.key ?? MotionLog.current.map { MotionKey(number: $0.nextNumber()) }
    for (delayFactor, animation) in started {
      let wait = time * (delayFactor.isFinite ? min(max(delayFactor, 0), 1) : 0)
      let block = MotionBlock(Motion(duration: time - wait, delay: delay + wait, curve: curve), animator: key?.number)
      _ = OpenMotion.current.perform(block, animation)
      blocks.append(block)
    }
  }

  private func pause(at fraction: CGFloat) {
    runs += 1
    (isRunning, lastFraction) = (false, fraction)
    seek()
  }

  private func seek() { key?.seek(to: lastFraction, eases: !scrubsLinearly) }

  private func run(for time: Double, delay: Double = 0, _ curve: Motion.Curve) {
    runs += 1
    (isRunning, lastTime, remaining, runningCurve) = (true, Self.now + delay, time, curve)
    let run = runs
    OpenMotion.current.complete(after: max(delay + time, 0)) { [self] in
      guard run == runs, isRunning else { return }
      lastFraction = isReversed ? 0 : 1
      isRunning = false
      if pausesOnCompletion { return }
      state = .stopped
      finishAnimation(at: isReversed ? .start : .end)
    }
  }
}

extension UIView {
  /// Gives the properties that animators change the values that they have now.
  final var restorer: () -> Void {
    let (geometry, use) = (rareProperties[Geometry.self], frameUse)
    let (appearance, oldTransform) = (rareProperties[Appearance.self], transform)
    let cornerRadius = layerIfMade?.cornerRadius
    return { [self] in
      (alpha, backgroundColor, transform) = (appearance.alpha, appearance.backgroundColor, oldTransform)
      setUntransformedFrame(geometry.frame, from: untransformedFrame, use: use)
      if let cornerRadius { layer.cornerRadius = cornerRadius }
    }
  }
}

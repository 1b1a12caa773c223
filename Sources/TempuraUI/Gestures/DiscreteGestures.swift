public import Foundation

/// Recognises taps. A single tap with one finger makes the whole view a button. Several taps, or taps with several
/// fingers, are also an entry of the menu at the view.
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1 { didSet { view?.setNeedsRender() } }
  open var numberOfTouchesRequired = 1 { didSet { view?.setNeedsRender() } }

  private var taps = 0
  private var fingers = 0
  private var start = CGPoint.zero
  private var deadline = TimeInterval.infinity

  // As on iOS: the time between taps, and how far a finger may move.
  static let pause: TimeInterval = 0.35
  static let maxMovement: CGFloat = 45

  override var isSingleTap: Bool { numberOfTapsRequired <= 1 && numberOfTouchesRequired <= 1 }
  override var waitsForTouches: Bool { taps > 0 }

  override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    deadline = .infinity
    if fingers == 0, taps == 0 { start = centroid }
    fingers = max(fingers, downTouches.count)
    let isFar = taps > 0 && fingers == 1 && centroid.distance(to: start) > Self.maxMovement
    if fingers > numberOfTouchesRequired || isFar { state = .failed }
  }

  override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if fingers == 1, centroid.distance(to: start) > Self.maxMovement { state = .failed }
  }

  override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard downTouches.isEmpty else { return }
    guard fingers == numberOfTouchesRequired else { return state = .failed }
    (taps, fingers) = (taps + 1, 0)
    if taps >= numberOfTapsRequired {
      taps = 0
      state = .ended
    } else {
      deadline = event.timestamp + Self.pause
    }
  }

  override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

  override func timePassed(to time: TimeInterval) {
    // The page's clock is coarse.
    guard taps > 0, time >= deadline - 0.001 else { return }
    taps = 0
    state = .failed
  }

  override open func reset() { (taps, fingers, deadline) = (0, 0, .infinity) }

  override func mark(_ mark: inout TouchMark) {
    guard !isSingleTap else { return }
    mark.hasTaps = true
    mark.tapCount = max(mark.tapCount, min(numberOfTapsRequired, 9))
  }

  override var defaultTitle: String? {
    switch (numberOfTapsRequired, numberOfTouchesRequired) {
    case (...1, ...1): localized(.gestureTap)
    case (2, ...1): localized(.gestureDoubleTap)
    case (3, ...1): localized(.gestureTripleTap)
    case (_, ...1): localized(.gestureTaps(numberOfTapsRequired))
    default: localized(.gestureFingers(numberOfTouchesRequired))
    }
  }
}

/// Recognises a long press. It is also an entry of the menu at the view, for which the actions run twice: for `.began` and `.ended`.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// In seconds.
  open var minimumPressDuration: TimeInterval = 0.5 { didSet { view?.setNeedsRender() } }
  /// How far a finger may move before the gesture begins, in points.
  open var allowableMovement: CGFloat = 10
  open var numberOfTouchesRequired = 1
  /// The taps before the press. Only 0 has an effect.
  open var numberOfTapsRequired = 0

  private var start = CGPoint.zero
  private var deadline = TimeInterval.infinity

  override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if downTouches.count == numberOfTouchesRequired {
      (start, deadline) = (centroid, event.timestamp + max(minimumPressDuration, 0))
      timePassed(to: event.timestamp)
    } else if downTouches.count > numberOfTouchesRequired, state == .possible {
      state = .failed
    }
  }

  override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if state != .possible { return state = .changed }
    if deadline < .infinity, centroid.distance(to: start) > allowableMovement { state = .failed }
  }

  override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if downTouches.count < numberOfTouchesRequired { state = state == .possible ? .failed : .ended }
  }

  override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

  override func timePassed(to time: TimeInterval) {
    if state == .possible, wanted == nil, time >= deadline - 0.001 { state = .began }
  }

  override open func reset() { deadline = .infinity }

  override func mark(_ mark: inout TouchMark) {
    let duration = minimumPressDuration.isFinite ? min(max(minimumPressDuration, 0), 60) : 60
    mark.hold = min(mark.hold ?? .max, Int(duration * 1000))
  }

  override var statesOfGesture: [State] { [.began, .ended] }
  override var defaultTitle: String? { localized(.gestureLongPress) }
}

/// Recognises a swipe: a quick movement in one direction. It is also an entry of the menu at the view.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  public struct Direction: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let right = Direction(rawValue: 1 << 0)
    public static let left = Direction(rawValue: 1 << 1)
    public static let up = Direction(rawValue: 1 << 2)
    public static let down = Direction(rawValue: 1 << 3)
  }

  /// The directions. A single one is part of the button's default title. Default: `.right`.
  open var direction = Direction.right { didSet { if direction != oldValue { view?.setNeedsRender() } } }
  open var numberOfTouchesRequired = 1

  private var start = CGPoint.zero
  private var deadline = TimeInterval.infinity

  // As on iOS
  private static let (minDistance, maxAside): (CGFloat, CGFloat) = (50, 50)
  private static let maxDuration: TimeInterval = 0.5

  override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if downTouches.count > numberOfTouchesRequired { return state = .failed }
    start = centroid
    if deadline == .infinity { deadline = event.timestamp + Self.maxDuration }
  }

  override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard wanted == nil, downTouches.count == numberOfTouchesRequired else { return }
    if event.timestamp > deadline { return state = .failed }
    let (x, y) = (centroid.x - start.x, centroid.y - start.y)
    let ways: [(Direction, CGFloat, CGFloat)] = [(.right, x, y), (.left, -x, y), (.down, y, x), (.up, -y, x)]
    let way = ways.first { direction.contains($0.0) && $0.1 >= Self.minDistance && abs($0.2) <= Self.maxAside }
    if way != nil { state = .ended }
  }

  override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { if wanted == nil { state = .failed } }
  override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

  override open func reset() { deadline = .infinity }

  override func mark(_ mark: inout TouchMark) {
    mark.moves = true
    if !direction.isDisjoint(with: [.left, .right]) { mark.scrolls.remove(.across) }
    if !direction.isDisjoint(with: [.up, .down]) { mark.scrolls.remove(.down) }
  }

  override var defaultTitle: String? {
    switch direction {
    case .right: localized(.gestureSwipeRight)
    case .left: localized(.gestureSwipeLeft)
    case .up: localized(.gestureSwipeUp)
    case .down: localized(.gestureSwipeDown)
    default: localized(.gestureSwipe)
    }
  }
}

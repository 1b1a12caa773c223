public import Foundation

/// Recognises dragging: fingers that have moved by 10 points.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max

  // In the window, since the first finger came down or the app set the translation.
  private var moved = CGPoint.zero
  private var speed = TouchSpeed()

  private static let minDistance: CGFloat = 10

  /// Returns how far the fingers have moved, in the coordinates of a view. Those that came or went meanwhile do not count.
  open func translation(in view: UIView?) -> CGPoint { view?.convert(vector: moved) ?? moved }

  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    moved = view?.convert(vector: translation, toWindow: true) ?? translation
    speed.rebase(to: moved)
  }

  /// Returns the speed of the fingers in points per second, of the last tenth of a second.
  open func velocity(in view: UIView?) -> CGPoint { view?.convert(vector: speed.value) ?? speed.value }

  override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    for touch in touches where downTouches.count > maximumNumberOfTouches { ignore(touch, for: event) }
    speed.add(moved, at: event.timestamp)
  }

  override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let count = CGFloat(max(downTouches.count, 1))
    for touch in touches {
      guard let place = touch.place, let previous = touch.previousPlace else { continue }
      moved.x += (place.x - previous.x) / count
      moved.y += (place.y - previous.y) / count
    }
    speed.add(moved, at: event.timestamp)
    let isFar = downTouches.count >= minimumNumberOfTouches && moved.distance(to: .zero) >= Self.minDistance
    if state != .possible { state = .changed } else if wanted == nil, isFar { state = .began }
  }

  override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    speed.rest(at: event.timestamp)
    if downTouches.count < (state == .possible ? 1 : minimumNumberOfTouches) {
      state = state == .possible ? .failed : .ended
    }
  }

  override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    if downTouches.count < minimumNumberOfTouches { state = .cancelled }
  }

  override open func reset() { (moved, speed) = (.zero, TouchSpeed()) }

  override func mark(_ mark: inout TouchMark) {
    mark.moves = true
    // The view's class may refuse pans, too.
    let asks = delegate != nil || view.map { !ClassNames.isFrameworkClass(type(of: $0)) } == true
    guard asks, state == .possible, tracking == nil else { return mark.scrolls = [] }
    // In a direction that is refused, the page may scroll.
    for (direction, way) in [(TouchMark.Scrolls.across, CGPoint(x: 20, y: 0)), (.down, CGPoint(x: 0, y: 20))] {
      (moved, speed.value) = (way, CGPoint(x: way.x * 10, y: way.y * 10))
      if mayBegin { mark.scrolls.remove(direction) }
    }
    reset()
  }
}

/// Recognises dragging from an edge of the window.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// The edges at which a finger may begin.
  open var edges: UIRectEdge = [] { didSet { if edges != oldValue { view?.setNeedsRender() } } }

  private static let edgeWidth: CGFloat = 20

  override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    guard state == .possible, self.touches.count == 1, let window = view?.window else { return }
    let (place, inner) = (centroid, window.bounds.insetBy(dx: Self.edgeWidth, dy: Self.edgeWidth))
    let isAtEdge =
      edges.contains(.left) && place.x <= inner.minX || edges.contains(.right) && place.x >= inner.maxX
      || edges.contains(.top) && place.y <= inner.minY || edges.contains(.bottom) && place.y >= inner.maxY
    if !isAtEdge { state = .failed }
  }

  override func mark(_ mark: inout TouchMark) {
    mark.moves = true
    if !edges.isDisjoint(with: [.left, .right]) { mark.scrolls.remove(.across) }
    if !edges.isDisjoint(with: [.top, .bottom]) { mark.scrolls.remove(.down) }
  }
}

/// Recognises a pointer above a view on iPad. Never fires on a page: style sheets know the pointer.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
  override func mark(_ mark: inout TouchMark) {}
}

/// What the recognisers of two fingers have in common. UIKit has no such class.
open class TwoFingerGestureRecognizer: UIGestureRecognizer {
  // Between the fingers, when the second one came and now
  private final var start, last: FingerLine?
  private final var speed = TouchSpeed()
  // What the app reads and sets: the scale or the rotation.
  fileprivate final lazy var value = initialValue

  fileprivate var initialValue: CGFloat { 0 }

  /// Returns how many points a finger has moved in the way that counts.
  fileprivate func distance(from start: FingerLine, to now: FingerLine) -> CGFloat { 0 }

  /// Takes a movement into the value.
  fileprivate func add(from before: FingerLine, to now: FingerLine) {}

  /// How far a finger moves before it counts.
  private static let minDistance: CGFloat = 8

  fileprivate final func set(_ newValue: CGFloat) {
    value = newValue
    speed.rebase(to: CGPoint(x: newValue, y: 0))
  }

  /// The change of the value in a second.
  open var velocity: CGFloat { speed.value.x }

  override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    start = FingerLine(downTouches)
    last = start
  }

  override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let now = FingerLine(downTouches), let start, let before = last else { return }
    last = now
    if state == .possible {
      guard wanted == nil, distance(from: start, to: now) >= Self.minDistance else { return }
    } else {
      add(from: before, to: now)
    }
    speed.add(CGPoint(x: value, y: 0), at: event.timestamp)
    state = state == .possible ? .began : .changed
  }

  override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    speed.rest(at: event.timestamp)
    last = FingerLine(downTouches)  // two others may be left
    if downTouches.count < (state == .possible ? 1 : 2) { state = state == .possible ? .failed : .ended }
  }

  override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

  override open func reset() { (start, last, value, speed) = (nil, nil, initialValue, TouchSpeed()) }

  override func mark(_ mark: inout TouchMark) { (mark.moves, mark.scrolls) = (true, []) }
}

/// Recognises two fingers that move apart or together.
open class UIPinchGestureRecognizer: TwoFingerGestureRecognizer {
  /// How much farther apart the fingers are than when the gesture began, as a factor. The app may set it: what follows is a factor of
  /// that.
  open var scale: CGFloat {
    get { value }
    set { set(newValue) }
  }

  override fileprivate var initialValue: CGFloat { 1 }

  override fileprivate func distance(from start: FingerLine, to now: FingerLine) -> CGFloat {
    abs(now.length - start.length)
  }

  override fileprivate func add(from before: FingerLine, to now: FingerLine) {
    // Fingers are no nearer than this, whatever a client says.
    value = min(max(value * max(now.length, 1) / max(before.length, 1), 1e-6), 1e6)
  }
}

/// Recognises two fingers that turn around each other.
open class UIRotationGestureRecognizer: TwoFingerGestureRecognizer {
  /// How far the fingers have turned clockwise since the gesture began, in radians. The app may set it: what follows is added to that.
  open var rotation: CGFloat {
    get { value }
    set { set(newValue) }
  }

  override fileprivate func distance(from start: FingerLine, to now: FingerLine) -> CGFloat {
    abs(start.turn(to: now)) * now.length / 2
  }

  override fileprivate func add(from before: FingerLine, to now: FingerLine) { value += before.turn(to: now) }
}

/// The line between two fingers.
fileprivate struct FingerLine {
  let length: CGFloat
  let angle: CGFloat

  /// - Returns: nil without two fingers.
  init?(_ touches: [UITouch]) {
    guard touches.count > 1, let first = touches[0].place, let second = touches[1].place else { return nil }
    (length, angle) = (first.distance(to: second), atan2(second.y - first.y, second.x - first.x))
  }

  func turn(to other: FingerLine) -> CGFloat { remainder(other.angle - angle, 2 * .pi) }
}

/// The change of a value per second, over the last tenth of a second.
private struct TouchSpeed {
  private var samples: [(value: CGPoint, time: TimeInterval)] = []
  var value = CGPoint.zero

  private static let span: TimeInterval = 0.1

  mutating func add(_ value: CGPoint, at time: TimeInterval) {
    // A client decides how many there are, and when.
    if samples.last?.time == time { samples.removeLast() }
    samples.append((value, time))
    while samples.count > 2, samples.count > 64 || samples[0].time < time - Self.span { samples.removeFirst() }
    let (first, duration) = (samples[0], time - samples[0].time)
    guard duration > 0.001 else { return }
    self.value = CGPoint(x: (value.x - first.value.x) / duration, y: (value.y - first.value.y) / duration)
  }

  /// The app has set the value, which changes no speed.
  mutating func rebase(to value: CGPoint) {
    guard let last = samples.last?.value else { return }
    for index in samples.indices {
      samples[index].value.x += value.x - last.x
      samples[index].value.y += value.y - last.y
    }
  }

  /// The fingers have gone, maybe a while after they moved last.
  mutating func rest(at time: TimeInterval) {
    if let last = samples.last, time - last.time > Self.span { value = .zero }
  }
}

extension UIView {
  /// Returns a distance in the window in the view's coordinates, or the other way round.
  fileprivate final func convert(vector: CGPoint, toWindow: Bool = false) -> CGPoint {
    func converted(_ point: CGPoint) -> CGPoint { toWindow ? convert(point, to: nil) : convert(point, from: nil) }
    let (start, end) = (converted(.zero), converted(vector))
    return CGPoint(x: end.x - start.x, y: end.y - start.y)
  }
}

internal import Foundation

/// The fingers of one gesture on a window, and the recognisers and views that are told of them, by UIKit's rules.
///
/// A gesture begins when a finger comes down, and ends when all are up and no recogniser waits for another tap.
final class TouchTracking {
  /// A finger that is down.
  private struct Finger {
    let number: Int
    let touch: UITouch
    /// Whether its view is told of it: not yet, now, or not any more.
    var delivery: Delivery
    /// The places on the way since the last event.
    var passed: [UITouch] = []

    enum Delivery { case delayed, on, off }
  }

  /// The page's number of the gesture.
  let gesture: Int
  /// How many of its messages have come.
  private(set) var messages = 0
  /// Whether the gesture is over.
  private(set) var isOver = false { didSet { if isOver { view = nil } } }
  /// The recognisers that have got a touch of the gesture, the innermost view's first.
  private(set) var recognizers: [UIGestureRecognizer] = []

  private let isOwn: Bool
  private var view: UIView?
  // Where the centre of the view was when the gesture began. It may follow a finger.
  private let origin: CGPoint
  private let pageSize: CGSize
  private let start = ProcessInfo.processInfo.systemUptime
  private var now: TimeInterval
  private var fingers: [Finger] = []
  private var lastTap: (place: CGPoint, time: TimeInterval, count: Int)?

  /// - Parameter view: The view that the message names.
  init(_ message: TouchMessage, on view: UIView) {
    (gesture, isOwn, self.view, now) = (message.gesture, message.isOwn, view, start)
    let bounds = view.bounds
    // The browser lays out a view without a size.
    pageSize = bounds.isEmpty ? message.size : bounds.size
    origin = view.convert(
      CGPoint(x: bounds.minX + pageSize.width / 2, y: bounds.minY + pageSize.height / 2), to: nil)
  }

  // MARK: - Events

  /// Applies a message.
  ///
  /// - Parameter hits: The views that it names.
  func apply(_ message: TouchMessage, _ hits: (String) -> UIView?) {
    messages = message.number
    var events = message.events[...]
    while !isOver, let event = events.popFirst() {
      var moves = [event]
      // Several fingers move at once.
      while event.kind == .moved, let next = events.first, next.kind == .moved, next.time == event.time,
        !moves.contains(where: { $0.finger == next.finger })
      {
        moves.append(events.removeFirst())
      }
      advance(to: start + event.time)
      switch event.kind {
      case .began: began(event, event.hitID.flatMap(hits))
      case .moved: moved(moves)
      case .passed: passed(event)
      case .ended, .cancelled: ended(event.finger, at: place(of: event), isCancelled: event.kind == .cancelled)
      case .rested: break
      }
      proceed()
    }
  }

  /// Cancels the gesture: its end never came.
  func cancel() {
    // A tap that was waiting for another one has come alone.
    if fingers.isEmpty { advance(to: .infinity) }
    for finger in fingers { ended(finger.number, at: finger.touch.place ?? origin, isCancelled: true) }
    proceed()
    for recognizer in recognizers { recognizer.becomePossible() }
    isOver = true
  }

  private func advance(to time: TimeInterval) {
    now = max(now, time)
    for recognizer in recognizers where recognizer.tracking === self { recognizer.timePassed(to: now) }
  }

  private func place(of event: TouchMessage.Event) -> CGPoint {
    CGPoint(x: origin.x + event.offset.x, y: origin.y + event.offset.y)
  }

  private func index(of number: Int) -> Int? { fingers.firstIndex { $0.number == number } }

  private func event(of touches: [UITouch]) -> UIEvent {
    UIEvent(Set(fingers.map(\.touch) + touches), at: now)
  }

  private func began(_ event: TouchMessage.Event, _ named: UIView?) {
    guard index(of: event.finger) == nil else { return }
    guard let hit = target(named) else { return }
    let touch = UITouch(on: hit)
    touch.move(to: place(of: event), at: now, .began)
    touch.pageSize = hit === view ? pageSize : hit.bounds.size
    if let lastTap, now - lastTap.time < UITapGestureRecognizer.pause, let place = touch.place,
      place.distance(to: lastTap.place) < UITapGestureRecognizer.maxMovement
    {
      touch.tapCount = lastTap.count + 1
    }
    let isSecond = fingers.contains { $0.touch.view === hit && $0.delivery != .off }
    let delivery = isOwn && (hit.isMultipleTouchEnabled || !isSecond) ? Finger.Delivery.delayed : .off
    var receivers: [UIGestureRecognizer] = []
    var next: UIView? = hit
    while let view = next {
      receivers += (view.gestureRecognizers ?? []).filter { takes($0, touch) }
      next = view.superview
    }
    fingers.append(Finger(number: event.finger, touch: touch, delivery: delivery))
    let told = self.event(of: [])
    for recognizer in receivers where recognizer.state != .failed {
      recognizer.tracking = self
      if !recognizers.contains(where: { $0 === recognizer }) { recognizers.append(recognizer) }
      recognizer.touches.append(touch)
      recognizer.touchesBegan([touch], with: told)
    }
  }

  /// Returns the view of a touch. Texts and pictures take none, as on iOS.
  private func target(_ named: UIView?) -> UIView? {
    guard var hit = named ?? view else { return nil }
    while hit.isText || hit.imageToDraw != nil, hit.gestureRecognizers?.isEmpty != false, hit !== view,
      let superview = hit.superview
    {
      hit = superview
    }
    return hit
  }

  private func takes(_ recognizer: UIGestureRecognizer, _ touch: UITouch) -> Bool {
    guard recognizer.isEnabled, isOwn || !recognizer.isSingleTap, recognizer.wanted == nil,
      recognizer.tracking == nil || recognizer.tracking === self,
      [.possible, .began, .changed].contains(recognizer.state)
    else { return false }
    if recognizer.isSingleTap, let view = touch.view, isPress(view, in: recognizer.view) { return false }
    return recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
  }

  /// Whether a touch is the press of a control in a view: as on iOS, that is no tap on the view.
  private func isPress(_ hit: UIView, in owner: UIView?) -> Bool {
    sequence(first: hit, next: \.superview).prefix(while: { $0 !== owner })
      .contains { $0.isControl && !$0.stacksSubviews }
  }

  private func moved(_ events: [TouchMessage.Event]) {
    var touches: [UITouch] = []
    var coalesced: [ObjectIdentifier: [UITouch]] = [:]
    for event in events {
      guard let index = index(of: event.finger) else { continue }
      let touch = fingers[index].touch
      touch.move(to: place(of: event), at: now, .moved)
      touches.append(touch)
      coalesced[ObjectIdentifier(touch)] = fingers[index].passed
      fingers[index].passed = []
    }
    guard !touches.isEmpty else { return }
    let told = event(of: touches)
    told.coalesced = coalesced
    tell(touches) { $0.touchesMoved($1, with: told) }
    deliver(touches) { $0.touchesMoved($1, with: told) }
  }

  private func passed(_ event: TouchMessage.Event) {
    guard let index = index(of: event.finger), fingers[index].passed.count < TouchMessage.maxEvents else { return }
    let touch = fingers[index].touch.snapshot
    touch.move(to: place(of: event), at: now, .moved)
    fingers[index].passed.append(touch)
  }

  private func ended(_ number: Int, at place: CGPoint, isCancelled: Bool) {
    guard let touch = index(of: number).map({ fingers[$0].touch }) else { return }
    touch.move(to: place, at: now, isCancelled ? .cancelled : .ended)
    let told = event(of: [touch])
    tell([touch]) { isCancelled ? $0.touchesCancelled($1, with: told) : $0.touchesEnded($1, with: told) }
    startDelayed()
    deliver([touch]) { isCancelled ? $0.touchesCancelled($1, with: told) : $0.touchesEnded($1, with: told) }
    if !isCancelled { lastTap = (place, now, touch.tapCount) }
    fingers.removeAll { $0.touch === touch }
    for recognizer in recognizers where recognizer.touches.contains(touch) {
      recognizer.notePlaces()
      recognizer.touches.removeAll { $0 === touch }
    }
    if fingers.isEmpty { allAreUp() }
  }

  /// Ends what does not wait for another tap.
  private func allAreUp() {
    func waits(_ recognizer: UIGestureRecognizer) -> Bool {
      recognizer.state == .possible && (recognizer.waitsForTouches || recognizer.wanted != nil)
    }
    for recognizer in recognizers where !waits(recognizer) { recognizer.state = .cancelled }
    for recognizer in recognizers where !waits(recognizer) { recognizer.becomePossible() }
    recognizers.removeAll { !waits($0) }
    isOver = recognizers.isEmpty
  }

  private func proceed() {
    startDelayed()
    // The last tap may have been waited for in vain.
    if fingers.isEmpty, !isOver { allAreUp() }
  }

  // MARK: - Recognisers

  private func tell(_ touches: [UITouch], _ body: (UIGestureRecognizer, Set<UITouch>) -> Void) {
    for recognizer in recognizers where recognizer.tracking === self && recognizer.state != .failed {
      let own = Set(touches.filter { touch in recognizer.touches.contains { $0 === touch } })
      let isDone = recognizer.state == .ended || recognizer.state == .cancelled
      if !own.isEmpty, !isDone { body(recognizer, own) }
    }
  }

  /// Recognises a recogniser that wants it, lets it wait, or lets it fail.
  func settle(_ recognizer: UIGestureRecognizer) {
    guard let wanted = recognizer.wanted, recognizer.state == .possible else { return }
    for other in recognizers where other !== recognizer && recognizer.requiresFailure(of: other) {
      switch other.state {
      case .possible: return
      case .failed, .cancelled: continue
      default: return recognizer.fail()
      }
    }
    let isPrevented = recognizers.contains { $0 !== recognizer && $0.isActive && $0.prevents(recognizer) }
    guard !isPrevented, recognizer.mayBegin else { return recognizer.fail() }
    let others = recognizers.filter { $0 !== recognizer && $0.state == .possible && recognizer.prevents($0) }
    recognizer.enter(wanted)
    for other in others { other.fail() }
    if recognizer.cancelsTouchesInView { cancelDelivery(of: recognizer) }
  }

  /// Settles those that have waited for one that has failed.
  func settleWaiting() {
    for recognizer in recognizers { settle(recognizer) }
  }

  // MARK: - Views

  private func deliver(_ touches: [UITouch], _ body: (UIView, Set<UITouch>) -> Void) {
    var byView: [(view: UIView, touches: Set<UITouch>)] = []
    for finger in fingers where finger.delivery == .on {
      guard let view = finger.touch.view, touches.contains(where: { $0 === finger.touch }) else { continue }
      if let index = byView.firstIndex(where: { $0.view === view }) {
        byView[index].touches.insert(finger.touch)
      } else {
        byView.append((view, [finger.touch]))
      }
    }
    for (view, touches) in byView { body(view, touches) }
  }

  /// Tells views of touches that began, unless a recogniser delays that.
  private func startDelayed() {
    for index in fingers.indices where fingers[index].delivery == .delayed {
      let touch = fingers[index].touch
      let isDelayed = recognizers.contains {
        $0.delaysTouchesBegan && $0.state == .possible && $0.touches.contains(touch)
      }
      if isDelayed { continue }
      fingers[index].delivery = .on
      let phase = touch.phase
      touch.phase = .began
      touch.view?.touchesBegan([touch], with: event(of: []))
      touch.phase = phase
    }
  }

  private func cancelDelivery(of recognizer: UIGestureRecognizer) {
    let cancelled = fingers.filter { $0.delivery == .on && recognizer.touches.contains($0.touch) }.map(\.touch)
    for index in fingers.indices where recognizer.touches.contains(fingers[index].touch) {
      fingers[index].delivery = .off
    }
    for touch in cancelled {
      let phase = touch.phase
      touch.phase = .cancelled
      touch.view?.touchesCancelled([touch], with: event(of: []))
      touch.phase = phase
    }
  }
}

import Foundation
import Testing

@testable import TempuraUI

/// Fingers, as a live page tells of them, and what recognisers make of them.
@Suite(.app) struct RecognizerTests {
  /// A view in a window, and a finger on it.
  final class Finger {
    let window: UIWindow
    let view: UIView
    let events = Events()
    var isOwn = true
    private var gesture = 1
    private var number = 0
    private(set) var time = 0

    init(_ view: UIView = UIView(), frame: CGRect = CGRect(x: 50, y: 100, width: 200, height: 200)) {
      self.view = view
      view.frame = frame
      let controller = UIViewController()
      controller.view.addSubview(view)
      window = TempuraUITests.window(showing: controller)
      window.layoutIfNeeded()
    }

    /// Adds a recogniser that notes its states.
    @discardableResult func add<R: UIGestureRecognizer>(_ recognizer: R, _ name: String, to other: UIView? = nil) -> R {
      recognizer.addTarget(events) { [events] recognizer in
        events.add("\(name) \(recognizer.state)")
      }
      (other ?? view).addGestureRecognizer(recognizer)
      return recognizer
    }

    /// Sends a message: events such as `b 0 0 10 20`, without their times, which are 16 ms apart.
    @discardableResult func send(_ list: String..., pause: Int = 16, on hit: UIView? = nil) -> [String] {
      number += 1
      return send(list, gesture, number, pause, hit)
    }

    @discardableResult
    func send(_ list: [String], _ gesture: Int, _ number: Int, _ pause: Int = 16, _ hit: UIView? = nil) -> [String] {
      let told = list.map { event in
        time += pause
        var words = event.split(separator: " ").map(String.init)
        words.insert("\(time)", at: 2)
        if words[0] == "b", let hit { words.append(hit.elementID) }
        return words.joined(separator: " ")
      }
      let head = "view \(gesture) \(number) \(isOwn ? 1 : 0) 200 200"
      guard let message = TouchMessage(([head] + told).joined(separator: ",")) else { return ["malformed"] }
      guard window.accepts(message, on: view) else { return ["refused"] }
      window.apply(message, on: view) { [window] in ViewIndex(of: [$0], in: window).view(withID: $0) }
      return events.take()
    }

    /// The next gesture.
    func next() { (gesture, number, time) = (gesture + 1, 0, 0) }
  }

  // MARK: - Taps

  @Test func aPressOfAButtonIsNoTapOnWhatIsAroundIt() {
    final class BouncingButton: UIButton {
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
      }
    }
    let finger = Finger()
    let button = BouncingButton(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
    finger.view.addSubview(button)
    button.on(.touchUpInside) { [events = finger.events] _ in events.add("pressed") }
    finger.add(UITapGestureRecognizer(), "tap")
    #expect(finger.send("b 0 0 0", "e 0 0 0", on: button) == ["pressed"])
    finger.next()
    #expect(finger.send("b 0 -90 -90", "e 0 -90 -90") == ["tap ended"])
  }

  @Test func aButtonWithActionsOfTouchesHearsTheFinger() {
    let finger = Finger()
    let button = UIButton(frame: CGRect(x: 50, y: 50, width: 20, height: 20))
    finger.view.addSubview(button)
    #expect(button.touchMark([]) == nil)
    for (event, name) in [(UIControl.Event.touchDown, "down"), (.touchDragExit, "exit"), (.touchUpOutside, "outside")] {
      button.on(event) { [events = finger.events] _ in events.add(name) }
    }
    #expect(button.touchMark([])?.contains("now") == true)
    #expect(finger.send("b 0 -40 -40", on: button) == ["down"])
    #expect(finger.send("m 0 90 90", "e 0 90 90") == ["exit", "outside"])
  }

  @Test func whatAClientCountsHasABound() {
    let finger = Finger()
    let pan = finger.add(UIPanGestureRecognizer(), "pan")
    finger.send("b 0 0 0", "m 0 20 0")
    // All at one time
    for x in 0..<20 { finger.send("m 0 \(30 + x) 0", pause: 0) }
    #expect(pan.velocity(in: nil).x.isFinite)
    for _ in 0..<2000 { finger.send("k 0 1 1", pause: 0) }
    finger.send("e 0 60 0")
    #expect(pan.state == .possible)
  }

  // MARK: - Pans

  @Test func aPanBeginsAfterTenPointsAndEnds() {
    let finger = Finger()
    let pan = finger.add(UIPanGestureRecognizer(), "pan")
    #expect(finger.send("b 0 0 0", "m 0 6 0") == [])
    #expect(finger.send("m 0 12 0") == ["pan began"])
    #expect(pan.translation(in: nil) == CGPoint(x: 12, y: 0) && pan.numberOfTouches == 1)
    #expect(pan.location(in: finger.view) == CGPoint(x: 112, y: 100))
    pan.setTranslation(.zero, in: finger.view)
    #expect(finger.send("m 0 28 0") == ["pan changed"])
    #expect(pan.translation(in: finger.view) == CGPoint(x: 16, y: 0))
    #expect(abs(pan.velocity(in: nil).x - 28 / 0.048) < 1, "28 points in 48 ms")
    #expect(finger.send("e 0 28 0") == ["pan ended"])
    #expect(pan.state == .possible)
  }

  @Test func aFingerThatRestsBeforeItGoesHasNoSpeed() {
    let finger = Finger()
    var speed: CGFloat = -1
    let pan = UIPanGestureRecognizer(target: nil) { if $0.state == .ended { speed = $0.velocity(in: nil).x } }
    finger.view.addGestureRecognizer(pan)
    finger.send("b 0 0 0", "m 0 20 0", "m 0 40 0")
    finger.send("e 0 40 0", pause: 300)
    #expect(speed == 0)
  }

  @Test func theViewMayFollowTheFinger() {
    let finger = Finger()
    let pan = UIPanGestureRecognizer(target: nil) { recognizer in
      recognizer.view!.center.x += recognizer.translation(in: nil).x
      recognizer.setTranslation(.zero, in: nil)
    }
    finger.view.addGestureRecognizer(pan)
    finger.send("b 0 0 0", "m 0 15 0")
    finger.send("m 0 40 0")
    #expect(finger.view.center.x == 190)
    #expect(pan.location(in: finger.view) == CGPoint(x: 100, y: 100), "the finger stays at its place of the view")
  }

  @Test func aSecondFingerDoesNotMakeAPanJump() {
    let finger = Finger()
    let pan = finger.add(UIPanGestureRecognizer(), "pan")
    finger.send("b 0 0 0", "m 0 20 0", "b 1 80 80")
    #expect(pan.translation(in: nil).x == 20 && pan.numberOfTouches == 2)
    finger.send("m 0 30 0", "e 0 30 0")
    #expect(pan.translation(in: nil).x == 25 && pan.state == .changed)
    #expect(finger.send("e 1 80 80") == ["pan ended"])
  }

  @Test func aPanNeedsItsFingersAndIgnoresOthers() {
    let finger = Finger()
    let pan = finger.add(UIPanGestureRecognizer(), "pan")
    pan.minimumNumberOfTouches = 2
    pan.maximumNumberOfTouches = 2
    #expect(finger.send("b 0 0 0", "m 0 30 0") == [])
    #expect(finger.send("b 1 50 0", "m 1 90 0", "b 2 0 0").last == "pan began")
    #expect(pan.numberOfTouches == 2)
    #expect(finger.send("e 0 30 0") == ["pan ended"])
  }

  @Test func aPanOfAnEdgeBeginsThereOnly() {
    let finger = Finger(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    let pan = finger.add(UIScreenEdgePanGestureRecognizer(), "edge")
    pan.edges = .left
    #expect(finger.send("b 0 0 0", "m 0 30 0", "e 0 30 0") == [])
    finger.next()
    #expect(finger.send("b 0 -145 0", "m 0 -100 0") == ["edge began"])
  }

  // MARK: - Two fingers

  @Test func aPinchScales() {
    let finger = Finger()
    let pinch = finger.add(UIPinchGestureRecognizer(), "pinch")
    #expect(finger.send("b 0 -50 0", "b 1 50 0", "m 1 60 0") == ["pinch began"])
    #expect(pinch.scale == 1)
    finger.send("m 1 170 0")
    #expect(pinch.scale == 2 && pinch.velocity > 0)
    #expect(pinch.location(in: finger.view) == CGPoint(x: 160, y: 100))
    pinch.scale = 1
    finger.send("m 1 60 0")
    #expect(pinch.scale == 0.5)
    #expect(finger.send("e 1 60 0") == ["pinch ended"])
    finger.next()
    finger.send("b 0 -50 0", "b 1 50 0", "m 1 60 0", "b 2 500 0", "e 0 -50 0", "m 1 61 0")
    #expect(abs(pinch.scale - 1) < 0.01, "two others are left, at another distance")
  }

  @Test func aRotationTurns() {
    let finger = Finger()
    let rotation = finger.add(UIRotationGestureRecognizer(), "turn")
    #expect(finger.send("b 0 0 0", "b 1 100 0", "m 1 95 31") == ["turn began"])
    finger.send("m 1 0 100")
    #expect(abs(rotation.rotation - (.pi / 2 - atan2(31, 95))) < 0.001)
    rotation.rotation = 0
    finger.send("m 1 -100 -1", "m 1 -100 1")
    #expect(abs(rotation.rotation - .pi / 2) < 0.02, "it does not jump at half a turn")
  }

  // MARK: - Presses, swipes, taps

  @Test func aLongPressBeginsByTime() {
    let finger = Finger()
    let press = finger.add(UILongPressGestureRecognizer(), "press")
    #expect(finger.send("b 0 10 20", "m 0 12 20") == [])
    #expect(finger.send("t 0 0 0", pause: 500) == ["press began"])
    #expect(press.location(in: finger.view) == CGPoint(x: 112, y: 120))
    #expect(finger.send("m 0 60 20", "e 0 60 20") == ["press changed", "press ended"])
    finger.next()
    #expect(finger.send("b 0 0 0", "m 0 20 0", "t 0 0 0", pause: 400) == [], "it has moved")
  }

  @Test func aSwipeIsQuickAndStraight() {
    let swipes: [(direction: UISwipeGestureRecognizer.Direction, to: String, pause: Int, isSwipe: Bool)] = [
      (.left, "-60 0", 16, true), (.left, "60 0", 16, false), (.up, "5 -60", 16, true), (.left, "-40 0", 16, false),
      (.left, "-60 60", 16, false), (.left, "-60 0", 600, false), ([.left, .right], "60 0", 16, true),
    ]
    for (direction, to, pause, isSwipe) in swipes {
      let finger = Finger()
      finger.add(UISwipeGestureRecognizer(), "swipe").direction = direction
      let states = finger.send("b 0 0 0", "m 0 \(to)", "e 0 \(to)", pause: pause)
      #expect(states == (isSwipe ? ["swipe ended"] : []), "\(direction) to \(to) in \(pause) ms")
    }
  }

  @Test func twoTapsAreADoubleTap() {
    let finger = Finger()
    let (single, double) = (
      finger.add(UITapGestureRecognizer(), "single"), finger.add(UITapGestureRecognizer(), "double")
    )
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    #expect(finger.send("b 0 0 0", "e 0 0 0") == [], "another one may follow")
    #expect(finger.send("b 0 1 0", "e 0 1 0") == ["double ended"])
    finger.next()
    #expect(finger.send("b 0 0 0", "e 0 0 0") == [])
    #expect(finger.send("t 0 0 0", pause: 350) == ["single ended"])
    finger.next()
    #expect(finger.send("b 0 0 0", "e 0 0 0", "b 0 90 90", "e 0 90 90") == ["single ended"], "the second is elsewhere")
    finger.next()
    finger.send("b 0 0 0", "e 0 0 0")
    finger.window.cancelTouches()
    #expect(finger.events.take() == ["single ended"], "something else was pressed meanwhile")
  }

  @Test func aPressHasAPlaceIfThePageTellsIt() {
    let finger = Finger()
    let tap = finger.add(UITapGestureRecognizer(), "tap")
    var places: [CGPoint] = []
    tap.addTarget(finger.events) { places.append($0.location(in: finger.view)) }
    let press = finger.view.tapTarget(ofPart: "")?.tap ?? {}
    finger.view.press(at: CGPoint(x: 30, y: -20), press)
    finger.view.press(at: CGPoint(x: 1e9, y: 0), press)
    press()
    #expect(places == [CGPoint(x: 130, y: 80), CGPoint(x: 200, y: 100), CGPoint(x: 100, y: 100)])
  }

  @Test func aTapThatIsThePressOfAButtonIsNotToldTwice() {
    let finger = Finger()
    finger.add(UITapGestureRecognizer(), "tap")
    finger.isOwn = false
    #expect(finger.send("b 0 0 0", "e 0 0 0") == [])
    finger.isOwn = true
    finger.next()
    #expect(finger.send("b 0 0 0", "e 0 0 0") == ["tap ended"])
  }

  // MARK: - Several recognisers

  private final class Delegate: UIGestureRecognizerDelegate {
    var isAllowed = true
    var isSimultaneous = false
    var receives = true
    var waits = false
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
      guard let pan = gestureRecognizer as? UIPanGestureRecognizer else { return isAllowed }
      return isAllowed && abs(pan.velocity(in: nil).x) > abs(pan.velocity(in: nil).y)
    }
    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { isSimultaneous }
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { receives }
    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
    ) -> Bool { waits }
  }

  @Test func theFirstOneThatIsRecognisedPreventsOthers() {
    let finger = Finger()
    let delegate = Delegate()
    let pan = finger.add(UIPanGestureRecognizer(), "pan")
    finger.add(UISwipeGestureRecognizer(), "swipe")
    #expect(finger.send("b 0 0 0", "m 0 20 0", "m 0 60 0", "e 0 60 0") == ["pan began", "pan changed", "pan ended"])
    finger.next()
    pan.delegate = delegate
    delegate.isSimultaneous = true
    #expect(
      finger.send("b 0 0 0", "m 0 20 0", "m 0 60 0", "e 0 60 0")
        == ["pan began", "pan changed", "swipe ended", "pan ended"])
    finger.next()
    delegate.isSimultaneous = false
    delegate.waits = true
    #expect(finger.send("b 0 0 0", "m 0 20 0", "m 0 60 0") == ["swipe ended"], "the pan waits for the swipe, and fails")
    #expect(finger.send("e 0 60 0") == [])
    finger.next()
    #expect(
      finger.send("b 0 0 0", "m 0 20 0", "m 0 21 0", "m 0 22 0", pause: 200) == ["pan began"], "the swipe has failed")
  }

  @Test func theDelegateDecides() {
    let finger = Finger()
    let delegate = Delegate()
    finger.add(UIPanGestureRecognizer(), "pan").delegate = delegate
    #expect(finger.send("b 0 0 0", "m 0 2 20", "m 0 40 20") == [], "it moved down first")
    finger.next()
    delegate.receives = false
    #expect(finger.send("b 0 0 0", "m 0 20 0") == [])
    finger.next()
    delegate.receives = true
    #expect(finger.send("b 0 0 0", "m 0 20 0") == ["pan began"])
  }

  @Test func recognisersOfSuperviewsHearOfTheFinger() {
    let finger = Finger()
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    finger.view.addSubview(inner)
    finger.add(UIPanGestureRecognizer(), "outer")
    finger.add(UIPinchGestureRecognizer(), "inner", to: inner)
    #expect(finger.send("b 0 0 0", "m 0 20 0", on: inner) == ["outer began"])
  }

  @Test func disablingARecogniserCancelsItsGesture() {
    let finger = Finger()
    let pan = finger.add(UIPanGestureRecognizer(), "pan")
    finger.send("b 0 0 0", "m 0 20 0")
    pan.isEnabled = false
    #expect(finger.events.take() == ["pan cancelled"])
    #expect(finger.send("m 0 40 0", "e 0 40 0") == [])
    pan.isEnabled = true
    finger.next()
    #expect(finger.send("b 0 0 0", "m 0 20 0") == ["pan began"])
  }

  /// A recogniser of an app: it begins at once.
  private final class Touch: UIGestureRecognizer {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { state = .began }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { state = .changed }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = .ended }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }
  }

  @Test func anAppHasRecognisersOfItsOwn() {
    let finger = Finger()
    finger.add(Touch(), "touch")
    #expect(finger.send("b 0 0 0", "m 0 1 0", "e 0 1 0") == ["touch began", "touch changed", "touch ended"])
    finger.next()
    #expect(finger.send("b 0 0 0", "c 0 1 0") == ["touch began", "touch cancelled"])
  }

  // MARK: - Views

  private final class Canvas: UIView {
    var log: [String] = []
    private func note(_ name: String, _ touches: Set<UITouch>, _ event: UIEvent?) {
      for touch in touches {
        let (now, before) = (touch.location(in: self), touch.previousLocation(in: self))
        let passed = event?.coalescedTouches(for: touch)?.map { Int($0.location(in: self).x) } ?? []
        log.append("\(name) \(Int(now.x)) \(Int(before.x)) \(passed) \(touch.tapCount)")
      }
    }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches, event) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches, event) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches, event) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { note("cancelled", touches, event) }
  }

  @Test func aViewGetsEachPlaceOfAFinger() {
    let canvas = Canvas()
    let finger = Finger(canvas)
    finger.send("b 0 -100 0", "k 0 -95 0", "m 0 -90 0", "m 0 -80 0", "e 0 -80 0")
    #expect(
      canvas.log == ["began 0 0 [0] 1", "moved 10 0 [5, 10] 1", "moved 20 10 [20] 1", "ended 20 20 [20] 1"])
  }

  @Test func aRecogniserCancelsTheTouchesOfItsView() {
    let canvas = Canvas()
    let finger = Finger(canvas)
    let pan = finger.add(UIPanGestureRecognizer(), "pan")
    func names() -> [String] {
      defer { canvas.log = [] }
      return canvas.log.map { String($0.prefix { $0 != " " }) }
    }
    finger.send("b 0 0 0", "m 0 5 0", "m 0 15 0", "m 0 25 0", "e 0 25 0")
    #expect(names() == ["began", "moved", "cancelled"])
    pan.cancelsTouchesInView = false
    finger.next()
    finger.send("b 0 0 0", "m 0 15 0", "e 0 25 0")
    #expect(names() == ["began", "moved", "ended"])
    pan.cancelsTouchesInView = true
    pan.delaysTouchesBegan = true
    finger.next()
    finger.send("b 0 0 0", "m 0 15 0", "e 0 25 0")
    #expect(names() == [])
    finger.next()
    finger.send("b 0 0 0", "e 0 0 0")
    #expect(names() == ["began", "ended"], "the pan has failed")
  }

  @Test func aControlTracksAFinger() {
    final class Knob: UIControl {
      var places: [Int] = []
      override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        places.append(Int(touch.location(in: self).x))
        return true
      }
      override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        places.append(Int(touch.location(in: self).x))
        sendActions(for: .valueChanged)
        return true
      }
    }
    let knob = Knob()
    let finger = Finger(knob)
    let names: [(UIControl.Event, String)] = [
      (.touchDown, "down"), (.valueChanged, "value"), (.touchDragInside, "inside"), (.touchDragExit, "exit"),
      (.touchDragOutside, "outside"), (.touchUpInside, "up"), (.touchUpOutside, "up outside"), (.touchCancel, "cancel"),
    ]
    for (event, name) in names { knob.addAction(UIAction { _ in finger.events.add(name) }, for: event) }
    #expect(finger.send("b 0 -50 0", "m 0 0 0", "e 0 0 0") == ["down", "value", "inside", "up"])
    #expect(knob.places == [50, 100] && !knob.isTracking && !knob.isHighlighted)
    finger.next()
    #expect(finger.send("b 0 0 0", "m 0 300 0", "e 0 300 0") == ["down", "value", "exit", "outside", "up outside"])
    finger.next()
    #expect(finger.send("b 0 0 0", "c 0 0 0") == ["down", "cancel"])
  }

  // MARK: - Bad input

  @Test func aMessageThatBeginsNothingIsRefused() {
    let finger = Finger()
    finger.add(UIPanGestureRecognizer(), "pan")
    #expect(finger.send(["m 0 40 0"], 5, 2) == ["refused"], "as after a restart")
    #expect(finger.send(["b 0 0 0"], 5, 1) == [])
    #expect(finger.send(["m 0 20 0"], 5, 2) == ["pan began"])
    #expect(finger.send(["m 0 30 0"], 5, 2) == [], "it came before")
    #expect(finger.send(["m 0 40 0"], 5, 4) == ["refused"], "one is missing")
    #expect(finger.send(["m 7 40 0", "e 7 0 0"], 5, 3) == [], "there is no such finger")
    #expect(finger.send(["e 0 40 0"], 5, 4) == ["pan ended"])
    #expect(finger.send(["m 0 50 0"], 5, 5) == [])
  }

  @Test func anEndThatNeverComesIsACancellation() {
    let finger = Finger()
    finger.add(UIPanGestureRecognizer(), "pan")
    finger.send("b 0 0 0", "m 0 20 0")
    finger.next()
    #expect(finger.send("b 0 0 0") == ["pan cancelled"])
    #expect(finger.send("m 0 20 0") == ["pan began"])
    finger.window.cancelTouches()
    #expect(finger.events.take() == ["pan cancelled"] && !finger.window.hasTouches)
  }

  @Test(arguments: [
    "", "view", "view 1 1 1 10", "view 1 0 1 10 10", "view 1 1 1 nan 10", "view x 1 1 10 10",
    "view 1 1 1 10 10,b 0 0 0",
    "view 1 1 1 10 10,b 10 0 0 0", "view 1 1 1 10 10,b -1 0 0 0", "view 1 1 1 10 10,b 0 0 nan 0",
    "view 1 1 1 10 10,b 0 0 inf 0", "view 1 1 1 10 10,z 0 0 0 0", "view 1 1 1 10 10,b 0 -5 0 0", "%ff 1 1 1 10 10",
    "view 99999999999999999999 1 1 10 10", "view 1 1 1 10 10" + String(repeating: ",m 0 0 0 0", count: 1001),
  ])
  func whatNoPageWritesIsNoMessage(text: String) { #expect(TouchMessage(text) == nil) }

  @Test func hugeNumbersAreClamped() {
    let finger = Finger()
    let pan = finger.add(UIPanGestureRecognizer(), "pan")
    #expect(finger.send("b 0 0 0", "m 0 1e300 -1e300") == ["pan began"])
    #expect(pan.translation(in: nil) == CGPoint(x: 100_000, y: -100_000))
    #expect(TouchMessage("view 1 1 1 10 10,m 0 1e300 0 0")?.events.first?.time == 3600)
  }

  // MARK: - Marks

  private final class Plain: UIView {}
  private final class Began: UIView {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  }
  private final class Turn: UIControl {
    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  }
  private final class Fancy: UIButton {
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  }
  private final class Field: UITextField {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  }
  private final class Generic<T>: UIView {
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  }
  private final class Controller: UIViewController {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  }

  private func mark(_ view: UIView) -> String? {
    html(view).firstMatch(of: /data-touches="([^"]*)"/).map { String($0.output.1) }
  }

  private func mark(_ recognizer: UIGestureRecognizer, on view: UIView = UIView()) -> String? {
    view.addGestureRecognizer(recognizer)
    return mark(view)
  }

  @Test func viewsThatHandleTouchesAreMarked() {
    for view in [UIView(), Plain(), UILabel(), UIButton(), UISlider(), UIControl(), Field()] {
      #expect(mark(view) == nil)
    }
    #expect(mark(Canvas()) == "now own")
    #expect(mark(Generic<Int>()) == "now own")
    #expect(mark(Began()) == "now own x y", "the page may scroll")
    #expect(mark(Turn()) == "now own tap")
    #expect(mark(Fancy()) == "now own tap")
    #expect(mark(Controller().view) == "now own x y")
    #expect(mark(UIViewController().view) == nil)
  }

  @Test func viewsWithRecognisersAreMarked() {
    let (tap, swipe, edge, press) = (
      UITapGestureRecognizer(), UISwipeGestureRecognizer(), UIScreenEdgePanGestureRecognizer(),
      UILongPressGestureRecognizer()
    )
    #expect(mark(tap) == nil)
    tap.numberOfTapsRequired = 2
    #expect(mark(tap) == "own taps2 x y")
    #expect(mark(UIPanGestureRecognizer()) == "move")
    #expect(mark(UIPinchGestureRecognizer()) == "move")
    #expect(mark(swipe) == "move y")
    edge.edges = .left
    #expect(mark(edge) == "move y")
    press.minimumPressDuration = 0.2
    #expect(mark(press) == "hold200 x y")
    #expect(mark(Touch()) == "now")
    #expect(mark(UIHoverGestureRecognizer()) == nil)
    #expect(mark(UIPanGestureRecognizer(), on: UIScrollView()) == "move x y")
    let disabled = UIPanGestureRecognizer()
    disabled.isEnabled = false
    #expect(mark(disabled) == nil)
  }

  @Test func thePageScrollsWhereTheDelegateRefusesAPan() {
    let (pan, delegate) = (UIPanGestureRecognizer(), Delegate())
    pan.delegate = delegate
    #expect(mark(pan) == "move y")
    #expect(pan.translation(in: nil) == .zero)
  }
}

import Foundation
import Testing

@testable import TempuraUI

/// What views are told of taps.
@Suite(.app) struct TouchTests {
  private final class Card: UIView {
    let events: Events
    init(_ events: Events) {
      self.events = events
      super.init(frame: CGRect(x: 10, y: 20, width: 100, height: 40))
    }
    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let touch = touches.first else { return }
      let place = touch.location(in: self)
      events.add("began \(place.x) \(place.y) \(touch.view === self) \(event?.allTouches == touches)")
      super.touchesBegan(touches, with: event)
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { events.add("ended") }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { events.add("cancelled") }
  }

  private final class Button: UIButton {
    var events: Events?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      super.touchesBegan(touches, with: event)
      events?.add("button began")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { events?.add("button ended") }
  }

  private final class Controller: UIViewController {
    var events: Events?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { events?.add("controller began") }
  }

  @Test func aTapOfARecogniserBeginsAndIsCancelledOrEnds() throws {
    let events = Events()
    let controller = Controller()
    controller.events = events
    let card = Card(events)
    controller.view.addSubview(card)
    let tap = UITapGestureRecognizer(target: nil) { recognizer in
      let place = recognizer.location(in: card)
      events.add("tap \(place.x) \(place.y)")
    }
    card.addGestureRecognizer(tap)
    let window = window(showing: controller)
    window.layoutIfNeeded()
    card.tapTarget(ofPart: "")?.tap()
    #expect(
      events.take() == ["began 50.0 20.0 true true", "controller began", "tap 50.0 20.0", "cancelled"])
    tap.cancelsTouchesInView = false
    card.tapTarget(ofPart: "")?.tap()
    #expect(events.take().last == "ended")
  }

  @Test func aControlIsToldOfItsTapAndTellsNobodyElse() {
    let events = Events()
    let controller = Controller()
    controller.events = events
    let button = Button()
    button.events = events
    button.addAction(UIAction { _ in events.add("action") }, for: .touchUpInside)
    controller.view.addSubview(button)
    let window = window(showing: controller)
    window.layoutIfNeeded()
    button.tapTarget(ofPart: "")?.tap()
    #expect(events.take() == ["button began", "button ended", "action"])
  }

  @Test func aDelegateMayRefuseATouch() {
    final class Delegate: UIGestureRecognizerDelegate {
      func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { false }
    }
    let (events, delegate) = (Events(), Delegate())
    let card = Card(events)
    let tap = UITapGestureRecognizer(target: nil) { _ in events.add("tap") }
    tap.delegate = delegate
    card.addGestureRecognizer(tap)
    card.tapTarget(ofPart: "")?.tap()
    #expect(events.take().last == "ended")
  }
}

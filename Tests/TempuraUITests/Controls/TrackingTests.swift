import Foundation
import Testing

@testable import TempuraUI

/// What a control is told of the touch of a tap.
@Suite(.app) struct TrackingTests {
  private final class Knob: UIControl {
    var accepts = true
    let events = Events()

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
      events.add("begin \(touch.location(in: self).x) \(isTracking)")
      return accepts && super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
      events.add("continue")
      return true
    }

    override func endTracking(_ touch: UITouch?, with event: UIEvent?) { events.add("end \(isTracking)") }
    override func cancelTracking(with event: UIEvent?) { events.add("cancel") }
  }

  private func knob() -> Knob {
    let knob = Knob(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    for event in [UIControl.Event.touchDown, .touchUpInside] {
      knob.addAction(UIAction { _ in knob.events.add(event == .touchDown ? "down" : "up") }, for: event)
    }
    return knob
  }

  @Test func aTapIsTracked() {
    let knob = knob()
    tap(knob)
    #expect(knob.events.take() == ["begin 20.0 true", "down", "end false", "up"])
  }

  @Test func aTapThatIsNotTrackedSendsNothing() {
    let knob = knob()
    knob.accepts = false
    tap(knob)
    #expect(knob.events.take() == ["begin 20.0 true"])
  }

  private final class Target {
    var log: [String] = []
    func tapped(_ sender: UIButton, event: UIEvent) { log.append("\(event.allTouches?.count ?? 0)") }
    func changed(_ sender: UIControl, event: UIEvent?) { log.append("optional \(event != nil)") }
  }

  @Test func aMethodGetsTheEventOfTheTap() {
    let (button, target) = (UIButton(), Target())
    button.addTarget(target, action: Target.tapped, for: .touchUpInside)
    tap(button)
    button.sendActions(for: .touchUpInside)
    #expect(target.log == ["1", "0"])
    button.removeTarget(target, action: Target.tapped, for: .touchUpInside)
    button.addTarget(target, action: Target.changed, for: .touchUpInside)
    tap(button)
    #expect(target.log == ["1", "0", "optional true"])
  }
}

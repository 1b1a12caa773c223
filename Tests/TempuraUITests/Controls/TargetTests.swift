import Basics
import Foundation
import Testing

@testable import TempuraUI

/// Methods of objects as targets of controls, and the events of a tap.
@Suite struct TargetTests {
  private final class Screen {
    var log: [String] = []
    func didTapButton(_ button: UIButton) { log.append("button \(button.currentTitle ?? "")") }
    func didTapAnything(_ sender: Any) { log.append("any \(type(of: sender))") }
    func didSlide(_ slider: UISlider) { log.append("slider") }
    func didTap() { log.append("tap") }
  }

  private let screen = Screen()
  private let button = UIButton()

  @Test func aMethodGetsTheControlAsItsOwnType() {
    button.setTitle("OK", for: .normal)
    button.addTarget(screen, action: Screen.didTapButton, for: .touchUpInside)
    button.addTarget(screen, action: Screen.didTapAnything, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(screen.log == ["button OK", "any UIButton"])
  }

  @Test func aMethodForAnotherControlIsReportedAndNotCalled() {
    button.addTarget(screen, action: Screen.didSlide, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(screen.log.isEmpty)
    #expect(Misuse.messages.contains { $0.contains("A method that takes a UISlider was added to a UIButton") })
  }

  @Test func methodsAreRemovedByTheirObject() {
    let other = Screen()
    button.addTarget(screen, action: Screen.didTap, for: [.touchUpInside, .touchDown])
    button.addTarget(other, action: Screen.didTapButton, for: .touchUpInside)
    #expect(button.allTargets.count == 2 && button.allControlEvents == [.touchUpInside, .touchDown])
    #expect(button.actions(forTarget: screen, forControlEvent: .touchDown)?.count == 1)
    #expect(button.actions(forTarget: other, forControlEvent: .touchDown) == nil)
    button.removeTarget(screen, action: Screen.didTap, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(screen.log.isEmpty && other.log.count == 1)
    button.sendActions(for: .touchDown)
    #expect(screen.log == ["tap"])
    button.removeTarget(nil, action: nil, for: .allEvents)
    #expect(button.allTargets.isEmpty)
  }

  @Test func aTapBeginsAndEndsInTheControl() throws {
    final class Watched: UIButton {
      var states: [Bool] = []
      override var isHighlighted: Bool { didSet { states.append(isHighlighted) } }
    }
    let button = Watched()
    var log: [String] = []
    for (event, name) in [(UIControl.Event.touchDown, "down"), (.touchUpInside, "up"), (.touchCancel, "cancel")] {
      button.on(event) { log.append("\(name) \($0.isHighlighted) \($0.isTracking)") }
    }
    let target = try #require(button.tapTarget(ofPart: ""))
    target.tap()
    #expect(log == ["down true true", "up false false"])
    #expect(button.states == [true, false])
  }

  @Test func anActionKnowsItsSender() {
    var senders: [Bool] = []
    let action = UIAction { [button] in senders.append(($0.sender as? UIButton) === button) }
    button.addAction(action, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(senders == [true] && action.sender == nil)
    button.removeAction(identifiedBy: action.identifier, for: .allEvents)
    button.sendActions(for: .touchUpInside)
    #expect(senders.count == 1)
  }
}

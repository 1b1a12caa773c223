import Foundation
import Testing

@testable import TempuraUI

@Suite struct ControlTests {
  private final class Target {
    var log: [String] = []
    func didTap() { log.append("tap") }
    func didTap(_ control: UIControl) { log.append("tap of \(type(of: control))") }
  }

  @Test func actionsAreAddedAndRemoved() {
    let button = UIButton()
    var log: [String] = []
    let first = UIAction(title: "first") { log.append($0.title) }
    let second = UIAction { _ in log.append("second") }
    button.addAction(first, for: .touchUpInside)
    button.addAction(second, for: .touchUpInside)
    button.addAction(first, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(log == ["second", "first"], "an action is there once")
    button.removeAction(first, for: .valueChanged)
    button.removeAction(second, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(log == ["second", "first", "first"])
  }

  @Test func anActionCanBeRemovedForSomeOfItsEvents() {
    let button = UIButton()
    var log: [String] = []
    let action = UIAction(identifier: .init("same")) { _ in log.append("old") }
    button.addAction(action, for: [.touchUpInside, .valueChanged, .editingChanged])
    button.removeAction(action, for: .touchUpInside)
    button.addAction(UIAction(identifier: .init("same")) { _ in log.append("new") }, for: .valueChanged)
    button.sendActions(for: .touchUpInside)
    #expect(log == [])
    button.sendActions(for: .valueChanged)
    #expect(log == ["new"], "it takes the place of the other one at this event")
    button.sendActions(for: .editingChanged)
    #expect(log == ["new", "old"])
  }

  @Test func anActionReplacesAnotherWithTheSameIdentifier() {
    let button = UIButton()
    var log: [String] = []
    for name in ["a", "b"] {
      button.addAction(UIAction(identifier: .init("same")) { _ in log.append(name) }, for: .touchUpInside)
    }
    button.sendActions(for: .touchUpInside)
    #expect(log == ["b"])
  }

  @Test func targetsAreCalledAndNotRetained() {
    let button = UIButton()
    var target: Target? = Target()
    weak let released = target
    if let target {
      button.addTarget(target, action: Target.didTap as (Target) -> (UIControl) -> Void, for: .touchUpInside)
      button.addTarget(target, action: Target.didTap as (Target) -> () -> Void, for: .touchUpInside)
    }
    button.sendActions(for: .touchUpInside)
    #expect(target?.log == ["tap of UIButton", "tap"])
    target = nil
    #expect(released == nil)
    button.sendActions(for: .touchUpInside)
  }

  @Test func anActionCanAddAndRemoveActions() {
    let button = UIButton()
    var count = 0
    button.on(.touchUpInside) { button in
      count += 1
      button.on(.touchUpInside) { _ in count += 10 }
    }
    button.sendActions(for: .touchUpInside)
    #expect(count == 1)
    button.sendActions(for: .touchUpInside)
    #expect(count == 11)
  }

  @Test func anActionThatAnEarlierOneRemovesIsNotCalled() {
    let button = UIButton()
    var count = 0
    let later = UIAction { _ in count += 1 }
    button.on(.touchUpInside) { $0.removeAction(later, for: .touchUpInside) }
    button.addAction(later, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(count == 0)
  }

  @Test func theStateCombinesEnabledSelectedAndHighlighted() {
    let control = UIControl()
    #expect(control.state == .normal)
    control.isEnabled = false
    control.isSelected = true
    control.isHighlighted = true
    #expect(control.state == [.disabled, .selected, .highlighted])
  }

  @Test func aControlIsRefusedIfASuperviewIsHiddenOrInert() {
    let (outer, inner, button) = (UIView(), UIView(), UIButton())
    outer.addSubview(inner)
    inner.addSubview(button)
    #expect(button.refusal == nil)
    let changes: [(UIView) -> Void] = [
      { $0.isHidden.toggle() }, { $0.isUserInteractionEnabled.toggle() }, { $0.alpha = $0.alpha == 1 ? 0.009 : 1 },
      { $0.set(.isInert, to: !$0.viewFlags.contains(.isInert)) },
    ]
    for view in [outer, inner, button] {
      for change in changes {
        change(view)
        #expect(button.refusal == .unreachable)
        change(view)
        #expect(button.refusal == nil)
      }
    }
    button.isEnabled = false
    #expect(button.refusal == .disabled)
  }

  @Test func aClosureWithoutStrongReferencesDoesNotRetainItsScreen() {
    final class Screen: UIView {
      let button = UIButton()
      var didTap: (() -> Void)?
      func setup() {
        addSubview(button)
        button.on(.touchUpInside) { [unowned self] _ in didTap?() }
      }
    }
    weak var released: Screen?
    do {
      let screen = Screen()
      screen.setup()
      _ = html(screen)
      released = screen
    }
    #expect(released == nil)
  }
}

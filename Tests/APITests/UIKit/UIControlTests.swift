import Testing
import UIKit

extension UIControl {
  /// An app's own method, of the same name as ours.
  fileprivate func on(_ event: UIControl.Event, _ action: @escaping (UISwitch) -> Void) {
    if let toggle = self as? UISwitch { action(toggle) }
  }
}

/// Controls and bar buttons.
@MainActor @Suite struct UIControlTests {
  final class Screen {
    var log: [String] = []
    func didTap() { log.append("tap") }
    func didTap(_ control: UIControl) { log.append("tap on \(type(of: control))") }
  }

  @Test func targetsAreAddedAndRemoved() {
    let control: UIControl = UIButton()
    let (screen, other) = (Screen(), Screen())
    control.addTarget(screen, action: Screen.didTap(_:), for: .touchUpInside)
    control.addTarget(screen, action: Screen.didTap as (Screen) -> () -> Void, for: [.touchUpInside, .valueChanged])
    control.addTarget(other, action: Screen.didTap(_:), for: .touchUpInside)
    control.sendActions(for: .touchUpInside)
    #expect(screen.log == ["tap on UIButton", "tap"] && other.log.count == 1)
    control.removeTarget(screen, action: nil, for: .touchUpInside)
    control.sendActions(for: [.touchUpInside, .valueChanged])
    #expect(screen.log == ["tap on UIButton", "tap", "tap"] && other.log.count == 2)
    control.removeTarget(nil, action: nil, for: .allEvents)
    control.sendActions(for: .allEvents)
    #expect(screen.log.count == 3 && other.log.count == 2)
  }

  final class RoundButton: UIButton {
    var radius = 0
  }

  @Test func anEventHasOneHandlerWhichReceivesTheControl() {
    var button = RoundButton(type: .custom)
    var log: [Int] = []
    button.on(.touchUpInside) { _ in log.append(-1) }
    button.on(.touchUpInside) { button in log.append(button.radius) }
    button.radius = 4
    button.sendActions(for: .touchUpInside)
    #expect(log == [4])
    button = RoundButton()
    let event: UIControl.Event = .touchUpInside
    #expect(event != .valueChanged)
  }

  @Test func anAppsOwnMethodOfTheSameNameIsCalled() {
    let toggle = UISwitch()
    var log: [Bool] = []
    toggle.on(.valueChanged) { toggle in log.append(toggle.isOn) }
    #expect(log == [false], "the app's own method calls the closure at once")
  }

  @Test func buttonsHaveTitlesAndImages() throws {
    let button = UIButton(type: .custom)
    button.setTitle("Add", for: .normal)
    button.setTitleColor(.red, for: .normal)
    button.setTitleColor(.gray, for: .highlighted)
    button.setImage(UIImage(named: "add"), for: .normal)
    button.setImage(nil, for: .highlighted)
    button.titleLabel?.font = UIFont.systemFont(ofSize: 16)
    button.titleLabel?.textAlignment = .left
    button.imageEdgeInsets = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 30)
    button.titleEdgeInsets = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 10)
    #expect(button.title(for: .normal) == "Add" && button.titleColor(for: .highlighted) == .gray)
    let label = try #require(button.titleLabel)
    #expect(label.font.pointSize == 16 && button.imageEdgeInsets.right == 30 && button.titleEdgeInsets.right == 10)
  }

  @Test func anAppCanObserveTheHighlight() {
    final class Dimming: UIButton {
      override var isHighlighted: Bool { didSet { alpha = isHighlighted ? 0.5 : 1 } }
      override var isEnabled: Bool { didSet { alpha = isEnabled ? 1 : 0.3 } }
      override var isSelected: Bool { didSet { backgroundColor = isSelected ? .red : nil } }
    }
    let button = Dimming()
    button.isHighlighted = true
    #expect(button.alpha == 0.5)
    button.isEnabled = false
    button.isSelected = true
    #expect(button.alpha == 0.3 && button.backgroundColor == .red)
  }

  @Test func barButtonsHaveTargetsAndActions() {
    let screen = Screen()
    let item = UIBarButtonItem()
    item.target = screen
    item.action = { _ in screen.didTap() }
    let target: AnyObject? = item.target
    #expect(target === screen && item.action != nil)
  }
}

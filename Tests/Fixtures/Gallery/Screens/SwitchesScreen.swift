import UIKit

final class SwitchesScreen: ScreenView {
  override func addExamples() {
    addGroup(
      "States",
      [
        row("Off") { _ in },
        row("On") { $0.isOn = true },
        row("Off and disabled") { $0.isEnabled = false },
        row("On and disabled") { control in
          control.isOn = true
          control.isEnabled = false
        },
      ])
    addGroup(
      "Looks",
      [
        row("A colour of its own") { control in
          control.isOn = true
          control.onTintColor = Palette.filled
          control.thumbTintColor = Palette.onFilled
        },
        titled("A title that is part of the switch", style: .sliding),
        titled("A box that is checked", style: .checkbox),
      ])
    addGroup(
      "Texts",
      [
        row("A text that is so long that it needs more than one line on any phone, and is read to its end") { _ in },
        row("مفتاح عربي") { $0.isOn = true },
      ])
  }

  /// A switch after its name.
  private func row(_ text: String, _ change: (UISwitch) -> Void) -> UIView {
    let (label, control) = (UILabel(), UISwitch())
    label.text = text
    control.accessibilityLabellingView = label
    change(control)
    note(control, .valueChanged) { "“\(text)” is \($0.isOn ? "on" : "off") now" }
    let row = UIStackView(arrangedSubviews: [label, control])
    row.distribution = .equalSpacing
    row.alignment = .center
    row.spacing = 16
    return row
  }

  private func titled(_ title: String, style: UISwitch.Style) -> UISwitch {
    let control = UISwitch()
    control.title = title
    control.preferredStyle = style
    control.isOn = true
    note(control, .valueChanged) { "“\(title)” is \($0.isOn ? "on" : "off") now" }
    return control
  }
}

import UIKit

final class ButtonsScreen: ScreenView {
  private let toggleButton = UIButton(type: .system)

  override func addExamples() {
    addGroup(
      "Types",
      [
        button("System"),
        button("Custom", type: .custom),
        button("Filled", type: .custom) { button in
          button.backgroundColor = Palette.filled
          button.layer.cornerRadius = 10
          button.setTitleColor(Palette.onFilled, for: .normal)
          button.titleLabel?.font = .systemFont(ofSize: 17, weight: .semibold)
        },
        button("Destructive") { $0.setTitleColor(Palette.destructive, for: .normal) },
        button("Tinted") { $0.tintColor = Palette.destructive },
      ])
    setUpToggle()
    addGroup(
      "States",
      [
        button("Enabled"),
        toggleButton,
        button("Another title when it is disabled") { button in
          button.setTitle("Disabled", for: .disabled)
          button.isEnabled = false
        },
      ])
    addGroup(
      "Images",
      [
        button("An image and a title") { $0.setImage(UIImage(named: "add"), for: .normal) },
        button(nil) { button in
          button.setImage(UIImage(named: "checkOff"), for: .normal)
          button.setImage(UIImage(named: "checkOn"), for: .highlighted)
          button.accessibilityLabel = "An image only"
        },
        button("A disabled image") { button in
          button.setImage(UIImage(named: "undoIcon"), for: .normal)
          button.isEnabled = false
        },
      ])
    addGroup(
      "Titles",
      [
        button("A title that is so long that it needs more than one line on any phone, and is read to its end"),
        button("Two\nlines"),
        button("🎉 Party"),
        button("زر عربي"),
      ])
  }

  private func setUpToggle() {
    toggleButton.setTitle("Not selected", for: .normal)
    toggleButton.setTitle("Selected", for: .selected)
    note(toggleButton, .touchUpInside) { button in
      button.isSelected.toggle()
      return button.isSelected ? "The button was selected" : "The button was deselected"
    }
  }

  private func button(
    _ title: String?, type: UIButton.ButtonType = .system, _ change: (UIButton) -> Void = { _ in }
  ) -> UIButton {
    let button = UIButton(type: type)
    button.setTitle(title, for: .normal)
    change(button)
    note(button, .touchUpInside) { button in "\(button.currentTitle ?? button.accessibilityLabel ?? "") was tapped" }
    return button
  }
}

import Foundation
import UIKit

/// A form that stays above the keyboard: the keyboard's notifications change the inset of the scroll view.
final class FormScreen: FramedScreenView {
  private let heading = UILabel("Your address", font: .systemFont(ofSize: 22, weight: .bold))
  private let fields = ["Name", "Street and number", "City", "Postal code"].map { FormField($0) }
  private let newsLabel = UILabel("Send me news about my order, and about nothing else", font: .systemFont(ofSize: 16))
  private let newsSwitch = UISwitch()
  private let saveButton = UIButton(type: .custom)
  private var observers: [any NSObjectProtocol] = []

  override func addExamples() {
    heading.accessibilityTraits = .header
    newsSwitch.accessibilityLabel = newsLabel.text
    note(newsSwitch, .valueChanged) { $0.isOn ? "News were ordered" : "News were cancelled" }
    saveButton.setTitle("Save", for: .normal)
    saveButton.setTitleColor(Palette.onFilled, for: .normal)
    saveButton.titleLabel?.font = .systemFont(ofSize: 17, weight: .semibold)
    saveButton.backgroundColor = Palette.filled
    saveButton.layer.cornerRadius = 12
    note(saveButton, .touchUpInside) { [unowned self] _ in save() }
    for view in [heading, newsLabel, newsSwitch, saveButton] + fields { scrollView.addSubview(view) }
    for (index, field) in fields.enumerated() { finish(field, before: fields[(index + 1)...].first) }
    scrollView.keyboardDismissMode = .interactive
    observeKeyboard()
  }

  /// Goes to the next field when the user presses the return key, and dismisses the keyboard after the last one.
  private func finish(_ field: FormField, before next: FormField?) {
    field.textField.returnKeyType = next == nil ? .done : .next
    note(field.textField, .editingDidEndOnExit) { textField in
      next?.textField.becomeFirstResponder()
      return "\(field.name): \(textField.text ?? "")"
    }
  }

  private func observeKeyboard() {
    // Safe because the notifications are posted where the screen is used.
    nonisolated(unsafe) weak let screen = self
    let center = NotificationCenter.default
    observers = [
      center.addObserver(forName: UIResponder.keyboardWillShowNotification, object: nil, queue: nil) { notification in
        let frame = notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? CGRect
        screen?.scrollView.contentInset.bottom = frame?.height ?? 0
      },
      center.addObserver(forName: UIResponder.keyboardWillHideNotification, object: nil, queue: nil) { _ in
        screen?.scrollView.contentInset.bottom = 0
      },
    ]
  }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  private func save() -> String {
    endEditing(true)
    let missing = fields.filter { $0.textField.text?.isEmpty != false }.map(\.name)
    return missing.isEmpty ? "The address was saved" : "Still missing: \(missing.joined(separator: ", "))"
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    let formWidth = min(width - 2 * margin, 480)
    let x = (width - formWidth) / 2
    heading.frame = CGRect(x: x, y: margin, width: formWidth, height: heading.height(forWidth: formWidth))
    var y = heading.frame.maxY + 16
    for field in fields {
      field.frame = CGRect(x: x, y: y, width: formWidth, height: field.height(forWidth: formWidth))
      y = field.frame.maxY + 14
    }
    let switchSize = newsSwitch.intrinsicContentSize
    let textWidth = formWidth - switchSize.width - 16
    let height = max(newsLabel.height(forWidth: textWidth), switchSize.height, 44)
    newsLabel.frame = CGRect(x: x, y: y, width: textWidth, height: height)
    newsSwitch.frame.origin = CGPoint(x: x + formWidth - switchSize.width, y: y + (height - switchSize.height) / 2)
    saveButton.frame = CGRect(x: x, y: y + height + 20, width: formWidth, height: 50)
    return saveButton.frame.maxY + margin
  }
}

/// A field with its name above it.
private final class FormField: UIView {
  let name: String
  let textField = UITextField()
  private let label: UILabel

  init(_ name: String) {
    self.name = name
    label = UILabel(name, font: .systemFont(ofSize: 15), color: Palette.secondary)
    super.init(frame: .zero)
    textField.accessibilityLabel = name
    textField.borderStyle = .roundedRect
    addSubview(label)
    addSubview(textField)
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = CGRect(x: 0, y: 0, width: bounds.width, height: label.height(forWidth: bounds.width))
    textField.frame = CGRect(x: 0, y: label.frame.maxY + 6, width: bounds.width, height: 44)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: label.height(forWidth: size.width) + 50)
  }
}

import UIKit

/// A form whose fields are checked when the user leaves them. A tap beside them closes the keyboard.
final class NameViewController: UIViewController, UITextFieldDelegate {
  private let nameField = UITextField()
  private let mailField = UITextField()
  private let problemLabel = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Your name"
    view.backgroundColor = .systemBackground
    nameField.placeholder = "Name"
    mailField.placeholder = "Mail"
    problemLabel.textColor = .systemRed
    for (row, field) in [nameField, mailField].enumerated() {
      field.borderStyle = .roundedRect
      field.delegate = self
      field.frame = CGRect(x: 20, y: 40 + CGFloat(row) * 60, width: view.bounds.width - 40, height: 44)
      view.addSubview(field)
    }
    problemLabel.frame = CGRect(x: 20, y: 160, width: view.bounds.width - 40, height: 24)
    view.addSubview(problemLabel)
    view.addGestureRecognizer(UITapGestureRecognizer(target: self, action: NameViewController.closeKeyboard))
  }

  private func closeKeyboard() { view.endEditing(true) }

  func textFieldDidBeginEditing(_ textField: UITextField) {
    if textField === mailField { problemLabel.text = nil }
  }

  func textFieldDidEndEditing(_ textField: UITextField) {
    guard textField === mailField, textField.text?.contains("@") != true else { return }
    problemLabel.text = "\(textField.text ?? "") is no address"
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    if textField === nameField { mailField.becomeFirstResponder() } else { textField.resignFirstResponder() }
    return true
  }
}

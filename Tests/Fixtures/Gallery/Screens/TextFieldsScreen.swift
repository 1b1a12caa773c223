import UIKit

final class TextFieldsScreen: ScreenView {
  override func addExamples() {
    addGroup(
      "Text",
      [
        field("Plain"),
        field("With a placeholder") { $0.placeholder = "Write something" },
        field("With a text") { $0.text = "It can be changed." },
        field("At most ten characters") { $0.maximumLength = 10 },
        field("With a clear button") { field in
          field.text = "It can be cleared."
          field.clearButtonMode = .always
        },
        field("With a view at each end") { field in
          field.leftView = Self.symbol("person")
          field.leftViewMode = .always
          field.rightView = Self.symbol("lock")
          field.rightViewMode = .unlessEditing
        },
        field("Without a border") { field in
          field.borderStyle = .none
          field.text = "A text"
        },
        field("Centred") { field in
          field.textAlignment = .center
          field.text = "In the middle"
        },
        field("Disabled") { field in
          field.text = "It cannot be changed."
          field.isEnabled = false
        },
      ])
    addGroup(
      "Keyboards",
      [
        field("Email") { field in
          field.keyboardType = .emailAddress
          field.textContentType = .emailAddress
          field.autocapitalizationType = .none
          field.placeholder = "you@example.com"
        },
        field("Web address") { $0.keyboardType = .URL },
        field("Phone") { field in
          field.keyboardType = .phonePad
          field.textContentType = .telephoneNumber
        },
        field("Whole number") { $0.keyboardType = .numberPad },
        field("Amount") { $0.keyboardType = .decimalPad },
        field("Search") { field in
          field.keyboardType = .webSearch
          field.returnKeyType = .search
        },
      ])
    addGroup(
      "Content",
      [
        field("Given name") { field in
          field.textContentType = .givenName
          field.autocapitalizationType = .words
        },
        field("Password") { field in
          field.isSecureTextEntry = true
          field.textContentType = .password
        },
        field("One-time code") { field in
          field.textContentType = .oneTimeCode
          field.keyboardType = .numberPad
          field.autocorrectionType = .no
        },
      ])
  }

  private static func symbol(_ name: String) -> UIView {
    let view = UIImageView(image: UIImage(systemName: name))
    view.isAccessibilityElement = false
    return view
  }

  private func field(_ caption: String, _ change: (UITextField) -> Void = { _ in }) -> UIView {
    let field = UITextField()
    field.borderStyle = .roundedRect
    change(field)
    // Events do not show passwords.
    note(field, .editingChanged) { field in
      field.isSecureTextEntry ? "\(caption) was typed" : "\(caption) is “\(field.text ?? "")”"
    }
    return captioned(caption, field)
  }
}

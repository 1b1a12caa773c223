import UIKit

let fields: [Picture] = [
  Picture("a05-field-centred", 120, 44) { Host(centring: field("Hello world")) },
  Picture("a10-fields", 393, 852) {
    let empty = UITextField()
    let placeholder = UITextField()
    placeholder.placeholder = "Some placeholder text"
    return outlined([empty, UITextField(), placeholder, field("Hello from Text Field")])
  },
  Picture("a11-text-views", 393, 852) {
    let last = UITextView()
    last.text = "Hello from Text View"
    return outlined([UITextView(), UITextView(), last])
  },
  Picture("b10-field-placeholder", 200, 44, scale: 1) {
    let field = UITextField()
    field.placeholder = "Type something..."
    return Host(field)
  },
  Picture("b11-field-right", 200, 44, scale: 1) {
    let field = field("Right Aligned")
    field.textAlignment = .right
    return Host(field)
  },
  Picture("b12-field-title", 200, 44, scale: 1) {
    let field = field("Title font")
    field.font = .preferredFont(forTextStyle: .title1)
    return Host(field)
  },
  Picture("g01-rounded-field-placeholder", 300, 80) {
    let field = roundedField()
    field.isSecureTextEntry = true
    field.placeholder = "password"
    return Host(field)
  },
  Picture("g02-rounded-field-text", 300, 80) {
    let field = roundedField()
    field.text = "new value"
    return Host(field)
  },
]

private func field(_ text: String) -> UITextField {
  let field = UITextField()
  field.text = text
  return field
}

private func roundedField() -> UITextField {
  let field = UITextField()
  field.borderStyle = .roundedRect
  field.textColor = .orange
  return field
}

private func outlined(_ views: [UIView]) -> UIViewController {
  for view in views {
    view.layer.borderColor = UIColor.lightGray.cgColor
    view.layer.borderWidth = 1
  }
  return Column(views, from: 54) { _ in views.map { _ in CGSize(width: 250, height: 30) } }
}

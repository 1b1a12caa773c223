/// A field that text is typed in.
package protocol TextInput: InputField {
  /// Puts a text in as if its user had typed it: delegates are asked, events are sent.
  ///
  /// - Parameter takesLineBreakForReturn: Whether a line break in a field whose return key ends the input is that key.
  ///   Otherwise it is white space.
  func type(_ text: String, takesLineBreakForReturn: Bool)
  /// The return key of the keyboard.
  func pressReturn()
}

extension TextInput {
  package func type(_ text: String) { type(text, takesLineBreakForReturn: true) }

  package func enter(_ input: FieldInput, part: String) {
    if let text = input.text { type(text) }
  }
}

extension UIView {
  /// Makes the view the first responder of its screen: the page gives it the focus.
  final func takeFocus() -> Bool {
    guard canBecomeFirstResponder else { return false }
    set(.isFirstResponder, to: true)
    return true
  }

  final func giveUpFocus() -> Bool {
    set(.isFirstResponder, to: false)
    return true
  }
}

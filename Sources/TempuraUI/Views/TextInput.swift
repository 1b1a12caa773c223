/// A control that a form sends text for.
package protocol TextInput: UIView {
  var typedText: String { get }
  var refusal: ControlRefusal? { get }
  /// Puts a text in as if its user had typed it: delegates are asked, events are sent.
  ///
  /// - Parameter takesLineBreakForReturn: Whether a line break in a field whose return key ends the input is that key.
  ///   Otherwise it is white space.
  func type(_ text: String, takesLineBreakForReturn: Bool)
  /// The return key of the keyboard.
  func pressReturn()
  /// Puts a text in without telling anybody, so that a page that refuses an interaction still shows what was typed.
  func keepDraft(_ text: String)
}

extension TextInput {
  package func type(_ text: String) { type(text, takesLineBreakForReturn: true) }
}

extension TextInput {
  /// Whether a form that sends this text leaves the field as the page had it. Forms send CR LF for a line break, and a
  /// page has no secure text.
  package func isUnchanged(by text: String) -> Bool {
    text.replacing("\r\n", with: "\n") == typedText || text.isEmpty
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

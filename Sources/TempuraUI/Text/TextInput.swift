/// A field that text is typed in.
package protocol TextInput: InputField {
  /// Puts a text in as if its user had typed it: delegates are asked, events are sent.
  ///
  /// - Parameter takesLineBreakForReturn: Whether a line break in a field whose return key ends the input is that key.
  ///   Otherwise it is white space.
  func type(_ text: String, takesLineBreakForReturn: Bool)
  /// Puts a text in that its user had typed before. Nobody is told.
  func restore(_ text: String)
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
  /// Makes the view the first responder of its screen: the page gives it the focus. The one that was gives it up, if it
  /// does.
  final func takeFocus() -> Bool {
    guard canBecomeFirstResponder else { return false }
    if let window {
      if let other = window.otherFirstResponder(than: self), !other.resignFirstResponder() { return false }
      window.firstResponder = self
    }
    set(.isFirstResponder, to: true)
    return true
  }

  final func giveUpFocus() -> Bool {
    set(.isFirstResponder, to: false)
    return true
  }

  /// Whether the page that is being written gives the view the focus. Only one gets it: of views that asked for it before
  /// they were in a window, the first.
  final func keepsFocus() -> Bool {
    guard let window else { return true }
    guard window.otherFirstResponder(than: self) == nil else {
      viewFlags.remove(.isFirstResponder)
      return false
    }
    window.firstResponder = self
    return true
  }
}

extension UIWindow {
  fileprivate func otherFirstResponder(than view: UIView) -> UIView? {
    guard let firstResponder, firstResponder !== view, firstResponder.isFirstResponder,
      firstResponder.window === self
    else { return nil }
    return firstResponder
  }
}

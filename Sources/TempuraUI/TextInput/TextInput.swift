/// A field for text.
package protocol TextInput: InputField {
  /// Sets the text as input of the user: asks the delegate and sends events.
  ///
  /// - Parameter next: The control that was used after the text was typed, in the same form.
  func type(_ text: String, before next: NextControl)
  /// Sets a text that the user typed earlier, without asking the delegate or sending events.
  func restore(_ text: String)
  /// Presses the return key of the keyboard.
  func pressReturn()
}

/// The control that a form names together with a typed text.
package enum NextControl {
  case none
  /// The return key of the field itself.
  case returnKey
  case other
}

extension TextInput {
  package func type(_ text: String) { type(text, before: .none) }

  package func enter(_ input: FieldInput, part: String) {
    if let text = input.text { type(text) }
  }
}

extension UIView {
  /// Makes the view the first responder of its window, so that the page focuses it. Fails if the current first
  /// responder refuses to resign.
  final func takeFocus() -> Bool {
    guard canBecomeFirstResponder else { return false }
    if let window {
      if let other = window.otherFirstResponder(than: self), !other.resignFirstResponder() { return false }
      window.firstResponder = self
    }
    set(.isFirstResponder, to: true)
    return true
  }

  final func resignFocus() -> Bool {
    set(.isFirstResponder, to: false)
    return true
  }

  /// Returns whether the page focuses the view. A page focuses only one view: if several became first responder before
  /// they were in a window, the first that is rendered.
  final func claimFocus() -> Bool {
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

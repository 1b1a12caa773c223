/// A field for text.
package protocol TextInput: InputField {
  /// Sets the text as input of the user: asks the delegate and sends events. Editing begins, if it had not.
  ///
  /// - Parameters:
  ///   - next: The control that was used after the text was typed, in the same form.
  ///   - endsEditing: Whether editing ends afterwards. False while the user is still in the field.
  func type(_ text: String, before next: NextControl, endsEditing: Bool)
  /// Sets a text that the user typed earlier, without asking the delegate or sending events.
  func restore(_ text: String)
  /// Presses the return key of the keyboard.
  func pressReturn()
  /// Whether Enter sends the form of the page.
  var isOneLine: Bool { get }

  // These ask and tell the delegate.
  var shouldBeginEditing: Bool { get }
  func didBeginEditing()
  var shouldEndEditing: Bool { get }
  func didEndEditing()
}

/// The control that a form names together with a typed text.
package enum NextControl {
  case none
  /// The return key of the field itself.
  case returnKey
  case other
}

extension TextInput {
  package func type(_ text: String) { type(text, before: .none, endsEditing: true) }

  package var isOneLine: Bool { true }

  package func enter(_ input: FieldInput, part: String) { if let text = input.text { type(text) } }

  /// Whether the user edits the text.
  package var isBeingEdited: Bool { viewFlags.contains(.isBeingEdited) }

  /// The user has entered the field. If another field was edited, that ends first.
  ///
  /// - Returns: False if the delegate of one of them refuses.
  @discardableResult package func beginEditing() -> Bool {
    if isBeingEdited { return true }
    guard shouldBeginEditing else { return false }
    if let window {
      guard window.endEditing(except: self) else { return false }
      window.firstResponder = self
      window.leftField = nil
    }
    viewFlags.insert(.isBeingEdited)
    takeInputViews()
    didBeginEditing()
    return true
  }

  /// The user has left the field.
  ///
  /// - Returns: False if the delegate refuses. The page focuses the field again then.
  @discardableResult package func endEditing() -> Bool {
    guard isBeingEdited else { return true }
    guard shouldEndEditing else {
      _ = takeFocus()
      return false
    }
    stopEditing()
    return true
  }

  /// Ends editing without asking, as when the field leaves the window.
  func stopEditing() {
    viewFlags.remove(.isBeingEdited)
    didEndEditing()
  }

  /// The app ends editing. The browser leaves the field, too.
  func resign() -> Bool {
    let isInBrowser = isBeingEdited
    guard endEditing() else { return false }
    if isInBrowser { window?.leave(self) }
    set(.isFirstResponder, to: false)
    return true
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

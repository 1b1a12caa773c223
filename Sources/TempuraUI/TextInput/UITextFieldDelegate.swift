public import Foundation

/// Receives the edits of a text field.
///
/// Editing begins and ends when the focus comes and goes. Without a script, it begins, changes the text, and ends when the
/// browser sends the form.
public protocol UITextFieldDelegate: AnyObject {
  /// Returns whether the field accepts the edit, and whether it may become first responder. Default: true.
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  func textFieldDidBeginEditing(_ textField: UITextField)
  /// Returns whether editing may end. If false, the page focuses the field. Default: true.
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  func textFieldDidEndEditing(_ textField: UITextField)
  /// Editing ended. Default: calls `textFieldDidEndEditing(_:)`. The reason is always `.committed`.
  func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
  /// Returns whether the field accepts the changed text. Called once for the whole edit. Default: true.
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool
  /// Returns whether the clear button, or `clearsOnBeginEditing`, may clear the field. Default: true.
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  /// The user pressed the return key. Returns whether the field sends `editingDidEndOnExit`. Default: true.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
    textFieldDidEndEditing(textField)
  }
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool { true }
  public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

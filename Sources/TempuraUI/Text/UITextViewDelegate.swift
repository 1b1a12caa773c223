public import Foundation

/// Receives the edits of a text view.
///
/// The server receives an edit when the browser sends the form. Editing then begins, changes the text, and ends, all in
/// one request.
public protocol UITextViewDelegate: UIScrollViewDelegate {
  /// Returns whether the view accepts the edit. Default: true.
  func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
  func textViewDidBeginEditing(_ textView: UITextView)
  func textViewDidEndEditing(_ textView: UITextView)
  func textViewDidChange(_ textView: UITextView)
  /// Returns whether the view accepts a change. Default: true. The return key asks with the replacement "\n": apps that
  /// use it as a "done" key return false for it.
  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
}

extension UITextViewDelegate {
  public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  public func textViewDidEndEditing(_ textView: UITextView) {}
  public func textViewDidChange(_ textView: UITextView) {}
  public func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { true }
}

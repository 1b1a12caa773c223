public import Foundation

/// Receives the edits of a text view.
///
/// Editing begins and ends when the focus comes and goes. Without a script, it begins, changes the text, and ends when the
/// browser sends the form.
public protocol UITextViewDelegate: UIScrollViewDelegate {
  /// Returns whether the view accepts the edit. Default: true.
  func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
  func textViewDidBeginEditing(_ textView: UITextView)
  func textViewDidEndEditing(_ textView: UITextView)
  func textViewDidChange(_ textView: UITextView)
  /// Returns whether the view accepts a change. Default: true. The return key asks with the replacement "\n": apps that
  /// use it as a "done" key return false for it. Text that was typed before the key is a change of its own. Several lines
  /// that come at once were pasted, and are one change.
  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
  /// Called when the user taps a link of text that is not editable. The page follows links with the schemes http, https,
  /// mailto and tel itself, without asking. The delegate is asked about all others, such as links with a scheme of the app,
  /// and opens them itself: the result has no effect.
  func textView(
    _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
  ) -> Bool
  /// Returns whether editing may end. If false, the page focuses the view. Default: true.
  func textViewShouldEndEditing(_ textView: UITextView) -> Bool
}

/// How the user uses a link. On a page it is always a tap.
public enum UITextItemInteraction: Int, Sendable { case invokeDefaultAction, presentActions, preview }

extension UITextViewDelegate {
  public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  public func textViewDidEndEditing(_ textView: UITextView) {}
  public func textViewDidChange(_ textView: UITextView) {}
  public func textView(_: UITextView, shouldChangeTextIn _: NSRange, replacementText _: String) -> Bool { true }
  public func textView(
    _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
  ) -> Bool { true }
  public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
}

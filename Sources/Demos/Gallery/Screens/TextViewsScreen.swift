import UIKit

final class TextViewsScreen: ScreenView, UITextViewDelegate {
  private let textView = UITextView()
  private let doneView = UITextView()
  private let fixedView = UITextView()

  override func addExamples() {
    textView.placeholder = "Write as much as you like"
    textView.delegate = self
    doneView.returnKeyType = .done
    doneView.text = "The return key ends this text."
    doneView.delegate = self
    fixedView.isEditable = false
    fixedView.text = "This text is here to be read.\nIt has two lines, and nobody can change it."
    addGroup("Several lines", [captioned("Notes", textView)])
    addGroup("A return key that ends the text", [captioned("Title", doneView)])
    addGroup("To be read", [captioned("Terms", fixedView)])
  }

  func textViewDidChange(_ textView: UITextView) {
    didHappen?("\(textView.accessibilityLabel ?? "The text") has \(textView.text.count) characters")
  }

  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
    guard textView === doneView, text.contains(where: \.isNewline) else { return true }
    didHappen?("The return key ended “\(textView.text ?? "")”")
    return false
  }
}

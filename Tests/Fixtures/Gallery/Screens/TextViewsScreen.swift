import UIKit

final class TextViewsScreen: ScreenView, UITextViewDelegate {
  private let textView = UITextView()
  private let doneView = UITextView()
  private let itemView = UITextView()
  private let fixedView = UITextView()
  private let shortView = UITextView()
  private let linkView = UITextView()

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
    itemView.delegate = self
    addGroup("A return key that adds the text", [captioned("Item", itemView)])
    addGroup("To be read", [captioned("Terms", fixedView)])
    shortView.maximumLength = 20
    shortView.delegate = self
    linkView.isEditable = false
    let text = NSMutableAttributedString(string: "Read the ")
    text.append(
      NSAttributedString(
        string: "terms", attributes: [.link: "/gallery", .font: UIFont.boldSystemFont(ofSize: 17)]))
    text.append(NSAttributedString(string: " before you go on."))
    linkView.attributedText = text
    addGroup("At most twenty characters", [captioned("Motto", shortView)])
    addGroup("To be read, with a link", [linkView])
  }

  func textViewDidChange(_ textView: UITextView) {
    didHappen?("\(textView.accessibilityLabel ?? "The text") has \(textView.text.count) characters")
  }

  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
    if textView === itemView, text == "\n" {
      didHappen?("Added “\(textView.text ?? "")”")
      textView.text = ""
      return false
    }
    guard textView === doneView, text.contains(where: \.isNewline) else { return true }
    didHappen?("The return key ended “\(textView.text ?? "")”")
    return false
  }
}

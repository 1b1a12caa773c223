import Foundation
import Testing

@testable import TempuraUI

/// The properties of text views.
@Suite struct TextViewTests {
  private final class Delegate: UITextViewDelegate {
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { false }
  }

  @Test(arguments: [(5, "abcde", nil), (5, "abcdef", 6), (5, "ab\r\ncd", nil), (5, "abc👍🏽", 7), (-1, "x", 1)])
  func aTextThatIsTooLongIsRefused(limit: Int, typed: String, refusedLength: Int?) {
    let view = UITextView()
    view.maximumLength = limit
    let problem = refusedLength.map {
      "This is too long: it has \($0) \($0 == 1 ? "character" : "characters"), and \(max(limit, 0)) fit."
    }
    #expect(view.problem(with: .text(typed), part: "") == problem)
    #expect(content(view).contains(#" maxlength="\#(max(limit, 0))""#))
  }

  @Test(arguments: [(nil, 9), (5, 5), (20, 9)]) func aTextOfOneLineIsNoLongerThanTheServerTakes(own: Int?, length: Int)
  {
    UIApplication.shared.environment.textLimit = 9
    defer { UIApplication.shared.environment.textLimit = nil }
    let (field, view) = (UITextField(), UITextView())
    (field.maximumLength, view.maximumLength) = (own, own)
    #expect(!content(view).contains(" maxlength=") == (own == nil), "It would be cut off silently")
    view.returnKeyType = .done
    for view in [field, view] { #expect(content(view).contains(#" maxlength="\#(length)""#)) }
  }

  @Test func aTextViewThatRefusesEditingAcceptsNoInput() {
    let (view, delegate) = (UITextView(), Delegate())
    view.delegate = delegate
    view.type("x")
    #expect(view.text == "")
  }

  @Test func subviewsAreOverTheText() {
    let (view, label) = (UITextView(), UILabel(frame: CGRect(x: 5, y: 8, width: 100, height: 20)))
    label.text = "Your comment"
    view.addSubview(label)
    #expect(content(view).contains(#"</textarea><p id="uiTextView.uiLabel" class="UILabel placed"#))
    view.isEditable = false
    view.attributedText = NSAttributedString(string: "Text", attributes: [.underlineStyle: 1])
    #expect(content(view).contains(#"</div><p id="uiTextView.uiLabel""#))
  }

  @Test func attributesAreRenderedIfTheTextIsNotEditable() {
    let view = UITextView()
    let text = NSMutableAttributedString(string: "Read the ")
    text.append(NSAttributedString(string: "terms", attributes: [.link: "https://example.org/"]))
    view.attributedText = text
    #expect(view.text == "Read the terms")
    #expect(content(view).contains("\nRead the terms</textarea>"))
    view.isEditable = false
    #expect(content(view) == #"<div class="text">Read the <a href="https://example.org/">terms</a></div>"#)
    view.text = "Plain"
    #expect(view.attributedText.string == "Plain")
    #expect(content(view).contains("\nPlain</textarea>"))
  }

  @Test func theDelegateIsAskedAboutLinksOfTheApp() {
    final class Links: UITextViewDelegate {
      var tapped: [String] = []
      func textView(
        _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
        interaction: UITextItemInteraction
      ) -> Bool {
        tapped.append("\(URL) \(characterRange)")
        return false
      }
    }
    let (view, delegate) = (UITextView(), Links())
    let text = NSMutableAttributedString(string: "See ")
    text.append(NSAttributedString(string: "terms", attributes: [.link: "app://terms"]))
    view.attributedText = text
    view.isEditable = false
    #expect(!content(view).contains("<button"))
    view.delegate = delegate
    #expect(content(view).contains(#"<button name="tap" class="link" value="uiTextView.link-4">terms</button>"#))
    #expect(view.tapTarget(ofPart: "link-0") == nil && view.tapTarget(ofPart: "link-99") == nil)
    view.tapTarget(ofPart: "link-4")?.tap()
    #expect(delegate.tapped == ["app://terms {4, 5}"])
  }

  @Test func aTextThatIsNotSelectableCannotBeSelected() {
    let view = UITextView()
    view.isSelectable = false
    #expect(css(view) == "", "what can be edited can be selected")
    view.isEditable = false
    #expect(css(view) == "user-select:none;")
  }
}

import Foundation
import Testing

@testable import TempuraUI

/// Positions, ranges and layout of text in fields.
@Suite(.app) struct TextRangeTests {
  @Test func positionsStayInTheText() throws {
    let field = UITextField()
    field.text = "a👍b"
    #expect(field.offset(from: field.beginningOfDocument, to: field.endOfDocument) == 4)
    #expect(field.position(from: field.beginningOfDocument, offset: 5) == nil)
    #expect(field.position(from: field.endOfDocument, offset: .max) == nil)
    #expect(field.position(from: field.beginningOfDocument, in: .left, offset: .min) == nil)
    let end = try #require(field.position(from: field.beginningOfDocument, offset: 3))
    let range = try #require(field.textRange(from: field.beginningOfDocument, to: end))
    #expect(field.text(in: range) == "a👍" && !range.isEmpty && range.end == end)
    field.replace(range, withText: "xy")
    #expect(field.text == "xyb" && field.selectedTextRange?.start == UITextPosition(2))
    field.insertText("z")
    #expect(field.text == "xyzb")
    field.deleteBackward()
    #expect(field.text == "xyb" && field.hasText)
    field.text = ""
    field.deleteBackward()
    #expect(field.text == "" && !field.hasText)
  }

  @Test func changesThroughTextInputAreTold() throws {
    // Safe because the notifications are posted on the thread of the test.
    final class Delegate: UITextFieldDelegate, UITextViewDelegate, @unchecked Sendable {
      var log: [String] = []
      func textField(_ field: UITextField, shouldChangeCharactersIn: NSRange, replacementString: String) -> Bool {
        log.append("asked")
        return true
      }
      func textViewDidChange(_ view: UITextView) { log.append("\(view.text!) \(view.selectedRange.location)") }
    }
    let (field, view, delegate) = (UITextField(), UITextView(), Delegate())
    field.delegate = delegate
    view.delegate = delegate
    field.on(.editingChanged) { delegate.log.append("\($0.text!) \($0.selectedTextRange!.start == UITextPosition(1))") }
    let center = NotificationCenter.default
    let observers = [UITextField.textDidChangeNotification, UITextView.textDidChangeNotification].map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { notification in
        delegate.log.append(notification.object is UITextField ? "field" : "view")
      }
    }
    defer { observers.forEach(center.removeObserver) }
    (field.text, view.text) = ("12", "12")
    let first = try #require(field.textRange(from: field.beginningOfDocument, to: UITextPosition(1)))
    field.replace(first, withText: "x")
    #expect(delegate.log == ["x2 true", "field"])
    view.replace(first, withText: "")
    view.deleteBackward()
    view.insertText("yz")
    #expect(delegate.log.dropFirst(2) == ["2 0", "view", "yz2 2", "view"], "nothing is before the caret")
  }

  @Test func theCaretIsWhereTheAppPutsIt() throws {
    /// Types in capitals, and leaves the caret behind what was typed.
    final class Capitals: UITextFieldDelegate, UITextViewDelegate {
      private func type(_ text: String, _ range: NSRange, into input: some UITextInput, set: (String) -> Void) {
        let all = input.text(in: UITextRange(NSRange(location: 0, length: 99))) ?? ""
        set(all.replacingCharacters(in: Range(range, in: all)!, with: text.uppercased()))
        let end = UITextPosition(range.location + text.utf16.count)
        input.selectedTextRange = input.textRange(from: end, to: end)
      }
      func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString text: String)
        -> Bool
      {
        if text.count == 1 { type(text, range, into: field) { field.text = $0 } }
        return false
      }
      func textView(_ view: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
        if text.count == 1 { type(text, range, into: view) { view.text = $0 } }
        return false
      }
    }
    let (field, view, delegate) = (UITextField(), UITextView(), Capitals())
    field.delegate = delegate
    view.delegate = delegate
    (field.text, view.text) = ("--", "--")
    field.type("-ab-")
    view.type("-ab-")
    #expect(field.text == "-AB-" && view.text == "-AB-")
    view.insertText("c")
    #expect(view.text == "-ABc-")
    view.text = "new"
    #expect(view.selectedRange.location == 3, "the caret is at the end of a text that the app sets")
  }

  @Test func aTextViewIsAsHighAsItsText() {
    let view = UITextView()
    view.font = .systemFont(ofSize: 16)
    view.text = "one two three four five six seven eight nine ten"
    let size = view.sizeThatFits(CGSize(width: 120, height: CGFloat.greatestFiniteMagnitude))
    let label = UILabel()
    (label.text, label.font, label.numberOfLines) = (view.text, view.font, 0)
    let text = label.sizeThatFits(CGSize(width: 110, height: 0))
    #expect(size == CGSize(width: text.width + 10, height: text.height + 16))
    view.textContainer.lineFragmentPadding = 0
    view.textContainerInset = .zero
    #expect(view.sizeThatFits(CGSize(width: 110, height: 0)) == text)
    view.frame = CGRect(x: 0, y: 0, width: 110, height: 40)
    #expect(view.contentSize == CGSize(width: 110, height: text.height))
    view.scrollRangeToVisible(NSRange(location: 48, length: 0))
    #expect(view.contentOffset.y == text.height - 40)
  }

  @Test func linesAreCountedAndCharactersFound() throws {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 80, height: 200))
    view.text = "one two three four"
    view.font = .systemFont(ofSize: 16)
    var (lines, range) = (0, NSRange(location: 0, length: 0))
    while NSMaxRange(range) < view.layoutManager.numberOfGlyphs {
      let line = view.layoutManager.lineFragmentRect(forGlyphAt: NSMaxRange(range), effectiveRange: &range)
      #expect(line.width == 80)
      lines += 1
    }
    #expect(lines > 1 && NSMaxRange(range) == 18)
    let last = view.caretRect(for: try #require(view.position(from: view.beginningOfDocument, offset: 17)))
    #expect(view.layoutManager.usedRect(for: view.textContainer).maxY + 8 == last.maxY)
    #expect(view.closestPosition(to: last.origin) == UITextPosition(17))
    #expect(view.closestPosition(to: CGPoint(x: -5, y: -5)) == view.beginningOfDocument)
    #expect(view.closestPosition(to: CGPoint(x: CGFloat.nan, y: .infinity)) != nil)
    let all = try #require(view.textRange(from: view.beginningOfDocument, to: view.endOfDocument))
    #expect(view.firstRect(for: all).maxY < last.maxY && view.firstRect(for: all).maxX == 80)
    view.isEditable = false
    view.textContainer.maximumNumberOfLines = 1
    #expect(view.layoutManager.usedRect(for: view.textContainer).maxY + 8 < last.maxY)
  }

  @Test func attributesOfTheWholeTextApplyToAField() {
    let field = UITextField()
    field.attributedText = NSAttributedString(string: "a", attributes: [.foregroundColor: UIColor.red, .kern: 1.6])
    #expect(field.textColor == .red && css(field).contains("letter-spacing:0.1rem;"))
    field.defaultTextAttributes = [.font: UIFont.systemFont(ofSize: 20)]
    #expect(field.font?.pointSize == 20)
  }
}

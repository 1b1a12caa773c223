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

  @Test func editsOfTheStorageReachTheView() {
    let view = UITextView()
    view.text = "abc"
    view.textStorage.replaceCharacters(in: NSRange(location: 1, length: 1), with: "xyz")
    #expect(view.text == "axyzc")
    view.textStorage.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 1))
    #expect(view.attributedText.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .red)
    view.text = "new"
    #expect(view.textStorage.string == "new")
    view.textStorage.beginEditing()
    view.textStorage.append(NSAttributedString(string: "er"))
    #expect(view.text == "new")
    view.textStorage.endEditing()
    #expect(view.text == "newer")
    view.selectedRange = NSRange(location: 3, length: 2)
    view.deleteBackward()
    #expect(view.text == "new")
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

  @Test func aLayoutManagerFindsCharacters() {
    let storage = NSTextStorage(string: "one two three four", attributes: [.font: UIFont.systemFont(ofSize: 16)])
    let (manager, container) = (NSLayoutManager(), NSTextContainer(size: CGSize(width: 70, height: 0)))
    manager.addTextContainer(container)
    storage.addLayoutManager(manager)
    container.lineFragmentPadding = 0
    #expect(manager.numberOfGlyphs == 18)
    var ranges: [NSRange] = []
    manager.enumerateLineFragments(forGlyphRange: manager.glyphRange(for: container)) { _, _, _, range, _ in
      ranges.append(range)
    }
    #expect(ranges.count > 1 && ranges.map(\.length).reduce(0, +) == 18)
    let last = manager.boundingRect(forGlyphRange: NSRange(location: 17, length: 1), in: container)
    #expect(
      manager.characterIndex(
        for: CGPoint(x: last.midX, y: last.midY), in: container, fractionOfDistanceBetweenInsertionPoints: nil) == 17)
    #expect(manager.usedRect(for: container).maxY == last.maxY)
    #expect(manager.glyphIndex(for: CGPoint(x: -5, y: -5), in: container) == 0)
    #expect(manager.glyphIndex(for: CGPoint(x: CGFloat.nan, y: .infinity), in: container) >= 0)
    container.maximumNumberOfLines = 1
    #expect(manager.usedRect(for: container).height < last.maxY)
  }

  @Test func anOverrideOfTextRectInsetsTheText() {
    final class Padded: UITextField {
      override func textRect(forBounds bounds: CGRect) -> CGRect { bounds.insetBy(dx: 16, dy: 0) }
      override func caretRect(for position: UITextPosition) -> CGRect { .zero }
    }
    #expect(css(Padded()).contains("--inset:0 1rem 0 1rem;"))
    #expect(!css(UITextField()).contains("--inset"))
  }

  @Test func attributesOfTheWholeTextApplyToAField() {
    let field = UITextField()
    field.attributedText = NSAttributedString(string: "a", attributes: [.foregroundColor: UIColor.red, .kern: 1.6])
    #expect(field.textColor == .red && css(field).contains("letter-spacing:0.1rem;"))
    field.defaultTextAttributes = [.font: UIFont.systemFont(ofSize: 20)]
    #expect(field.font?.pointSize == 20)
  }
}

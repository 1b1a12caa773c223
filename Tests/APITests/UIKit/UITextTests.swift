import Foundation
import Testing
import UIKit

/// Fonts, attributed texts, and the text of fields.
@MainActor @Suite struct UITextTests {
  final class Caretless: UITextField {
    override func caretRect(for position: UITextPosition) -> CGRect { return .zero }
    override func selectionRects(for range: UITextRange) -> [UITextSelectionRect] { return [] }
    override func textRect(forBounds bounds: CGRect) -> CGRect {
      return super.textRect(forBounds: bounds).insetBy(dx: 1, dy: 0)
    }
    override func editingRect(forBounds bounds: CGRect) -> CGRect { return textRect(forBounds: bounds) }
    override func placeholderRect(forBounds bounds: CGRect) -> CGRect { return textRect(forBounds: bounds) }
    override func leftViewRect(forBounds bounds: CGRect) -> CGRect { return super.leftViewRect(forBounds: bounds) }
    override func rightViewRect(forBounds bounds: CGRect) -> CGRect { return super.rightViewRect(forBounds: bounds) }
    override func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
      return super.clearButtonRect(forBounds: bounds)
    }
    override func borderRect(forBounds bounds: CGRect) -> CGRect { return super.borderRect(forBounds: bounds) }
    override func deleteBackward() { super.deleteBackward() }
    override func drawText(in rect: CGRect) { super.drawText(in: rect) }
    override func drawPlaceholder(in rect: CGRect) { super.drawPlaceholder(in: rect) }
    override func sizeThatFits(_ size: CGSize) -> CGSize { return super.sizeThatFits(size) }
  }

  final class Insets: UILabel {
    override func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
      return super.textRect(forBounds: bounds, limitedToNumberOfLines: numberOfLines).insetBy(dx: -4, dy: -4)
    }
    override func drawText(in rect: CGRect) {
      super.drawText(in: rect.inset(by: UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4)))
    }
    override var intrinsicContentSize: CGSize { return super.intrinsicContentSize }
    override func sizeToFit() { super.sizeToFit() }
  }

  final class Centred: NSTextAttachment {
    override func attachmentBounds(
      for textContainer: NSTextContainer?, proposedLineFragment lineFrag: CGRect, glyphPosition position: CGPoint,
      characterIndex charIndex: Int
    ) -> CGRect {
      return CGRect(x: 0, y: (lineFrag.height - 10) / 2, width: 10, height: 10)
    }
  }

  final class LinkDelegate: NSObject, UITextViewDelegate {
    func textView(
      _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
      interaction: UITextItemInteraction
    ) -> Bool {
      return interaction != .preview
    }
    func textViewDidChangeSelection(_ textView: UITextView) {}
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool { return true }
  }

  @Test func fonts() {
    let font: UIFont? = UIFont(name: "HelveticaNeue-Bold", size: UIFont.labelFontSize)
    let system: UIFont = .systemFont(ofSize: UIFont.systemFontSize, weight: .init(0.3))
    let others: [UIFont] = [
      .boldSystemFont(ofSize: UIFont.smallSystemFontSize), .italicSystemFont(ofSize: UIFont.buttonFontSize),
      .monospacedDigitSystemFont(ofSize: 12, weight: .medium), .monospacedSystemFont(ofSize: 12, weight: .light),
      .preferredFont(forTextStyle: .body), .preferredFont(forTextStyle: .title1, compatibleWith: nil),
      .systemFont(ofSize: 1, weight: .regular, width: .condensed), system.withSize(20),
      UIFontMetrics(forTextStyle: .body).scaledFont(for: system),
    ]
    let sum: CGFloat = others.reduce(0) {
      $0 + $1.ascender + $1.descender + $1.capHeight + $1.xHeight + $1.leading + $1.lineHeight
    }
    let names: [String] = UIFont.fontNames(forFamilyName: font?.familyName ?? "") + UIFont.familyNames
    #expect(sum > 0 && !names.isEmpty && font?.fontName == "HelveticaNeue-Bold" && system.pointSize == 14)
    let descriptor: UIFontDescriptor? = UIFontDescriptor.preferredFontDescriptor(withTextStyle: .headline)
      .withSymbolicTraits([.traitBold, .traitItalic])
    let changed = descriptor?.withSize(20).withFamily("Avenir").withFace("Bold").addingAttributes([
      UIFontDescriptor.AttributeName.traits: [UIFontDescriptor.TraitKey.weight: UIFont.Weight.semibold]
    ])
    let named = UIFontDescriptor(name: "Avenir", size: 10)
    let attributes = UIFontDescriptor(fontAttributes: [
      .family: "Avenir", .size: 10, .featureSettings: [[UIFontDescriptor.FeatureKey.featureIdentifier: 1]],
    ])
    #expect(named.pointSize == attributes.pointSize && named.fontAttributes[.size] as? CGFloat == 10)
    #expect(system.fontDescriptor.withDesign(.rounded) != nil && named.object(forKey: .name) != nil)
    #expect(UIFont(descriptor: changed ?? named, size: 0).fontDescriptor.symbolicTraits.contains(.traitBold))
    #expect(named.postscriptName == "Avenir")
  }

  @Test func attributes() {
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = .center
    paragraph.lineSpacing = 2
    paragraph.paragraphSpacing = 3
    paragraph.paragraphSpacingBefore = 3
    paragraph.headIndent = 1
    paragraph.tailIndent = -1
    paragraph.firstLineHeadIndent = 2
    paragraph.minimumLineHeight = 20
    paragraph.maximumLineHeight = 20
    paragraph.lineHeightMultiple = 1.1
    paragraph.lineBreakMode = .byTruncatingTail
    paragraph.baseWritingDirection = .leftToRight
    paragraph.hyphenationFactor = 1
    paragraph.lineBreakStrategy = .pushOut
    paragraph.tabStops = [NSTextTab(textAlignment: .left, location: 10, options: [:])]
    paragraph.defaultTabInterval = 10
    paragraph.allowsDefaultTighteningForTruncation = true
    let shadow = NSShadow()
    shadow.shadowColor = UIColor.black
    shadow.shadowOffset = CGSize(width: 1, height: 1)
    shadow.shadowBlurRadius = 2
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 12), .paragraphStyle: paragraph, .foregroundColor: UIColor.red,
      .backgroundColor: UIColor.white, .ligature: 0, .kern: 1, .tracking: 1,
      .strikethroughStyle: NSUnderlineStyle.single.rawValue,
      .strikethroughColor: UIColor.red, .underlineStyle: NSUnderlineStyle.patternDash.union(.single).rawValue,
      .underlineColor: UIColor.blue, .strokeColor: UIColor.red, .strokeWidth: -2, .shadow: shadow,
      .textEffect: NSAttributedString.TextEffectStyle.letterpressStyle, .link: URL(string: "https://example.org")!,
      .baselineOffset: 2, .obliqueness: 0.1, .expansion: 0.1, .verticalGlyphForm: 0,
      .writingDirection: [NSWritingDirection.leftToRight.rawValue | NSWritingDirectionFormatType.override.rawValue],
    ]
    let text = NSMutableAttributedString(string: "Text ", attributes: attributes)
    let attachment = NSTextAttachment()
    attachment.bounds = CGRect(x: 0, y: -2, width: 10, height: 10)
    let whole = NSRange(location: 0, length: text.length)
    text.addAttribute(.font, value: UIFont.systemFont(ofSize: 13), range: whole)
    text.addAttribute(.paragraphStyle, value: paragraph.copy() as! NSParagraphStyle, range: whole)
    text.addAttribute(.shadow, value: NSShadow(), range: whole)
    text.append(NSAttributedString(attachment: attachment))
    text.append(NSAttributedString(attachment: Centred()))
    attachment.image = nil
    let html = try? NSAttributedString(
      data: Data("<b>x</b>".utf8),
      options: [
        .documentType: NSAttributedString.DocumentType.html, .characterEncoding: String.Encoding.utf8.rawValue,
      ],
      documentAttributes: nil)
    #expect(html?.string == "x")
    let size: CGSize = text.size()
    let rect = text.boundingRect(
      with: CGSize(width: 100, height: CGFloat.greatestFiniteMagnitude),
      options: [.usesLineFragmentOrigin, .usesFontLeading],
      context: nil)
    let other = ("Text" as NSString).boundingRect(
      with: size, options: .usesLineFragmentOrigin, attributes: attributes, context: NSStringDrawingContext())
    #expect(rect.height > 0 && other.height > 0 && "Text".size(withAttributes: attributes).width > 0)
    let label = Insets()
    label.attributedText = text
    label.preferredMaxLayoutWidth = 100
    label.minimumScaleFactor = 0.5
    label.adjustsFontSizeToFitWidth = true
    label.baselineAdjustment = .alignCenters
    label.allowsDefaultTighteningForTruncation = true
    label.lineBreakStrategy = []
    label.sizeToFit()
    #expect(label.bounds.size == label.sizeThatFits(.zero) && label.intrinsicContentSize.width > 0)
  }

  @Test func textsHavePositions() {
    let field = Caretless()
    field.text = "abc"
    let end = field.endOfDocument
    field.selectedTextRange = field.textRange(from: field.beginningOfDocument, to: end)
    if let range = field.selectedTextRange, let position = field.position(from: range.start, offset: 1) {
      let offset: Int = field.offset(from: field.beginningOfDocument, to: position)
      #expect(offset == 1 && field.compare(position, to: end) == .orderedAscending)
      #expect(field.firstRect(for: range).height > 0 && field.caretRect(for: position) == .zero)
      field.replace(range, withText: "x")
    }
    #expect(field.text == "x" && field.markedTextRange == nil && field.closestPosition(to: .zero) != nil)
    field.defaultTextAttributes = [.font: UIFont.systemFont(ofSize: 12)]
    field.typingAttributes = [.kern: 1]
    field.attributedPlaceholder = NSAttributedString(string: "x", attributes: [.foregroundColor: UIColor.red])
    field.attributedText = NSAttributedString(string: "y")
    field.clearsOnInsertion = true
    field.allowsEditingTextAttributes = true
    field.background = nil
    let input: UITextInput = field
    input.insertText("z")
    #expect(input.hasText && field.text == "yz")

    let view = UITextView()
    view.attributedText = NSAttributedString(string: "one two", attributes: [.link: "https://example.org"])
    view.linkTextAttributes = [.foregroundColor: UIColor.red]
    view.typingAttributes = [.font: UIFont.systemFont(ofSize: 12)]
    view.textContainer.lineFragmentPadding = 0
    view.textContainer.maximumNumberOfLines = 2
    view.textContainer.lineBreakMode = .byTruncatingTail
    view.dataDetectorTypes = [.link, .phoneNumber]
    view.selectedRange = NSRange(location: 0, length: 3)
    view.scrollRangeToVisible(NSRange(location: 0, length: 1))
    let links = LinkDelegate()
    view.delegate = links
    let manager: NSLayoutManager = view.layoutManager
    manager.ensureLayout(for: view.textContainer)
    let line = manager.lineFragmentRect(forGlyphAt: 0, effectiveRange: nil)
    #expect(line.height > 0 && manager.usedRect(for: view.textContainer).width > 0)
    #expect(manager.numberOfGlyphs == 7 && view.contentSize.height >= 0)
  }
}

import Foundation
import Testing

@testable import TempuraUI

/// The sizes of texts.
@Suite struct MeasuringTests {
  private let font = UIFont.systemFont(ofSize: 16)
  /// 19.09 points, rounded up to a third.
  private let line = CGFloat(58) / 3
  private let words = "one two three four five six seven eight nine ten"

  @Test func aTextHasALineForEachParagraph() {
    let size = "a\nbb".size(withAttributes: [.font: font])
    #expect(size.height == line * 2)
    #expect(size.width == "bb".size(withAttributes: [.font: font]).width)
    #expect(NSString("a\nbb").size(withAttributes: [.font: font]) == size)
    // As in UIKit, an empty text is as high as a line.
    #expect("".size(withAttributes: [.font: font]) == CGSize(width: 0, height: font.lineHeight))
  }

  @Test func aBoundingRectangleBreaksLinesIfItIsAsked() {
    let room = CGSize(width: 100, height: CGFloat.greatestFiniteMagnitude)
    let broken = words.boundingRect(
      with: room, options: [.usesLineFragmentOrigin, .usesFontLeading], attributes: [.font: font], context: nil)
    #expect(broken.width <= 100 && broken.height >= line * 3)
    let context = NSStringDrawingContext()
    let one = words.boundingRect(with: room, attributes: [.font: font], context: context)
    #expect(one.height == line && one.width > 200 && context.totalBounds == one)
    let two = words.boundingRect(
      with: CGSize(width: 100, height: font.lineHeight * 2.5),
      options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine], attributes: [.font: font], context: nil)
    #expect(two.height == line * 2)
  }

  private func height(of text: String, width: CGFloat = 1000, _ change: (NSMutableParagraphStyle) -> Void) -> CGFloat {
    let style = NSMutableParagraphStyle()
    change(style)
    let text = NSAttributedString(string: text, attributes: [.font: font, .paragraphStyle: style])
    return text.boundingRect(
      with: CGSize(width: width, height: 0), options: .usesLineFragmentOrigin, context: nil
    ).height
  }

  @Test func paragraphStylesHaveHeights() {
    #expect(height(of: "a") { $0.minimumLineHeight = 30 } == 30)
    #expect(height(of: "a") { $0.maximumLineHeight = 10 } == 10)
    #expect(height(of: "a") { $0.lineHeightMultiple = 2 } == line * 2)
    #expect(height(of: "a\nb") { $0.lineSpacing = 4 } == line * 2 + 4, "the last line has no space below")
    #expect(height(of: "a\nb") { $0.paragraphSpacing = 5 } == line * 2 + 5)
    #expect(height(of: "a\nb") { $0.paragraphSpacingBefore = 6 } == line * 2 + 6)
    for value: CGFloat in [.nan, .infinity, -.infinity, -5] {
      #expect(
        height(of: "a\nb") {
          $0.minimumLineHeight = value
          $0.maximumLineHeight = value
          $0.lineHeightMultiple = value
          $0.lineSpacing = value
          $0.paragraphSpacing = value
          $0.headIndent = value
          $0.firstLineHeadIndent = value
          $0.tailIndent = value
        } == line * 2)
    }
  }

  @Test func indentsLeaveLessRoom() {
    let plain = height(of: words, width: 150) { _ in }
    #expect(height(of: words, width: 150) { $0.headIndent = 80 } > plain)
    #expect(height(of: words, width: 150) { $0.tailIndent = -80 } > plain)
    #expect(height(of: words, width: 150) { $0.tailIndent = 70 } > plain)
  }

  @Test func anAttachmentIsAsLargeAsItsBounds() {
    let attachment = NSTextAttachment()
    attachment.bounds = CGRect(x: 0, y: 0, width: 50, height: 60)
    let text = NSMutableAttributedString(string: "a", attributes: [.font: font])
    let width = text.size().width
    text.append(NSAttributedString(attachment: attachment))
    #expect(abs(text.size().width - width - 50) < 0.1)
    #expect(text.size().height > 60)
    attachment.bounds = CGRect(x: CGFloat.nan, y: .infinity, width: .infinity, height: -.infinity)
    #expect(text.size().height.isFinite)
  }

  @Test func paragraphsOfDifferentStylesAddUp() {
    let high = NSMutableParagraphStyle()
    high.minimumLineHeight = 40
    let text = NSMutableAttributedString(string: "a\n", attributes: [.font: font, .paragraphStyle: high])
    text.append(NSAttributedString(string: "b", attributes: [.font: font]))
    #expect(text.size().height == 40 + line)
  }

  @Test func paragraphStylesAreValues() {
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    let copy = style.copy() as? NSParagraphStyle
    style.lineSpacing = 3
    #expect(copy?.lineSpacing == 0 && copy?.alignment == .center && copy != style)
    let mutable = copy?.mutableCopy() as? NSMutableParagraphStyle
    mutable?.setParagraphStyle(style)
    #expect(mutable == style && NSParagraphStyle.default.alignment == .natural)
    #expect(NSParagraphStyle.defaultWritingDirection(forLanguage: "ar") == .rightToLeft)
  }
}

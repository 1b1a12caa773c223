package import Foundation
internal import TextLayout

/// A text with all that determines its lines: fonts, attachments, and the styles of its paragraphs.
package struct MeasuredText {
  package let string: String
  /// The text with attributes; nil for a plain one.
  package let attributed: NSAttributedString?
  /// The font of parts without one.
  package let font: UIFont
  let lineBreakMode: NSLineBreakMode

  package init(_ string: String, font: UIFont, lineBreakMode: NSLineBreakMode = .byWordWrapping) {
    (self.string, self.font, self.lineBreakMode) = (string, font, lineBreakMode)
    attributed = nil
  }

  package init(_ attributed: NSAttributedString, font: UIFont, lineBreakMode: NSLineBreakMode = .byWordWrapping) {
    (string, self.font, self.lineBreakMode) = (attributed.string, font, lineBreakMode)
    self.attributed = attributed.withoutSpaceInJoinedLetters
  }

  /// Returns the size in points: whole pixels of a phone, which are enough for the text.
  ///
  /// - Parameters:
  ///   - width: The available width in points. Any width if it is not a positive number, or a huge one.
  ///   - lines: The maximum number of lines, 0 for no limit.
  package func size(width: CGFloat = 0, lines: Int = 0) -> CGSize {
    string.isEmpty ? .zero : broken(width: width, lines: lines).size
  }

  /// Breaks the text into lines.
  ///
  /// - Parameters:
  ///   - width: The available width in points. Any width if it is not a positive number, or a huge one.
  ///   - lines: The maximum number of lines, 0 for no limit.
  ///   - height: The available height. At least one line is shown.
  package func broken(width: CGFloat, lines: Int = 0, height: CGFloat = .infinity) -> BrokenText {
    let width = width > 0 && width < 1e6 ? Double(width) : .infinity
    let text = broken(width, max(lines, 0))
    guard height < .infinity, text.height > height + 0.5, text.lines.count > 1 else { return text }
    let fitting = text.lines.indices.last { text.bottom(ofLine: $0) <= height + 0.5 } ?? 0
    return fitting + 1 < text.lines.count ? broken(width, fitting + 1) : text
  }

  private func broken(_ width: Double, _ maximum: Int) -> BrokenText {
    var result = BrokenText()
    result.availableWidth = CGFloat(width)
    for part in parts {
      if maximum > 0, result.lines.count >= maximum {
        result.isTruncated = true
        break
      }
      append(part, to: &result, width: width, maximum: maximum > 0 ? maximum - result.lines.count : 0)
      if result.isTruncated { break }
    }
    return result
  }

  private func append(_ part: Part, to result: inout BrokenText, width: Double, maximum: Int) {
    let units = string.utf16
    let start = units.index(units.startIndex, offsetBy: part.range.lowerBound)
    let end = units.index(start, offsetBy: part.range.count)
    let text = attributed == nil ? string : String(string[start..<end])
    let paragraph = part.style.indents(within: width)
    let laidOut = TextLayout.lines(
      of: text, runs: part.runs, paragraph: paragraph, width: width, maximumLines: maximum,
      lineBreak: lineBreakMode.measured)
    let shared = BrokenText.Part(
      style: part.style, firstLineIndent: CGFloat(paragraph.firstLineIndent), indent: CGFloat(paragraph.indent))
    result.append(shared, count: laidOut.lines.count)
    let offset = part.range.lowerBound
    for (index, line) in laidOut.lines.enumerated() {
      let range = offset + line.range.lowerBound..<offset + line.range.upperBound
      result.hidden = line.hidden.map { offset + $0.lowerBound..<offset + $0.upperBound }
      result.append(
        BrokenText.Line(
          range: range, visibleEnd: offset + line.visibleEnd, width: CGFloat(line.width),
          height: part.style.lineHeight(CGFloat(line.height)), leading: CGFloat(line.leading),
          descent: CGFloat(line.height - line.baseline),
          startsParagraph: index == 0 || endsParagraph(at: range.lowerBound), hasHyphen: line.hasHyphen))
    }
    result.isTruncated = laidOut.isTruncated
  }

  /// Whether the character before an offset ends a paragraph.
  package func endsParagraph(at offset: Int) -> Bool {
    guard offset > 0 else { return true }
    let units = string.utf16
    return Self.endsParagraph(units[units.index(units.startIndex, offsetBy: offset - 1)])
  }

  private static func endsParagraph(_ unit: UInt16) -> Bool { unit == 0x0A || unit == 0x0D || unit == 0x2029 }

  // MARK: - Parts

  /// Consecutive paragraphs with one style.
  struct Part {
    var range: Range<Int>
    var style: NSParagraphStyle.Values
    var runs: [TextRun]
  }

  private var parts: [Part] {
    guard let attributed, attributed.length > 0 else {
      let run = TextRun(length: string.utf16.count, font: font.textFont)
      return [
        Part(
          range: 0..<run.length, style: NSParagraphStyle.Values(), runs: [run])
      ]
    }
    return styledRanges(of: attributed).map { range, style in
      var part = Part(range: range, style: style, runs: [])
      attributed.enumerateAttributes(in: NSRange(range)) { attributes, range, _ in
        append(attributes, range, to: &part)
      }
      return part
    }
  }

  private func append(_ attributes: [NSAttributedString.Key: Any], _ range: NSRange, to part: inout Part) {
    let font = attributes[.font] as? UIFont ?? self.font
    let tracking = Double(TextAttribute.tracking(attributes))
    let offset = attributes[.baselineOffset].flatMap(TextAttribute.length) ?? 0
    if let attachment = attributes[.attachment] as? NSTextAttachment {
      for index in range.location..<range.location + range.length {
        let bounds = attachment.bounds(besides: font, at: index)
        part.runs.append(
          TextRun(
            length: 1, font: font.textFont, tracking: tracking,
            attachment: TextRun.Attachment(
              width: Double(bounds.width), ascent: Double(bounds.maxY + offset), descent: Double(-bounds.minY - offset))
          ))
      }
    } else {
      part.runs.append(TextRun(length: range.length, font: font.textFont, tracking: tracking))
    }
  }

  /// The ranges of consecutive paragraphs with one style.
  private func styledRanges(of text: NSAttributedString) -> [(Range<Int>, NSParagraphStyle.Values)] {
    var ranges: [(Range<Int>, NSParagraphStyle.Values)] = []
    for range in paragraphs {
      let style = MeasuredText.style(of: text, at: range.lowerBound)
      if let last = ranges.last, last.1 == style {
        ranges[ranges.count - 1].0 = last.0.lowerBound..<range.upperBound
      } else {
        ranges.append((range, style))
      }
    }
    return ranges
  }

  /// The ranges of the paragraphs, each with its line feed.
  package var paragraphs: [Range<Int>] {
    var paragraphs: [Range<Int>] = []
    var (start, offset) = (0, 0)
    var units = string.utf16.makeIterator()
    var next = units.next()
    while let unit = next {
      next = units.next()
      offset += 1
      guard Self.endsParagraph(unit), !(unit == 0x0D && next == 0x0A) else { continue }
      paragraphs.append(start..<offset)
      start = offset
    }
    if start < offset || paragraphs.isEmpty { paragraphs.append(start..<offset) }
    return paragraphs
  }

  package static func style(of text: NSAttributedString, at offset: Int) -> NSParagraphStyle.Values {
    guard offset < text.length else { return NSParagraphStyle.Values() }
    let style = text.attribute(.paragraphStyle, at: offset, effectiveRange: nil) as? NSParagraphStyle
    return style?.values ?? NSParagraphStyle.Values()
  }
}

extension NSParagraphStyle.Values {
  /// The indents, which determine where lines break. The heights of lines are those of `lineHeight(_:)`.
  fileprivate func indents(within width: Double) -> TextParagraph {
    var paragraph = TextParagraph()
    paragraph.firstLineIndent = firstLineHeadIndent.saneLength
    paragraph.indent = headIndent.saneLength
    if tailIndent < 0 {
      paragraph.endIndent = -tailIndent.saneDistance
    } else if tailIndent > 0, width < .infinity {
      paragraph.endIndent = max(width - tailIndent.saneDistance, 0)
    }
    return paragraph
  }

  /// The height of a line, in whole pixels of a phone.
  ///
  /// - Parameter height: The height for its fonts.
  func lineHeight(_ height: CGFloat) -> CGFloat {
    var height = height
    if lineHeightMultiple > 0, lineHeightMultiple < 100 { height *= lineHeightMultiple }
    if minimumLineHeight > height, minimumLineHeight < 1e5 { height = minimumLineHeight }
    if maximumLineHeight > 0, height > maximumLineHeight { height = maximumLineHeight }
    return height.roundedToPixel()
  }

  /// The distance of the paragraph from the one before, in points.
  func distance(from previous: NSParagraphStyle.Values) -> CGFloat {
    previous.paragraphSpacing.saneLength + paragraphSpacingBefore.saneLength
  }
}

extension NSLineBreakMode {
  fileprivate var measured: TextLayout.LineBreak {
    switch self {
    case .byWordWrapping: .word
    case .byCharWrapping: .character
    case .byClipping: .clip
    case .byTruncatingHead: .truncateHead
    case .byTruncatingTail: .truncateTail
    case .byTruncatingMiddle: .truncateMiddle
    }
  }
}

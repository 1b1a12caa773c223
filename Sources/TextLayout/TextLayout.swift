/// Breaks texts into lines as a browser shows them, and measures the lines.
///
/// All lengths are in points, which are CSS pixels at the default text size. Offsets in a text count UTF-16 code units.
package enum TextLayout {
  /// How a line ends that is too long.
  package enum LineBreak: Hashable, Sendable { case word, character, clip, truncateHead, truncateMiddle, truncateTail }

  /// Returns the lines of a text.
  ///
  /// - Parameters:
  ///   - runs: The styles of the text's parts, in their order. Together they are as long as the text.
  ///   - paragraph: The style of all paragraphs.
  ///   - width: The available width, `.infinity` for any width.
  ///   - maximumLines: The maximum number of lines, 0 for no limit.
  package static func lines(
    of text: String, runs: [TextRun], paragraph: TextParagraph = TextParagraph(), width: Double, maximumLines: Int = 0,
    lineBreak: LineBreak = .word
  ) -> TextLines {
    var lines: [TextLine] = []
    var start = 0
    let height = runs.map { $0.font.lineHeight }.max() ?? 0
    let size = runs.first?.font.size ?? 17
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let count = part.utf16.count
      lines.append(
        TextLine(range: start..<start + count, visibleEnd: start + count, width: Double(count) * size * 0.55, height: height))
      start += count + 1
    }
    return TextLines(lines: lines, isTruncated: false)
  }
}

/// A part of a text with one style.
package struct TextRun: Hashable, Sendable {
  /// The number of UTF-16 code units.
  package var length: Int
  package var font: TextFont
  /// The additional space after each character.
  package var tracking: Double
  /// The size of an attachment, which is the run's only character; nil for text.
  package var attachment: Attachment?

  package struct Attachment: Hashable, Sendable {
    package var width: Double
    package var ascent: Double
    package var descent: Double
    package init(width: Double, ascent: Double, descent: Double) {
      (self.width, self.ascent, self.descent) = (width, ascent, descent)
    }
  }

  package init(length: Int, font: TextFont, tracking: Double = 0, attachment: Attachment? = nil) {
    (self.length, self.font, self.tracking, self.attachment) = (length, font, tracking, attachment)
  }
}

/// A font file in a size.
package struct TextFont: Hashable, Sendable {
  /// The name of the family: `""` for the built-in one, else that of a registered font file.
  package var family: String
  package var size: Double
  /// The weight on CSS's scale from 100 to 900.
  package var weight: Int
  package var isItalic: Bool

  package init(family: String = "", size: Double, weight: Int = 400, isItalic: Bool = false) {
    (self.family, self.size, self.weight, self.isItalic) = (family, size, weight, isItalic)
  }

  package var ascent: Double { size * 0.96875 }
  package var descent: Double { size * 0.2412 }
  /// The height of a line: a whole number of points.
  package var lineHeight: Double { (ascent + descent).rounded(.up) }
}

/// The indents and distances of paragraphs.
package struct TextParagraph: Hashable, Sendable {
  package var firstLineIndent = 0.0
  package var indent = 0.0
  /// The distance of the text from the end of the line, positive.
  package var endIndent = 0.0
  package var lineSpacing = 0.0
  package var spacing = 0.0
  package var spacingBefore = 0.0
  package var minimumLineHeight = 0.0
  /// 0 for no limit.
  package var maximumLineHeight = 0.0
  /// 0 for the font's own line height.
  package var lineHeightMultiple = 0.0
  package init() {}
}

package struct TextLine: Hashable, Sendable {
  /// The characters, with spaces and a line feed at the end.
  package var range: Range<Int>
  /// The end of what is visible: the spaces and the line feed after it have no width.
  package var visibleEnd: Int
  package var width: Double
  package var height: Double
}

package struct TextLines: Hashable, Sendable {
  package var lines: [TextLine]
  /// Whether text is missing at the end. The last line then has room for an ellipsis.
  package var isTruncated: Bool
  package var width: Double { lines.reduce(0) { max($0, $1.width) } }
  package var height: Double { lines.reduce(0) { $0 + $1.height } }
}

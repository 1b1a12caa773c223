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

/// The indents of paragraphs. A line feed ends a paragraph, U+2028 ends only a line.
package struct TextParagraph: Hashable, Sendable {
  package var firstLineIndent = 0.0
  package var indent = 0.0
  /// The distance of the text from the end of the line, positive.
  package var endIndent = 0.0
  package init() {}
}

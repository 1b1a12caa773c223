/// A line as the page shows it.
package struct TextLine: Hashable, Sendable {
  /// The characters, with spaces and a line feed at the end.
  package var range: Range<Int>
  /// The end of the visible characters: the spaces and the line feed after it have no width.
  package var visibleEnd: Int
  /// The width of the visible characters, and of an ellipsis or hyphen. A multiple of 1/64, rounded up.
  package var width: Double
  /// The height of the line box, for its fonts and attachments alone, in whole pixels of a phone.
  package var height: Double
  /// The space to the next line.
  package var leading = 0.0
  /// The distance of the text from the start of the available width.
  package var indent = 0.0
  /// The distance of the baseline from the top of the line box.
  package var baseline = 0.0
  /// The visible characters that an ellipsis replaces. Nil if there is no ellipsis.
  package var hidden: Range<Int>?
  /// Whether the line ends at a soft hyphen, so that a hyphen is visible there.
  package var hasHyphen = false
}

package struct TextLines: Hashable, Sendable {
  package var lines: [TextLine]
  /// Whether text is missing: at the end, or where the last line has an ellipsis.
  package var isTruncated: Bool
  /// The largest width of a line, with its indent.
  package var width: Double { lines.reduce(0) { max($0, $1.width + $1.indent) } }
}

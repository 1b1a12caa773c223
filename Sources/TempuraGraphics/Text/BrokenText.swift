package import Foundation

/// The lines of a text. Offsets count UTF-16 units, lengths are in points.
package struct BrokenText {
  /// A long text may have hundreds of thousands of lines, so a line is small: what lines share is in `Part`.
  package struct Line {
    // 32 bits, because texts are shorter.
    private let start: UInt32
    private let end, visible: UInt32
    fileprivate(set) var part: UInt32 = 0
    let width: CGFloat
    /// The height without the space to the next line.
    package let height: CGFloat
    /// The space to the next line that its fonts ask for.
    let leading: CGFloat
    /// The distance of the bottom from the baseline.
    package let descent: CGFloat
    /// The distance of the bottom from the top of the text.
    fileprivate(set) var bottom: CGFloat = 0
    package let startsParagraph: Bool
    /// Whether a hyphen is visible at the end.
    package let hasHyphen: Bool

    init(
      range: Range<Int>, visibleEnd: Int, width: CGFloat, height: CGFloat, leading: CGFloat, descent: CGFloat,
      startsParagraph: Bool, hasHyphen: Bool
    ) {
      start = UInt32(clamping: range.lowerBound)
      end = UInt32(clamping: range.upperBound)
      visible = UInt32(clamping: visibleEnd)
      (self.width, self.height, self.leading, self.descent) = (width, height, leading, descent)
      (self.startsParagraph, self.hasHyphen) = (startsParagraph, hasHyphen)
    }

    /// The characters, with spaces and a line feed at the end.
    package var range: Range<Int> { Int(start)..<Int(end) }
    /// The end of the characters with a width.
    package var visibleEnd: Int { Int(visible) }
  }

  /// What the lines of consecutive paragraphs with one style share.
  struct Part {
    let style: NSParagraphStyle.Values
    /// The distance of a paragraph's first line from the start of the available width.
    let firstLineIndent: CGFloat
    /// The distance of the other lines from the start of the available width.
    let indent: CGFloat
  }

  package private(set) var lines: [Line] = []
  /// The width into which the text was broken.
  package var availableWidth = CGFloat.infinity
  private(set) var parts: [Part] = []
  /// The characters that an ellipsis in the last line replaces; nil if there is no ellipsis.
  package var hidden: Range<Int>?
  /// Whether text is missing: at the end, or where the last line has an ellipsis.
  package var isTruncated = false

  package func style(ofLine index: Int) -> NSParagraphStyle.Values { parts[Int(lines[index].part)].style }

  /// The distance of a line from the start of the available width.
  func indent(ofLine index: Int) -> CGFloat { indent(of: lines[index]) }

  private func indent(of line: Line) -> CGFloat {
    let part = parts[Int(line.part)]
    return line.startsParagraph ? part.firstLineIndent : part.indent
  }

  /// The space between a line and the one before.
  package func distance(beforeLine index: Int) -> CGFloat {
    index > 0 ? distance(of: lines[index], from: lines[index - 1]) : 0
  }

  private func distance(of line: Line, from previous: Line) -> CGFloat {
    let previousStyle = parts[Int(previous.part)].style
    let style = parts[Int(line.part)].style
    return previous.leading + previousStyle.lineSpacing.saneLength
      + (line.startsParagraph ? style.distance(from: previousStyle) : 0)
  }

  /// The distance of a line's bottom from the top of the text.
  func bottom(ofLine index: Int) -> CGFloat { lines[index].bottom }

  /// The part of the available width that a line leaves free.
  package func room(inLine index: Int) -> CGFloat { availableWidth - indent(of: lines[index]) - lines[index].width }

  /// Adds a part, to which the lines that are appended next belong.
  ///
  /// - Parameter count: The number of its lines.
  mutating func append(_ part: Part, count: Int) {
    parts.append(part)
    if lines.isEmpty { lines.reserveCapacity(count) }
  }

  /// Adds a line to the last part.
  mutating func append(_ line: Line) {
    var line = line
    line.part = UInt32(clamping: parts.count - 1)
    line.bottom = line.height + (lines.last.map { $0.bottom + distance(of: line, from: $0) } ?? 0)
    lines.append(line)
  }

  /// Whether one line has the whole text.
  package var isWhole: Bool { lines.count == 1 && !isTruncated && hidden == nil && !lines[0].hasHyphen }

  package var height: CGFloat { lines.last?.bottom ?? 0 }

  /// The width of the longest line, with its indent.
  package var width: CGFloat {
    lines.reduce(0) { max($0, $1.width + indent(of: $1)) }
  }

  /// The size in whole pixels of a phone.
  package var size: CGSize { CGSize(width: width.roundedToPixel(.up), height: height.roundedToPixel(.up)) }
}

internal import Foundation

/// The lines of a text. Offsets count UTF-16 units, lengths are in points.
struct BrokenText {
  struct Line {
    /// The characters, with spaces and a line feed at the end.
    var range: Range<Int>
    /// The end of the characters with a width.
    var visibleEnd: Int
    var width: CGFloat
    /// The distance from the start of the available width.
    var indent: CGFloat
    /// The height without the space to the next line.
    var height: CGFloat
    /// The distance of the bottom from the baseline.
    var descent: CGFloat
    var style: NSParagraphStyle.Values
    var startsParagraph: Bool
    /// The characters that an ellipsis replaces; nil if there is no ellipsis.
    var hidden: Range<Int>?
    /// Whether a hyphen is visible at the end.
    var hasHyphen = false
  }

  private(set) var lines: [Line] = []
  // Sums, because a text may have many lines.
  private var bottoms: [CGFloat] = []
  /// Whether text is missing: at the end, or where the last line has an ellipsis.
  var isTruncated = false

  /// The space between a line and the one before.
  func distance(beforeLine index: Int) -> CGFloat {
    guard index > 0 else { return 0 }
    let (line, previous) = (lines[index], lines[index - 1])
    return previous.style.saneLineSpacing + (line.startsParagraph ? line.style.distance(from: previous.style) : 0)
  }

  /// The distance of a line's bottom from the top of the text.
  func bottom(ofLine index: Int) -> CGFloat { bottoms[index] }

  mutating func append(_ line: Line) {
    lines.append(line)
    bottoms.append((bottoms.last ?? 0) + distance(beforeLine: lines.count - 1) + line.height)
  }

  var height: CGFloat { lines.isEmpty ? 0 : bottom(ofLine: lines.count - 1) }

  /// The width of the longest line, with its indent.
  var width: CGFloat {
    lines.reduce(0) { max($0, $1.width + $1.indent) }
  }

  /// The size in whole points. The millionth is for the error of the sums.
  var size: CGSize {
    CGSize(width: (width - 1e-6).rounded(.up), height: (height - 1e-6).rounded(.up))
  }
}

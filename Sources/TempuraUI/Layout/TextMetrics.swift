internal import Foundation

/// Estimates the sizes of texts, because only the browser knows its font. The widths are those of Helvetica, which is
/// similar to the system fonts of browsers.
enum TextMetrics {
  /// The line height of the style sheet, as a multiple of the font size.
  static let lineHeight: CGFloat = 1.35

  /// The widths of the characters from U+0020 to U+007E, in thousandths of the font size (Adobe Font Metrics, Helvetica).
  private static let widths: [Int16] = [
    278, 278, 355, 556, 556, 889, 667, 222, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 222, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
  ]

  /// Returns the size of a text in points.
  ///
  /// - Parameters:
  ///   - width: The available width in points, 0 for any width.
  ///   - lines: The maximum number of lines, 0 for no limit.
  static func size(of text: String, font: UIFont, width: CGFloat = 0, lines: Int = 0) -> CGSize {
    guard !text.isEmpty else { return .zero }
    let factor = font.pointSize / 1000 * (font.isBold ? 1.06 : 1)
    let room = width > 0 ? Int(min(width / factor, 1e9)) : Int.max
    var count = 0
    var longest = 0
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let (paragraphLines, paragraphWidth) = wrap(paragraph, room)
      count += paragraphLines
      longest = max(longest, paragraphWidth)
    }
    if lines > 0 { count = min(count, lines) }
    return CGSize(
      width: (CGFloat(longest) * factor).rounded(.up),
      height: (CGFloat(count) * font.pointSize * lineHeight).rounded(.up))
  }

  /// Wraps a paragraph at its spaces, and returns the number of lines and the width of the longest one.
  private static func wrap(_ text: Substring, _ room: Int) -> (lines: Int, width: Int) {
    var (lines, line, word, longest) = (1, 0, 0, 0)
    func endWord() {
      if line + word > room, line > 0 {
        longest = max(longest, line)
        lines += 1
        line = 0
      }
      if word > room {  // the word is broken at any character
        lines += (word - 1) / max(room, 1)
        line = word % max(room, 1)
        longest = max(longest, room)
      } else {
        line += word
      }
      word = 0
    }
    for character in text.unicodeScalars {
      word += width(of: character)
      if character == " " { endWord() }
    }
    endWord()
    return (lines, max(longest, line))
  }

  private static func width(of character: Unicode.Scalar) -> Int {
    let value = character.value
    if value < 32 { return 0 }
    if value < 127 { return Int(widths[Int(value) - 32]) }
    if character.properties.canonicalCombiningClass != .notReordered { return 0 }
    // Ideographs, Hangul syllables and emoji are as wide as high.
    return (0x1100...0x11FF).contains(value) || (0x2E80...0xD7FF).contains(value) || value >= 0x1F000 ? 1000 : 556
  }
}

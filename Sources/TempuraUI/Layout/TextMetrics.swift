internal import Foundation

/// How large texts are, by estimate: only the browser knows its font. The widths are those of Helvetica, which the
/// system fonts of browsers resemble.
enum TextMetrics {
  /// The height of a line, in sizes of the font: that of the style sheet.
  static let lineHeight: CGFloat = 1.35

  /// The widths of the characters from the space to the tilde, in thousandths of the font's size (Adobe Font Metrics of
  /// Helvetica).
  private static let widths: [Int16] = [
    278, 278, 355, 556, 556, 889, 667, 222, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 222, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
  ]

  /// The size of a text.
  ///
  /// - Parameters:
  ///   - width: How wide it may be, 0 for any width.
  ///   - lines: How many lines it may have, 0 for any number.
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

  /// Breaks a paragraph at its spaces: how many lines it has, and how long the longest one is.
  private static func wrap(_ text: Substring, _ room: Int) -> (lines: Int, width: Int) {
    var (lines, line, word, longest) = (1, 0, 0, 0)
    func endWord() {
      if line + word > room, line > 0 {
        longest = max(longest, line)
        lines += 1
        line = 0
      }
      if word > room {  // it is broken anywhere
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
    // Ideographs, syllables and pictures take a square.
    return (0x1100...0x11FF).contains(value) || (0x2E80...0xD7FF).contains(value) || value >= 0x1F000 ? 1000 : 556
  }
}

internal import Glibc

/// Breaks texts into lines as a browser shows them, and measures the lines.
///
/// All lengths are in points, which are CSS pixels at the default text size. Offsets in a text count UTF-16 code units.
package enum TextLayout {
  /// How lines that are too long end.
  ///
  /// - `word`: Lines break between words, or within a word that alone is longer than a line.
  /// - `character`: Lines break between any two characters.
  /// - `clip`: The last line continues beyond the width. Without a maximum number of lines, all do.
  /// - `truncateHead`, `truncateMiddle`, `truncateTail`: Lines break between words. An ellipsis in the last line that the
  ///   maximum number allows stands for what does not fit.
  package enum LineBreak: Hashable, Sendable { case word, character, clip, truncateHead, truncateMiddle, truncateTail }

  private struct Input: Hashable, Sendable {
    let text: TextKey
    let runs: [TextRun]
  }

  private struct Request: Hashable, Sendable {
    let text: TextKey
    let runs: [TextRun]
    let paragraph: TextParagraph
    let width: Double
    let maximumLines: Int
    let lineBreak: LineBreak

    static func == (a: Self, b: Self) -> Bool {
      a.width == b.width && a.maximumLines == b.maximumLines && a.lineBreak == b.lineBreak && a.text == b.text
        && a.runs == b.runs && a.paragraph == b.paragraph
    }

    func hash(into hasher: inout Hasher) {
      // Other values seldom differ between texts that are equal.
      hasher.combine(text)
      hasher.combine(width)
      hasher.combine(runs.first?.font.size)
    }
  }

  private static let shaped = TextCache<Input, ShapedText>()
  private static let results = TextCache<Request, TextLines>()

  /// Returns the lines of a text. A line feed at the end of the text adds no line.
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
    let request = Request(
      text: TextKey(text: text), runs: runs, paragraph: paragraph, width: width, maximumLines: maximumLines,
      lineBreak: lineBreak)
    if let lines = results[request, text.utf8.count] { return lines }
    let lines = uncachedLines(
      of: text, runs: runs, paragraph: paragraph, width: width, maximumLines: maximumLines, lineBreak: lineBreak)
    results.insert(
      lines, for: request, length: text.utf8.count,
      cost: text.utf8.count + MemoryLayout<TextLine>.stride * lines.lines.count + 64 * runs.count)
    return lines
  }

  private static func uncachedLines(
    of text: String, runs: [TextRun], paragraph: TextParagraph, width: Double, maximumLines: Int, lineBreak: LineBreak
  ) -> TextLines {
    let input = Input(text: TextKey(text: text), runs: runs)
    let shapedText: ShapedText
    if let known = shaped[input, text.utf8.count] {
      shapedText = known
    } else {
      shapedText = ShapedText(text, runs: runs)
      shaped.insert(
        shapedText, for: input, length: text.utf8.count,
        cost: text.utf8.count + shapedText.byteCount + MemoryLayout<TextRun>.stride * runs.count)
    }
    var filler = LineFiller(
      shapedText, paragraph: paragraph, width: width, maximumLines: maximumLines, mode: lineBreak)
    return filler.fill()
  }

  /// Drops everything that was measured.
  package static func forgetAll() {
    FontStack.forgetAll()
    Word.forgetAll()
    shaped.removeAll()
    results.removeAll()
  }
}

/// A text that is compared by its bytes. To compare strings as Unicode requires takes longer.
struct TextKey: Hashable, Sendable {
  let text: String

  static func == (a: Self, b: Self) -> Bool {
    let equal = a.text.utf8.withContiguousStorageIfAvailable { a in
      b.text.utf8.withContiguousStorageIfAvailable { b in
        guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else {
          return a.count == b.count
        }
        return first == second || memcmp(first, second, a.count) == 0
      }
    }
    return (equal ?? nil) ?? a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

extension FontLibrary {
  /// Adds a font file for all texts of the process. The same file again changes nothing.
  ///
  /// - Parameters:
  ///   - bytes: The content of a TrueType or OpenType file.
  ///   - file: The name of the file. A font that contains no name has this one, without its ending.
  /// - Throws: `FontError`, whose description says what to do.
  @discardableResult
  package static func register(_ bytes: [UInt8], file: String) throws(FontError) -> FontNames {
    let stem = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "Font"
    let face = try FontFace(bytes, fallbackName: stem)
    let known = add(face)
    // Texts may have been measured with another font instead.
    if known === face { TextLayout.forgetAll() }
    guard known.hash == face.hash else { throw .duplicate(name: face.names.postScriptName) }
    return face.names
  }
}

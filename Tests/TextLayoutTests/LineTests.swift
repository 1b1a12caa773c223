import Testing
import TextLayout

/// How texts are broken into lines.
@Suite struct LineTests {
  static func lines(
    _ text: String, size: Double = 16, weight: Int = 400, width: Double = .infinity, maximumLines: Int = 0,
    lineBreak: TextLayout.LineBreak = .word, paragraph: TextParagraph = TextParagraph()
  ) -> TextLines {
    TextLayout.lines(
      of: text, runs: [TextRun(length: text.utf16.count, font: TextFont(size: size, weight: weight))],
      paragraph: paragraph,
      width: width, maximumLines: maximumLines, lineBreak: lineBreak)
  }

  /// The visible text of each line.
  static func visible(_ text: String, _ lines: TextLines) -> [String] {
    let units = Array(text.utf16)
    return lines.lines.map { line in
      var shown = Array(units[line.range.lowerBound..<line.visibleEnd])
      if let hidden = line.hidden {
        let start = line.range.lowerBound
        shown.replaceSubrange(hidden.lowerBound - start..<hidden.upperBound - start, with: Array("…".utf16))
      }
      return String(decoding: shown, as: UTF16.self) + (line.hasHyphen ? "-" : "")
    }
  }

  static func visible(
    _ text: String, width: Double, maximumLines: Int = 0, lineBreak: TextLayout.LineBreak = .word
  ) -> [String] {
    visible(text, lines(text, width: width, maximumLines: maximumLines, lineBreak: lineBreak))
  }

  @Test func aWordHasTheWidthOfItsGlyphsAndKerning() {
    let line = Self.lines("Hello").lines
    #expect(line.count == 1)
    #expect(line[0].width > 36 && line[0].width < 42)
    #expect(Self.lines("AVAVAV").width < 6 * Self.lines("A").width)
    #expect(Self.lines("Hello", weight: 700).width > line[0].width)
    #expect(Self.lines("Hello", size: 32).width < 1.98 * line[0].width, "larger letters are closer")
  }

  /// The widths of the texts in pictures of iPhones, in points.
  @Test(arguments: [
    ("Back Button Accessibility Traits - With Titles", 17, 333), ("Hello, world. This is a long run of text", 17, 277),
    ("What's the point?", 28, 209), ("What's the point?", 58, 424), ("My driving license", 28, 214),
  ])
  func aTextIsAboutAsWideAsOnAPhone(text: String, size: Double, width: Double) {
    #expect(abs(Self.lines(text, size: size).width - width) < 0.012 * width)
  }

  @Test func linesBreakBetweenWordsAndSpacesHang() {
    #expect(Self.visible("Hello big world", width: 70) == ["Hello big", "world"])
    #expect(Self.visible("Hello   ", width: 45) == ["Hello"])
    #expect(Self.visible("a\u{A0}b\u{A0}c d", width: 39) == ["a\u{A0}b\u{A0}c", "d"])
  }

  /// A word a little too wide for one line, in which the last break of Chromium is marked by `|`. Without one, its last
  /// character goes into the second line.
  @Test(arguments: [
    "usr/share/doc/rea|d", "example.com/pag|e", "and/o|r", "24/|£7", "2026-11-|21", "well-|known", "(06)12-|34", "$-|x",
    "cost-$|5",
    "x=-1|2", "page?|query", "what?|2", "why?”|)", "a!|(b)", "f(x|)", "f(a)|[b]", "a&|<b", "50%/yea|r", "5.00|€",
    "5.|£", "it’|s", "“so|”",
    "a“|b", "a—|b", "a–|b", "12:30–|14:00", "–s|o", "été-|café", "no\u{A0}x\u{2011}|y", "日|本", "日|“本", "本”|日", "本|。",
    "カ|ー", "C:\\Users\\|x",
  ])
  func wordsBreakAsInChromium(_ marked: String) {
    let word = marked.filter { $0 != "|" }
    let whole = Self.lines(word).width
    #expect(Self.visible(word, width: whole - 0.5).joined(separator: "|") == marked)
  }

  @Test func spacesAlwaysAllowABreak() {
    #expect(Self.visible("aaa !", width: Self.lines("aaa").width) == ["aaa", "!"])
    #expect(Self.visible("( aaa", width: Self.lines("aaa").width) == ["(", "aaa"])
    #expect(Self.visible("“ aaa", width: Self.lines("aaa").width) == ["“", "aaa"])
  }

  @Test func linesCoverTheWholeText() {
    let text = "One two three\nfour\r\n\nfive  six\u{2028}seven\n"
    for width in stride(from: 0.0, through: 200, by: 7) {
      for mode in [TextLayout.LineBreak.word, .character, .clip] {
        let lines = Self.lines(text, width: width, lineBreak: mode).lines
        #expect(lines.first?.range.lowerBound == 0)
        #expect(lines.last?.range.upperBound == text.utf16.count)
        for (line, next) in zip(lines, lines.dropFirst()) { #expect(line.range.upperBound == next.range.lowerBound) }
      }
    }
  }

  @Test func aWordThatIsTooLongBreaksBetweenCharacters() {
    let lines = Self.lines("Incomprehensibilities", width: 50)
    #expect(lines.lines.count > 2)
    #expect(lines.lines.allSatisfy { $0.width <= 50 })
    #expect(Self.visible("👨‍👩‍👧‍👦🇮🇹e\u{301}", width: 1) == ["👨‍👩‍👧‍👦", "🇮🇹", "e\u{301}"])
  }

  @Test func lineFeedsEndLines() {
    #expect(Self.visible("a\n\nb", width: 100) == ["a", "", "b"])
    #expect(Self.visible("a\n", width: 100) == ["a"])
    #expect(Self.visible("a\r\nb\u{2028}c\u{2029}d", width: 100) == ["a", "b", "c", "d"])
    #expect(Self.lines("").lines.count == 1)
    #expect(Self.lines("").lines[0].height == Self.lines("a").lines[0].height)
  }

  @Test func softHyphensShowWhereLinesBreak() {
    #expect(Self.visible("incom\u{AD}prehensible", width: 60) == ["incom\u{AD}-", "prehens", "ible"])
    #expect(Self.lines("co\u{AD}op").width == Self.lines("coop").width)
  }

  @Test func aLineHasRoomForTheHyphenOfASoftHyphen() {
    let font = TextFont(size: 16)
    let hyphen = Self.lines("\u{2010}").width
    let lines = Self.lines("soft\u{AD}ware", width: 60)
    #expect(abs(lines.lines[0].width - Self.lines("soft").width - hyphen) < 0.05)
    #expect(hyphen < Self.lines("-").width && font.lineHeight > 0)
    // Without room for the hyphen, the word breaks elsewhere.
    let narrow = Self.visible("soft\u{AD}ware", width: Self.lines("soft").width + 1)
    #expect(narrow.first == "sof")
  }

  @Test func trackingHasNoEffectWithinAndBesideArabic() {
    func added(_ text: String) -> Double {
      let runs = [TextRun(length: text.utf16.count, font: TextFont(size: 16), tracking: 10)]
      let line = TextLayout.lines(of: text, runs: runs, width: .infinity)
      return (line.width - Self.lines(text).width).rounded()
    }
    #expect(added("جملة") == 0)
    #expect(added("جملة 12:30") == 10)
    #expect(added("جملة × 😀") == 20)
    #expect(added("جملة (a) 1") == 30)
    #expect(added("ab [جم] 1") == 70)
    #expect(added("😀 جملة") == 10)
    #expect(added("שלום 1") == 60)
  }

  @Test func aLineThatFitsIsNotWiderThanTheRoom() {
    for text in ["Hello", "Größe 5.00 €", "a b c d e f"] {
      let whole = Self.lines(text).width
      #expect(Self.lines(text, width: whole).lines.count == 1)
      // Chromium allows 1/64 more.
      let narrower = Self.lines(text, width: whole - 1.0 / 64)
      #expect(narrower.lines.count == 1 && narrower.width <= whole - 1.0 / 64)
      #expect(Self.lines(text, width: whole - 2.0 / 64).lines.count == 2)
    }
  }

  @Test func tabsGoToStops() {
    let space = Self.lines("a b").width - Self.lines("ab").width
    let stop = Self.lines("\tb").width - Self.lines("b").width
    #expect(abs(stop - 8 * space) < 0.5)
    #expect(abs(Self.lines("a\tb").width - Self.lines("\tb").width) < 0.1)
  }

  @Test func trackingWidensEachCharacter() {
    let runs = [TextRun(length: 5, font: TextFont(size: 16), tracking: 2)]
    #expect(abs(TextLayout.lines(of: "Hello", runs: runs, width: 500).width - Self.lines("Hello").width - 10) < 0.05)
  }

  @Test func aLineIsAsTallAsItsLargestFont() {
    let runs = [TextRun(length: 2, font: TextFont(size: 10)), TextRun(length: 2, font: TextFont(size: 30))]
    let lines = TextLayout.lines(of: "a\nbc", runs: runs, width: 500).lines
    #expect(lines.map(\.height) == [TextFont(size: 10).lineHeight, TextFont(size: 30).lineHeight])
    #expect(abs(TextFont(size: 17).lineHeight - 61.0 / 3) < 1e-9)
  }

  @Test func attachmentsTakeTheirRoom() {
    let image = TextRun.Attachment(width: 40, ascent: 50, descent: 10)
    let runs = [
      TextRun(length: 2, font: TextFont(size: 16)),
      TextRun(length: 1, font: TextFont(size: 16), attachment: image),
    ]
    let lines = TextLayout.lines(of: "a \u{FFFC}", runs: runs, width: 500)
    #expect(lines.lines.map(\.height) == [60])
    #expect(lines.width > 50)
    #expect(TextLayout.lines(of: "a \u{FFFC}", runs: runs, width: 45).lines.count == 2)
  }

  @Test func firstLinesOfParagraphsHaveTheirOwnIndent() {
    var paragraph = TextParagraph()
    paragraph.firstLineIndent = 20
    paragraph.indent = 10
    let lines = Self.lines("aa bb\ncc", width: 45, paragraph: paragraph).lines
    #expect(lines.map(\.indent) == [20, 10, 20])
  }

  // MARK: - Truncation

  @Test func anEllipsisStandsForWhatDoesNotFit() {
    #expect(Self.visible("Hello big world", width: 80, maximumLines: 1, lineBreak: .truncateTail) == ["Hello big…"])
    #expect(
      Self.visible("Hello big world", width: 75, maximumLines: 2, lineBreak: .truncateTail) == ["Hello big", "world"])
    #expect(Self.visible("Hello\nworld", width: 80, maximumLines: 1, lineBreak: .truncateTail) == ["Hello…"])
    #expect(Self.visible("Hello big world", width: 80, maximumLines: 1, lineBreak: .truncateHead) == ["…big world"])
    #expect(Self.visible("Hello big world", width: 80, maximumLines: 1, lineBreak: .truncateMiddle) == ["Hello…orld"])
    let text = "A rather long sentence with words of different lengths"
    for mode in [TextLayout.LineBreak.truncateHead, .truncateMiddle, .truncateTail] {
      for width in stride(from: 20.0, through: 400, by: 3) {
        let lines = Self.lines(text, width: width, maximumLines: 1, lineBreak: mode)
        #expect(lines.width <= width && lines.lines.count == 1, "\(lines.width), \(width), \(mode)")
        #expect(lines.isTruncated == (lines.lines[0].hidden != nil))
      }
    }
  }

  @Test func aMaximumOfLinesWithoutTruncationLeavesTextOut() {
    let lines = Self.lines("Hello big world", width: 75, maximumLines: 1)
    #expect(lines.isTruncated && lines.lines.count == 1 && lines.lines[0].hidden == nil)
  }
}

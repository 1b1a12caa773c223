import Basics
import TestSupport
import Testing

@testable import TextLayout

/// Texts and numbers that no app means.
@Suite struct BadInputTests {
  static let numbers = [
    Double.nan, .infinity, -.infinity, -1, -0.0, 0, 1e-300, 1e9, 1e300, .greatestFiniteMagnitude, 0.1,
  ]

  @Test(arguments: numbers) func anyNumberGivesFiniteLines(number: Double) {
    var paragraph = TextParagraph()
    paragraph.firstLineIndent = number
    paragraph.indent = number
    paragraph.endIndent = number
    let attachment = TextRun.Attachment(width: number, ascent: number, descent: number)
    let runs = [
      TextRun(length: 7, font: TextFont(size: number), tracking: number),
      TextRun(length: 1, font: TextFont(size: number), attachment: attachment),
    ]
    for width in Self.numbers {
      for mode in [TextLayout.LineBreak.word, .character, .clip, .truncateHead, .truncateMiddle, .truncateTail] {
        for (style, runs) in [
          (paragraph, runs), (TextParagraph(), runs), (paragraph, [TextRun(length: 8, font: TextFont(size: 17))]),
        ] {
          let lines = TextLayout.lines(
            of: "a\tb c\nd\u{FFFC}", runs: runs, paragraph: style, width: width, maximumLines: 3, lineBreak: mode)
          #expect(lines.width.isFinite && lines.width >= 0)
          #expect(lines.lines.allSatisfy { $0.height.isFinite && $0.height >= 0 })
          #expect(!lines.lines.isEmpty)
        }
      }
    }
  }

  /// A line that steps back over each hyphen, and measures each time, does not end here.
  @Test(arguments: [5, 40, 200]) func manySoftHyphensAreReadOnce(width: Double) {
    let hyphens = String(repeating: "\u{AD}", count: 100_000)
    let letters = Int(width / 17)
    for text in [String(repeating: "o", count: letters) + hyphens + "W", "i" + hyphens + "i" + hyphens + "WW"] {
      let lines = TextLayout.lines(
        of: text, runs: [TextRun(length: text.utf16.count, font: TextFont(size: 17))], width: width
      ).lines
      #expect(lines.last?.range.upperBound == text.utf16.count && lines.count < 10, "\(lines.count)")
    }
  }

  /// Texts whose lines, or whose directions, took a time that grew faster than the text.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (" \u{301}", "ب"), (" \u{200D}", "ب"), (" \u{64E}", ""), ("\u{3000}\u{301}", "ب"), ("a[", "ب"), ("a(", "ב"),
      ("\u{3000}", "\u{34F}"), ("א[a", ""), ("a[a)", "ب"), ("[\u{2066}]\u{2069}a", "ب"), ("a\u{3008}", "ب"),
    ])
  func longTextsTakeLinearTime(part: String, end: String) {
    let text = String(repeating: part, count: size(20_000, inTestAll: 50_000)) + end
    let run = TextRun(length: text.utf16.count, font: TextFont(size: 17))
    let lines = TextLayout.lines(of: text, runs: [run], width: 241).lines
    #expect(lines.last?.range.upperBound == text.utf16.count)
    #expect(lines.allSatisfy { $0.width <= 241 })
  }

  @Test(arguments: [10, 100]) func aLongRunOfSpacesHangsOverTheEndOfALine(count: Int) {
    let text = "字" + String(repeating: "\u{3000}", count: count) + "字"
    let run = TextRun(length: text.utf16.count, font: TextFont(size: 17))
    #expect(TextLayout.lines(of: text, runs: [run], width: 100).lines.count == 2)
  }

  @Test func aSpaceThatCarriesAMarkNeedsRoom() {
    let text = "ب" + String(repeating: " \u{301}", count: 100)
    let run = TextRun(length: text.utf16.count, font: TextFont(size: 17))
    #expect(TextLayout.lines(of: text, runs: [run], width: 100).lines.count > 2)
  }

  @Test(arguments: [0x1, 0x7F, 0x9B, 0xFDD0, 0xFFFE])
  func aCharacterThatPagesReplaceIsAsWideAsTheReplacement(code: UInt32) throws {
    let character = Character(try #require(Unicode.Scalar(code)))
    func width(_ text: String) -> Double {
      TextLayout.lines(of: text, runs: [TextRun(length: text.utf16.count, font: TextFont(size: 17))], width: 999).width
    }
    #expect(width("a\(character)b") == width("a\u{FFFD}b") && width("a\(character)b") > width("ab"))
  }

  @Test func runsNeedNotBeAsLongAsTheText() {
    let font = TextFont(size: 17)
    for runs in [
      [], [TextRun(length: 0, font: font)], [TextRun(length: 2, font: font)], [TextRun(length: 99, font: font)],
      [TextRun(length: -5, font: font), TextRun(length: .max, font: font)],
      [TextRun(length: 1, font: font), TextRun(length: 1, font: font), TextRun(length: 0, font: font)],
      // Within a pair of surrogates.
      [TextRun(length: 5, font: font), TextRun(length: 1, font: font), TextRun(length: 9, font: font)],
    ] {
      for text in ["", "Hello😀 world", "\n", "\u{0}"] {
        let lines = TextLayout.lines(of: text, runs: runs, width: 50).lines
        #expect(lines.last?.range.upperBound == text.utf16.count)
      }
    }
  }

  static let texts: [String: String] = [
    "many words": String(repeating: "word ", count: 14_000),
    "a long word": String(repeating: "w", count: 70_000),
    "line feeds": String(repeating: "\n", count: 10_000),
    "combining marks": "a" + String(repeating: "\u{301}\u{323}", count: 5000),
    "joiners": String(repeating: "👩\u{200D}", count: 5000),
    "nested directions": String(repeating: "\u{202E}\u{2067}א", count: 5000),
    "controls":
      String(String.UnicodeScalarView((0..<0x20).map { Unicode.Scalar($0)! })) + "\u{7F}\u{85}\u{FFFE}\u{FFFF}",
    "Arabic letters without a space": String(repeating: "ب", count: 66_000),
    "flags": String(repeating: "🇮", count: 5001),
    "soft hyphens": String(repeating: "\u{AD}", count: 5000),
    "tabs": String(repeating: "\t", count: 5000),
  ]

  @Test(arguments: texts.keys.sorted()) func longAndStrangeTextsHaveLines(name: String) {
    let text = Self.texts[name] ?? ""
    let isHuge = text.utf16.count > 50_000
    for (mode, maximum) in [
      (TextLayout.LineBreak.word, 0), (.word, 2), (.truncateTail, 1), (.truncateMiddle, 1), (.clip, 0),
    ] {
      for width in isHuge ? [300] : [0, 300, Double.infinity] {
        let run = TextRun(length: text.utf16.count, font: TextFont(size: 17))
        let lines = TextLayout.lines(of: text, runs: [run], width: width, maximumLines: maximum, lineBreak: mode)
        #expect(lines.lines.allSatisfy { $0.height.isFinite } && lines.width.isFinite)
        if !lines.isTruncated { #expect(lines.lines.last?.range.upperBound == text.utf16.count) }
      }
    }
  }

  @Test func textsBeyondTheLimitAreMeasuredWithoutKerning() {
    let long = String(repeating: "Title ", count: 20_000)
    let run = TextRun(length: long.utf16.count, font: TextFont(size: 17))
    let lines = TextLayout.lines(of: long, runs: [run], width: 300).lines
    #expect(lines.first.map { $0.range.count } == lines[lines.count - 2].range.count)
  }

  @Test func aCacheIsBounded() {
    let cache = GenerationCache<Int, Int>(capacity: 160)
    for number in 0..<10_000 { cache.insert(number, for: number, cost: 1) }
    #expect((0..<10_000).count { cache[$0] != nil } <= 320)
    cache.insert(1, for: -1, cost: 100)
    #expect(cache[-1] == nil)
    cache.removeAll()
    #expect(cache[9_999] == nil)
  }

  @Test func manyThreadsMayMeasureAtOnce() async {
    await withTaskGroup(of: Double.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<200).reduce(0) { sum, index in
            let text = "text \(index % 50) of a thread \(thread % 2) שלום"
            let run = TextRun(length: text.utf16.count, font: TextFont(size: Double(10 + index % 7)))
            return sum + TextLayout.lines(of: text, runs: [run], width: 60).width
          }
        }
      }
      var sums: Set<Double> = []
      for await sum in group { sums.insert(sum) }
      #expect(sums.count == 2)
    }
  }
}

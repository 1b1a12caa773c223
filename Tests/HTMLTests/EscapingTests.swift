import Testing

@testable import HTML

/// What goes in as text comes out as text, whatever is in it.
@Suite struct EscapingTests {
  private func escaped(_ text: String) -> String {
    var buffer = HTMLBuffer()
    buffer.append(text: text)
    return buffer.string
  }

  @Test(arguments: [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
    ("<script>alert('x' & \"y\")</script>", "&lt;script&gt;alert(&#39;x&#39; &amp; &quot;y&quot;)&lt;/script&gt;"),
    ("&amp;", "&amp;amp;"), ("a<b", "a&lt;b"), ("<<>>", "&lt;&lt;&gt;&gt;"),
  ])
  func markupIsEscaped(text: String, expected: String) {
    #expect(escaped(text) == expected)
  }

  @Test func aCharacterIsEscapedAlikeAtEachPlaceOfALongText() {
    for scalar in (0..<UInt8(0xFF)).map(Unicode.Scalar.init(_:)) {
      for place in 0..<40 {
        let (before, after) = (String(repeating: "a", count: place), String(repeating: "b", count: 39 - place))
        let character = String(Character(scalar))
        #expect(escaped(before + character + after) == before + escaped(character) + after)
      }
    }
  }

  @Test func textWithoutMarkupIsCopied() {
    for text in ["", "a", "Grüße, 世界", "  spaces\tand\nlines  ", "/path?q=1;x=2#`{}[]"] {
      #expect(escaped(text) == text)
    }
  }

  @Test func carriageReturnsSurviveAParser() {
    #expect(escaped("a\rb").utf8.elementsEqual("a&#13;b".utf8))
    #expect(escaped("a\r\nb").utf8.elementsEqual("a&#13;\nb".utf8))
  }

  @Test func everyControlCharacterOfASCIIIsReplacedOrKept() {
    for byte in (0 as UInt8)..<32 {
      let text = "a" + String(Unicode.Scalar(byte)) + "b"
      let expected =
        switch byte {
        case 9, 10: text
        case 13: "a&#13;b"
        default: "a\u{FFFD}b"
        }
      #expect(escaped(text).utf8.elementsEqual(expected.utf8), "U+\(String(byte, radix: 16))")
    }
    #expect(escaped("\u{7F}") == "\u{FFFD}")
  }

  @Test func controlCharactersOfTheC1BlockAreReplaced() throws {
    for value in (0x80 as UInt32)...0x9F {
      let scalar = try #require(Unicode.Scalar(value))
      #expect(escaped("a\(Character(scalar))b") == "a\u{FFFD}b", "U+\(String(value, radix: 16))")
    }
    #expect(escaped("\u{A0}¡ÿ") == "\u{A0}¡ÿ", "the next ones begin with the same byte")
  }

  @Test func noncharactersOfAllPlanesAreReplaced() throws {
    var values = Array((0xFDD0 as UInt32)...0xFDEF)
    for plane in (0 as UInt32)...16 { values += [plane << 16 | 0xFFFE, plane << 16 | 0xFFFF] }
    #expect(values.count == 66)
    for value in values {
      let scalar = try #require(Unicode.Scalar(value))
      #expect(escaped("a\(Character(scalar))b") == "a\u{FFFD}b", "U+\(String(value, radix: 16))")
    }
  }

  @Test func theirNeighboursAreKept() throws {
    var values: [UInt32] = [0xFDCF, 0xFDF0, 0xFFFD, 0xF000, 0xE000, 0xA0]
    for plane in (0 as UInt32)...16 { values += [plane << 16 | 0xFFFD, plane << 16 | 0x0FFE, plane << 16 | 0xEFFE] }
    for value in values {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a" + String(scalar) + "b"
      #expect(escaped(text).utf8.elementsEqual(text.utf8), "U+\(String(value, radix: 16))")
    }
  }

  @Test func allOtherScalarsComeOutAsThemselves() {
    var all = String.UnicodeScalarView()
    for value in (0xA0 as UInt32)...0x10FFFF where !(0xFDD0...0xFDEF).contains(value) && value & 0xFFFE != 0xFFFE {
      if let scalar = Unicode.Scalar(value) { all.append(scalar) }
    }
    let text = String(all)
    var buffer = HTMLBuffer()
    buffer.append(text: text)
    #expect(buffer.string == text)
  }

  @Test func emojiAreKept() {
    for text in ["👍🏽", "👨‍👩‍👧‍👦", "🇮🇹", "e\u{301}", "각", "☕️"] { #expect(escaped(text).utf8.elementsEqual(text.utf8)) }
  }

  @Test func aForbiddenCharacterAtTheVeryEndIsReplaced() {
    #expect(escaped("\u{85}") == "\u{FFFD}")
    #expect(escaped("x\u{FFFF}") == "x\u{FFFD}")
    #expect(escaped("x\u{10FFFF}") == "x\u{FFFD}")
  }

  /// A string made elsewhere may have what no UTF-8 has; Swift mends that before we see it.
  @Test func loneBytesCannotBeInAString() {
    for bytes in [[0xC2], [0xEF, 0xBF], [0xF0, 0x9F, 0xBF], [0x80], [0x61, 0xF4]] as [[UInt8]] {
      #expect(escaped(String(decoding: bytes, as: UTF8.self)).contains("\u{FFFD}"))
    }
  }
}

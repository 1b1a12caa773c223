import Basics
import Testing

@Suite struct TextTests {
  private func decode(_ text: String, plusIsSpace: Bool = false) -> String? {
    Array(text.utf8).withUnsafeBytes { PercentEncoding.decode($0, plusIsSpace: plusIsSpace) }
  }

  @Test(arguments: ["", "abc-._~", "a b/c?d=e&f", "100 %", "ü€😀", "\u{1}\n"])
  func encodedTextDecodesToItself(text: String) {
    let encoded = PercentEncoding.encode(text)
    #expect(decode(encoded) == text)
    #expect(encoded.utf8.count == PercentEncoding.encodedSize(text))
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
  }

  @Test func encodedBytesHaveTwoCapitalDigits() {
    #expect(PercentEncoding.encode("a/ü\t") == "a%2F%C3%BC%09")
  }

  @Test func aPlusIsASpaceInFormsOnly() {
    #expect(decode("a+b%2B", plusIsSpace: true) == "a b+")
    #expect(decode("a+b%2B") == "a+b+")
  }

  @Test(arguments: ["%", "%4", "%4g", "%00", "a\0", "%FF", "%C3"])
  func malformedTextDoesNotDecode(text: String) {
    #expect(decode(text) == nil)
    #expect(!Array(text.utf8).withUnsafeBytes { PercentEncoding.isWellFormed($0) })
  }

  @Test func longRunsOfCombiningCharactersAreInterrupted() {
    let marks = String(repeating: "\u{301}\u{323}", count: 50)
    let text = "e" + marks + "x"
    let safe = text.streamSafe
    #expect(safe.unicodeScalars.count { $0 == "\u{34F}" } == 3)
    #expect(
      String(String.UnicodeScalarView(safe.unicodeScalars.filter { $0 != "\u{34F}" })).utf8.elementsEqual(text.utf8))
    #expect(safe.streamSafe.utf8.elementsEqual(safe.utf8))
    for text in ["", "plain", "Ελληνικά", "e" + String(repeating: "\u{301}", count: 30) + "x", "👩‍👩‍👧", "נִקּוּד"] {
      #expect(text.streamSafe.utf8.elementsEqual(text.utf8))
    }
  }

  @Test(arguments: [
    ("a\r\nb", "a\nb"), ("\r\r\n\n", "\n\n\n"), ("a\rb", "a\nb"), ("e\r\n\u{301}", "e\n\u{301}"), ("", ""),
  ])
  func carriageReturnsBecomeLineFeeds(text: String, result: String) {
    #expect(text.withLineFeeds.utf8.elementsEqual(result.utf8))
  }

  @Test func bytesThatAreNoUTF8GiveNoText() {
    #expect(String(utf8: Array("aü".utf8)) == "aü")
    #expect(String(utf8: [0x61, 0xc3]) == nil)
  }

  @Test func hexadecimalNumbersHaveAllTheirDigits() {
    #expect(UInt8(15).hexadecimal == "0f")
    #expect(UInt64(0xabc).hexadecimal == "0000000000000abc")
    #expect(UInt16.max.hexadecimal == "ffff")
  }

  /// Test vectors of RFC 9923.
  @Test(arguments: [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)])
  func theStableHashIsFNV1a(text: String, hash: UInt64) {
    var stable = StableHash()
    Array(text.utf8).withUnsafeBytes { stable.combine($0) }
    #expect(stable.value == hash)
  }

  @Test func twoTextsDoNotHashAsTheirJoin() {
    var (parts, whole) = (StableHash(), StableHash())
    parts.combine("ab")
    parts.combine("c")
    whole.combine("abc")
    #expect(parts.value != whole.value)
  }

  @Test(arguments: [
    ("css/app.css", "text/css; charset=utf-8"), ("A.PNG", "image/png"), ("a.b.docx", MediaType.types["docx"]!),
    ("noEnding", "application/octet-stream"), ("a.unknown", "application/octet-stream"),
  ])
  func theEndingOfAFileTellsItsMediaType(path: String, type: String) {
    #expect(MediaType.ofFile(path) == type)
  }
}

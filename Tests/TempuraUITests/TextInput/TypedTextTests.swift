import Foundation
import TestSupport
import Testing

@testable import TempuraUI

/// The change of a text by typing.
@Suite struct TypedTextTests {
  /// The old text with the replacement in its place.
  private func applied(_ change: TypedText, to old: String) -> String? {
    Range(change.range, in: old).map { old.replacingCharacters(in: $0, with: change.replacement) }
  }

  @Test(arguments: [
    ("", "a", 0, 0, "a"), ("a", "", 0, 1, ""), ("abc", "abXc", 2, 0, "X"), ("abc", "ac", 1, 1, ""),
    ("abc", "aXc", 1, 1, "X"), ("abc", "abcd", 3, 0, "d"), ("abc", "Xabc", 0, 0, "X"), ("aa", "aaa", 2, 0, "a"),
    ("abcabc", "abc", 3, 3, ""), ("hello", "world", 0, 5, "world"), ("aXbXc", "aXc", 2, 2, ""),
    // In UTF-16 units, as UIKit counts.
    ("👍a", "👍ab", 3, 0, "b"), ("a👍🏽b", "a👍🏿b", 1, 4, "👍🏿"), ("👨‍👩‍👧", "👨‍👩‍👧‍👦", 0, 8, "👨‍👩‍👧‍👦"),
    ("🇮🇹", "🇮🇹🇫🇷", 4, 0, "🇫🇷"), ("e", "e\u{301}", 0, 1, "e\u{301}"), ("e\u{301}", "e", 0, 2, "e"),
    ("\u{1112}\u{1161}", "\u{1112}\u{1161}\u{11AB}", 0, 2, "\u{1112}\u{1161}\u{11AB}"), ("한", "하", 0, 1, "하"),
    ("a\r\nb", "a\nb", 1, 2, "\n"), ("a\nb", "a\n\nb", 2, 0, "\n"), ("a\rb", "a\r\nb", 1, 1, "\r\n"),
  ])
  func aChangeIsOneReplacement(old: String, new: String, location: Int, length: Int, replacement: String) throws {
    let change = try #require(TypedText(from: old, to: new))
    #expect(change.range == NSRange(location: location, length: length))
    #expect(change.replacement.utf8.elementsEqual(replacement.utf8))
    #expect(applied(change, to: old)?.utf8.elementsEqual(new.utf8) == true)
  }

  @Test func lineBreaksAreReturnsUnlessThereAreMoreThanFingersType() throws {
    func parts(_ new: String) throws -> [String] { try #require(TypedText(from: "a", to: "a" + new)).parts }
    #expect(try parts("\nb\n\n") == ["\n", "b", "\n", "\n"])
    #expect(try parts("b\nc") == ["b\nc"], "it was pasted")
    let returns = String(repeating: "\n", count: 16)
    #expect(try parts(returns).count == 16)
    #expect(try parts(returns + "\n") == [returns + "\n"])
  }

  /// As each character is compared with the one of the other text, from the start and from the end.
  private func byCharacters(_ old: String, _ new: String) -> TypedText? {
    guard !old.isSameText(as: new) else { return nil }
    func isSame(_ one: Character, _ other: Character) -> Bool { one.unicodeScalars.elementsEqual(other.unicodeScalars) }
    let prefix = zip(old, new).prefix(while: isSame).count
    let limit = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(limit).prefix(while: isSame).count
    let (start, end) = (old.index(old.startIndex, offsetBy: prefix), old.index(old.endIndex, offsetBy: -suffix))
    return TypedText(
      replacing: NSRange(start..<end, in: old), with: String(new.dropFirst(prefix).dropLast(suffix)))
  }

  /// A row of flags is searched from its start for each character before the end.
  @Test func rowsOfFlagsTakeNoLongerThanOtherTexts() throws {
    func flags(_ count: Int) -> String { String(repeating: "🇮🇹", count: count) }
    let old = "a" + flags(40_000)
    for new in ["b" + flags(40_000), "a🇮" + flags(40_000), old + "🇮", "a" + flags(10_000) + "c" + flags(30_000)] {
      let change = try #require(TypedText(from: old, to: new))
      #expect(applied(change, to: old)?.isSameText(as: new) == true)
    }
  }

  @Test func theSameTextIsNoChange() {
    for text in ["", "a", "👍🏽", "e\u{301}", "\r\n", "\0"] { #expect(TypedText(from: text, to: text) == nil) }
  }

  @Test func aTextWithOtherBytesIsAChange() throws {
    let change = try #require(TypedText(from: "caf\u{E9}", to: "cafe\u{301}"))
    #expect(applied(change, to: "caf\u{E9}")?.unicodeScalars.count == 5)
  }

  /// Parts of characters that join with what stands beside them, in every order.
  @Test func noTypedTextTraps() {
    let parts = [
      "a", "e", "\u{301}", "\u{200D}", "👩", "🏽", "🇮", "🇹", "\r", "\n", "\u{1112}", "\u{1161}", "\u{11AB}", "\u{FE0F}",
      "क", "\u{94D}", "ष", "\0", "\u{FFFD}", "\u{10FFFF}", "\u{200F}", "ﬁ", "\u{600}",
    ]
    var random = SeededNumbers(seed: 3)
    func text() -> String {
      (0..<Int.random(in: 0..<7, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<20_000 {
      let (old, new) = (text(), text())
      guard let change = TypedText(from: old, to: new) else {
        #expect(old.utf8.elementsEqual(new.utf8))
        continue
      }
      let other = byCharacters(old, new)
      #expect(
        change.range == other?.range && change.replacement.isSameText(as: other?.replacement ?? ""), "\(old) \(new)")
      guard let result = applied(change, to: old), result.utf8.elementsEqual(new.utf8) else {
        Issue.record("\(Array(old.unicodeScalars)) to \(Array(new.unicodeScalars)): \(change)")
        return
      }
    }
  }

  @Test func aChangeOfALongTextIsFound() throws {
    let old = String(repeating: "ab\n", count: 20_000)
    let change = try #require(TypedText(from: old + "x" + old, to: old + "yz" + old))
    #expect(change.range == NSRange(location: 60_000, length: 1))
    #expect(change.replacement == "yz")
  }
}

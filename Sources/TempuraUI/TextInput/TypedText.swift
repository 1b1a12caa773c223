package import Foundation

/// A change of a text by typing, as delegates receive it.
package struct TypedText {
  /// The replaced range of the old text, in UTF-16 units as in UIKit.
  package let range: NSRange
  package let replacement: String

  private static let maxReturns = 16
  /// The length of a text that may have been typed. A longer one was pasted.
  static let maxCharacters = 1000

  /// Computes the change from an old text to a new one: the part between their common prefix and suffix. Nil if the
  /// texts are the same.
  package init?(from old: String, to new: String) {
    guard !old.isSameText(as: new) else { return nil }
    let (oldBytes, newBytes) = (old.utf8.count, new.utf8.count)
    var prefix = zip(old.utf8, new.utf8).prefix { $0 == $1 }.count
    // No character is cut in one of the texts. Where both begin with the same bytes, they have the same characters up to the
    // last one of these.
    for _ in 0..<2 { prefix = min(old.startOfCharacter(atByte: prefix), new.startOfCharacter(atByte: prefix)) }
    let limit = min(oldBytes, newBytes) - prefix
    let suffix = zip(old.utf8.reversed(), new.utf8.reversed()).prefix(limit).prefix { $0 == $1 }.count
    var start = old.endOfCharacter(atByte: oldBytes - suffix)
    var newStart = new.endOfCharacter(atByte: newBytes - suffix)
    while oldBytes - start.bytes != newBytes - newStart.bytes {
      if oldBytes - start.bytes > newBytes - newStart.bytes {
        start = old.next(start)
      } else {
        newStart = new.next(newStart)
      }
    }
    range = NSRange(old.utf8.index(old.startIndex, offsetBy: prefix)..<start.index, in: old)
    replacement = String(new[new.utf8.index(new.startIndex, offsetBy: prefix)..<newStart.index])
  }

  /// The replacements that UIKit reports for the change. Line breaks before and after one line are presses of the return
  /// key, each by itself. Several lines were pasted: they are one replacement, as are more line breaks than fingers type.
  ///
  /// Each part costs the length of the text, and the app's delegate is asked about it.
  var parts: [String] {
    let before = replacement.prefix { $0 == "\n" }
    let rest = replacement.dropFirst(before.count)
    let line = rest.prefix { $0 != "\n" }
    let after = rest.dropFirst(line.count)
    guard after.allSatisfy({ $0 == "\n" }), 1...Self.maxReturns ~= before.count + after.count else {
      return [replacement]
    }
    return before.map(String.init) + (line.isEmpty ? [] : [String(line)]) + after.map(String.init)
  }
}

extension String {
  /// Whether the texts have the same bytes. Swift's `==` is true also for different bytes of the same character, such
  /// as a composed and a decomposed "é".
  func isSameText(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, one.count) == 0
      }
    }
  }
}

// Swift finds the start of a character by going back, in a row of flags to its first one, and its end by going on. So these
// go back once for a text.
extension String {
  fileprivate typealias Boundary = (index: Index, bytes: Int)

  /// Returns the number of bytes before the character with a byte, or of the text if it ends there.
  fileprivate func startOfCharacter(atByte offset: Int) -> Int {
    let index = utf8.index(startIndex, offsetBy: offset)
    guard index < endIndex else { return offset }
    return utf8.distance(from: startIndex, to: self.index(before: self.index(after: index)))
  }

  /// Returns the first boundary of characters at a byte or after it.
  fileprivate func endOfCharacter(atByte offset: Int) -> Boundary {
    let start = startOfCharacter(atByte: offset)
    let boundary = (utf8.index(startIndex, offsetBy: start), start)
    return start == offset ? boundary : next(boundary)
  }

  fileprivate func next(_ boundary: Boundary) -> Boundary {
    let index = self.index(after: boundary.index)
    return (index, boundary.bytes + utf8.distance(from: boundary.index, to: index))
  }
}

package import Foundation

/// A change of a text by typing, as delegates receive it.
package struct TypedText {
  /// The replaced range of the old text, in UTF-16 units as in UIKit.
  package let range: NSRange
  package let replacement: String

  private static let maxReturns = 16

  /// Computes the change from an old text to a new one: the part between their common prefix and suffix. Nil if the
  /// texts are the same.
  package init?(from old: String, to new: String) {
    guard !old.isSameText(as: new) else { return nil }
    let prefix = zip(old, new).prefix { $0.isSame(as: $1) }.count
    let limit = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(limit).prefix { $0.isSame(as: $1) }.count
    let start = old.index(old.startIndex, offsetBy: prefix)
    let end = old.index(old.endIndex, offsetBy: -suffix)
    range = NSRange(start..<end, in: old)
    replacement = String(new.dropFirst(prefix).dropLast(suffix))
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
    guard after.allSatisfy({ $0 == "\n" }), 1...Self.maxReturns ~= before.count + after.count else { return [replacement] }
    return before.map(String.init) + (line.isEmpty ? [] : [String(line)]) + after.map(String.init)
  }
}

extension String {
  /// Whether the texts have the same bytes. Swift's `==` is true also for different bytes of the same character, such
  /// as a composed and a decomposed "é".
  func isSameText(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Character {
  fileprivate func isSame(as other: Character) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}

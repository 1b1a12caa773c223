package import Foundation

/// The difference that typing made to a text: what a delegate is asked about.
package struct TypedText {
  /// What is replaced, in UTF-16 units of the old text, as UIKit counts.
  package let range: NSRange
  package let replacement: String

  /// Finds the one replacement that turns a text into another: what lies between their common beginning and end.
  ///
  /// - Returns: nil if the texts are the same.
  package init?(from old: String, to new: String) {
    guard !old.isSameText(as: new) else { return nil }
    let prefix = zip(old, new).prefix { $0.isSame(as: $1) }.count
    let most = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0.isSame(as: $1) }.count
    let start = old.index(old.startIndex, offsetBy: prefix)
    let end = old.index(old.endIndex, offsetBy: -suffix)
    range = NSRange(start..<end, in: old)
    replacement = String(new.dropFirst(prefix).dropLast(suffix))
  }
}

extension String {
  /// Whether the texts are the same to the last bit. Texts that only look the same are equal strings.
  func isSameText(as other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}

extension Character {
  fileprivate func isSame(as other: Character) -> Bool {
    self == other && (isASCII || unicodeScalars.elementsEqual(other.unicodeScalars))
  }
}

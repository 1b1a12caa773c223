internal import Foundation

extension NSAttributedString {
  /// The text without space between letters in runs with joined letters, such as Arabic ones.
  ///
  /// Browsers disagree about `letter-spacing` there: Chromium adds none (CSS Text Level 4), Firefox adds it to digits and
  /// signs, and WebKit tears the letters apart.
  var withoutSpaceInJoinedLetters: NSAttributedString {
    guard string.utf16.contains(where: Self.isJoined) else { return self }
    let copy = NSMutableAttributedString(attributedString: self)
    let units = Array(string.utf16)
    enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
      let part = units[range.location..<range.upperBound]
      guard TextAttribute.tracking(attributes) != 0, part.contains(where: Self.isJoined) else { return }
      copy.removeAttribute(.kern, range: range)
      copy.removeAttribute(.tracking, range: range)
    }
    return copy
  }

  /// Whether a UTF-16 unit is a letter of Arabic, Syriac, N’Ko, Mandaic, Mongolian or Phags-pa.
  private static func isJoined(_ unit: UInt16) -> Bool {
    switch unit {
    case ..<0x600: false
    case 0x600...0x77F, 0x7C0...0x7FF, 0x840...0x8FF, 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF,
      0xFE70...0xFEFC:
      true
    default: false
    }
  }
}

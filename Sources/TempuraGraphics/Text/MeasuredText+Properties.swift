package import Foundation

extension MeasuredText {
  /// Whether a paragraph has a style that differs from the default one.
  package var hasStyles: Bool {
    guard let attributed else { return false }
    var hasStyles = false
    attributed.enumerateAttribute(.paragraphStyle, in: NSRange(location: 0, length: attributed.length)) {
      value, _, stop in
      guard let style = value as? NSParagraphStyle, style.values != NSParagraphStyle.Values() else { return }
      hasStyles = true
      stop.pointee = true
    }
    return hasStyles
  }

  /// Whether the paragraphs are blocks of their own: they have styles, or different directions.
  package var hasBlocks: Bool { hasStyles || hasSeveralDirections }

  /// Whether the text may contain letters that are written from right to left.
  package var hasRightToLeftLetters: Bool {
    // All characters of these scripts have at least two bytes, the first of which is above those of Latin and Greek.
    (string.utf8.withContiguousStorageIfAvailable { $0.reduce(0, max) } ?? .max) >= 0xD6
      && string.unicodeScalars.contains { $0.isRightToLeft }
  }

  /// The directions of the last letter before an offset, and of the first one after it, in the same paragraph: `ltr` or `rtl`;
  /// nil if there is none within some characters. It is asked for each line, so a text without letters must not be searched
  /// through.
  package func directions(around offset: Int) -> (before: String?, after: String?) {
    let units = string.utf16
    let index = units.index(units.startIndex, offsetBy: min(offset, units.count))
    func direction(_ scalars: some Sequence<Unicode.Scalar>) -> String? {
      for scalar in scalars {
        if scalar == "\n" || scalar == "\r" || scalar.value == 0x2029 { return nil }
        if scalar.isRightToLeft { return "rtl" }
        if scalar.properties.isAlphabetic { return "ltr" }
      }
      return nil
    }
    return (
      direction(string[..<index].unicodeScalars.reversed().prefix(128)),
      direction(string[index...].unicodeScalars.prefix(128))
    )
  }

  /// Whether paragraphs of different directions follow one another. A browser finds the direction of each written line anew,
  /// so their blocks say it.
  private var hasSeveralDirections: Bool {
    guard hasRightToLeftLetters, string.utf8.contains(0x0A) else { return false }
    return Set(paragraphs.compactMap { direction(ofParagraphAt: $0.lowerBound) }).count > 1
  }

  /// Whether all lines have the height of `font`.
  package var hasOneLineHeight: Bool {
    guard let attributed else { return true }
    var isEven = !hasStyles
    attributed.enumerateAttributes(in: NSRange(location: 0, length: attributed.length)) { attributes, _, stop in
      let isOfFont = (attributes[.font] as? UIFont).map { $0.textFont == font.textFont } ?? true
      isEven = isEven && isOfFont && attributes[.attachment] == nil && attributes[.baselineOffset] == nil
      if !isEven { stop.pointee = true }
    }
    return isEven
  }

  /// The direction in CSS of the paragraph at an offset: that of its first letter. Nil if it has no letters.
  package func direction(ofParagraphAt offset: Int) -> String? {
    let units = string.utf16
    let start = units.index(units.startIndex, offsetBy: min(offset, units.count))
    for scalar in string[start...].unicodeScalars {
      if scalar == "\n" || scalar == "\r" || scalar.value == 0x2029 { return nil }
      if scalar.isRightToLeft { return "rtl" }
      if scalar.properties.isAlphabetic || scalar.value == 0x200E { return "ltr" }
    }
    return nil
  }

  /// The direction of all paragraphs in CSS. Nil if they differ, or if none has letters.
  package var directionOfAllParagraphs: String? {
    if !hasRightToLeftLetters {
      return string.unicodeScalars.contains { $0.properties.isAlphabetic || $0.value == 0x200E } ? "ltr" : nil
    }
    let directions = Set(paragraphs.compactMap { direction(ofParagraphAt: $0.lowerBound) })
    return directions.count == 1 ? directions.first : nil
  }

  func substring(_ range: Range<Int>) -> Substring {
    let units = string.utf16
    let start = units.index(units.startIndex, offsetBy: min(max(range.lowerBound, 0), units.count))
    let end = units.index(units.startIndex, offsetBy: min(max(range.upperBound, 0), units.count))
    return string[start..<max(start, end)]
  }

  func part(_ range: Range<Int>) -> MeasuredText {
    guard let attributed else {
      return MeasuredText(String(substring(range)), font: font, lineBreakMode: lineBreakMode)
    }
    let range = range.clamped(to: 0..<attributed.length)
    return MeasuredText(
      attributed.attributedSubstring(from: NSRange(range)), font: font, lineBreakMode: lineBreakMode)
  }

  package func with(_ lineBreakMode: NSLineBreakMode) -> MeasuredText {
    attributed.map { MeasuredText($0, font: font, lineBreakMode: lineBreakMode) }
      ?? MeasuredText(string, font: font, lineBreakMode: lineBreakMode)
  }

  /// Returns the text with all fonts in another size.
  package func scaled(by factor: CGFloat) -> MeasuredText {
    let font = font.withSize(font.pointSize * factor)
    guard let attributed else { return MeasuredText(string, font: font, lineBreakMode: lineBreakMode) }
    let copy = NSMutableAttributedString(attributedString: attributed)
    attributed.enumerateAttribute(.font, in: NSRange(location: 0, length: attributed.length)) { value, range, _ in
      guard let font = value as? UIFont else { return }
      copy.addAttribute(.font, value: font.withSize(font.pointSize * factor), range: range)
    }
    return MeasuredText(copy, font: font, lineBreakMode: lineBreakMode)
  }
}

extension Unicode.Scalar {
  /// Whether the character is a letter of a script that is written from right to left (Unicode Standard Annex #9, section
  /// 3.2, by the blocks for such scripts).
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x200F: true
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      switch properties.generalCategory {
      case .decimalNumber, .nonspacingMark, .mathSymbol, .format: false
      default: properties.isAlphabetic
      }
    default: false
    }
  }
}

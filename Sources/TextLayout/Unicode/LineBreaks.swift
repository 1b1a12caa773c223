/// The offsets at which lines may break: those of Chromium.
///
/// After spaces a line may always break, and never before them. Between two visible characters of ASCII a small table decides,
/// which keeps paths, prices and dates together. ICU decides all else (Unicode Standard Annex 14), with the exceptions below.
enum LineBreaks {
  /// Calls `body` with each offset at which a line may begin, in their order, without the start and the end of the text.
  static func forEach(in units: UnsafeBufferPointer<UInt16>, _ body: (Int) -> Void) {
    guard units.contains(where: { $0 > 0x7F }) else {
      for offset in units.indices.dropFirst() where isBreakWithoutICU(before: offset, units) == true { body(offset) }
      return
    }
    var last = 1
    UnicodeRules.lineBreaks(in: units) { offset in
      for offset in last..<max(offset, last) where isBreakWithoutICU(before: offset, units) == true { body(offset) }
      if isBreakWithoutICU(before: offset, units) ?? isBreakOfICU(before: offset, units) { body(offset) }
      last = offset + 1
    }
    for offset in last..<max(units.count, last) where isBreakWithoutICU(before: offset, units) == true { body(offset) }
  }

  /// Nil if ICU decides.
  private static func isBreakWithoutICU(before offset: Int, _ units: UnsafeBufferPointer<UInt16>) -> Bool? {
    let (first, second) = (units[offset - 1], units[offset])
    if isSpace(second) { return false }
    if isSpace(first) { return true }
    if isVisibleASCII(first), isVisibleASCII(second) { return ASCIIPairs.isBreak(before: offset, units) }
    return SignPairs.isBreak(first, second) ? true : nil
  }

  // MARK: - Exceptions

  /// Whether Chromium breaks where the ICU of this process does. That one breaks more often beside quotes and dashes.
  private static func isBreakOfICU(before offset: Int, _ units: UnsafeBufferPointer<UInt16>) -> Bool {
    let (first, second) = (units[offset - 1], units[offset])
    // Rule LB19a: East Asian text breaks outside of its quotes, other text does not break beside quotes.
    if isQuote(second) { return isEastAsian(offset - 1, units) && isEastAsian(offset + 1, units) }
    if isQuote(first) { return isEastAsian(offset - 2, units) && isEastAsian(offset, units) }
    // Rule LB20a: a dash before a word belongs to the word.
    if isDash(first), offset == 1 || isStart(units[offset - 2]), UnicodeRules.isLetter(at: offset, in: units) {
      return false
    }
    return true
  }

  private static func isEastAsian(_ index: Int, _ units: UnsafeBufferPointer<UInt16>) -> Bool {
    units.indices.contains(index) && UnicodeRules.isEastAsian(at: index, in: units)
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 }
  private static func isVisibleASCII(_ unit: UInt16) -> Bool { (0x21...0x7E).contains(unit) }
  /// ‘ ’ “ ”
  private static func isQuote(_ unit: UInt16) -> Bool { [0x2018, 0x2019, 0x201C, 0x201D].contains(unit) }
  /// ‐ ‒ –
  private static func isDash(_ unit: UInt16) -> Bool { [0x2010, 0x2012, 0x2013].contains(unit) }
  /// Spaces, no-break spaces and hyphens, line feeds.
  private static func isStart(_ unit: UInt16) -> Bool {
    isSpace(unit) || (0x0A...0x0D).contains(unit)
      || [0x85, 0xA0, 0x200B, 0x2011, 0x2028, 0x2029, 0x202F].contains(unit)
  }
}

/// Where Chromium breaks between two visible characters of ASCII, whatever Unicode says of them.
private enum ASCIIPairs {
  static func isBreak(before offset: Int, _ units: UnsafeBufferPointer<UInt16>) -> Bool {
    let (first, second) = (units[offset - 1], units[offset])
    if first == hyphen, isDigit(second) {
      // "1234-5678" may break, "-5" may not: there the hyphen is a minus.
      return offset > 1 && isLetterOrDigit(units[offset - 2])
    }
    return rules[Int(first)] >> UInt128(second) & 1 == 1
  }

  /// For each character a bit for each that may begin a line after it.
  private static let rules: [UInt128] = {
    var rules = [UInt128](repeating: 0, count: 128)
    func allow(after first: String, before second: String) {
      let bits = second.utf8.reduce(into: UInt128(0)) { $0 |= 1 << UInt128($1) }
      for character in first.utf8 { rules[Int(character)] |= bits }
    }
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    allow(after: "!\"#%&)*+,.:;=>\\]|}~", before: "(<[{")
    allow(after: "-", before: "\"#%&'(*+-<=>@[\\^_`{|~" + letters)
    allow(after: "?", before: "#$%&(*+-<=>@[\\^_`{|~0123456789" + letters)
    return rules
  }()

  private static let hyphen: UInt16 = 0x2D
  private static func isDigit(_ unit: UInt16) -> Bool { (0x30...0x39).contains(unit) }
  private static func isLetterOrDigit(_ unit: UInt16) -> Bool {
    isDigit(unit) || (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
  }
}

/// Where Chromium breaks beside signs of Latin-1 such as "£" and "°", even in numbers: "5.|£". Elsewhere ICU decides.
private enum SignPairs {
  static func isBreak(_ first: UInt16, _ second: UInt16) -> Bool {
    isSign(second) ? isSign(first) || before.contains(first) : isSign(first) && after.contains(second)
  }

  /// ¢ £ ¤ ¥ ° ±
  private static func isSign(_ unit: UInt16) -> Bool { (0xA2...0xA5).contains(unit) || unit == 0xB0 || unit == 0xB1 }
  private static let before = Set("!$%)+,-./:;?\\]|}".utf16)
  private static let after = Set("$%(+[\\{".utf16)
}

internal import Basics
internal import _FoundationICU

/// Rules of Unicode, from ICU: where lines may break (UAX #14), which way text runs (UAX #9), and properties of characters.
enum UnicodeRules {
  private struct Iterator: @unchecked Sendable {
    // Safe because only the thread that took it from the pool uses it.
    let pointer: OpaquePointer
  }

  private static let pool = Locked<[Iterator]>([])
  /// With CSS's `line-break: normal`, as browsers: small kana may begin a line.
  private static let locale = "en@lb=normal"

  /// Calls `body` with each offset at which ICU lets a line begin, in their order, without the start and the end of the text.
  static func lineBreaks(in units: UnsafeBufferPointer<UInt16>, _ body: (Int) -> Void) {
    var status = U_ZERO_ERROR
    let iterator =
      pool.withLock { $0.popLast() }
      ?? swift_ubrk_open(UBRK_LINE, locale, nil, 0, &status).map { Iterator(pointer: $0) }
    guard let iterator else { return }
    swift_ubrk_setText(iterator.pointer, units.baseAddress, Int32(clamping: units.count), &status)
    if status.rawValue <= U_ZERO_ERROR.rawValue {
      while case let offset = swift_ubrk_next(iterator.pointer), offset >= 0, offset < units.count { body(Int(offset)) }
    }
    // It must not point to a text that is gone.
    status = U_ZERO_ERROR
    swift_ubrk_setText(iterator.pointer, empty, 0, &status)
    pool.withLock { $0.append(iterator) }
  }

  // Safe because it is never written to.
  nonisolated(unsafe) private static let empty: UnsafePointer<UInt16> = {
    let unit = UnsafeMutablePointer<UInt16>.allocate(capacity: 1)
    unit.initialize(to: 0)
    return UnsafePointer(unit)
  }()

  /// Whether a character belongs to words, for line breaks: letters and signs that behave like them.
  static func isLetter(at index: Int, in units: UnsafeBufferPointer<UInt16>) -> Bool {
    let value = swift_u_getIntPropertyValue(scalar(at: index, in: units), UCHAR_LINE_BREAK)
    return value == U_LB_ALPHABETIC.rawValue || value == U_LB_HEBREW_LETTER.rawValue
  }

  /// Whether a character is one of Chinese, Japanese or Korean (UAX #11).
  static func isEastAsian(at index: Int, in units: UnsafeBufferPointer<UInt16>) -> Bool {
    let value = swift_u_getIntPropertyValue(scalar(at: index, in: units), UCHAR_EAST_ASIAN_WIDTH)
    return [U_EA_FULLWIDTH, U_EA_HALFWIDTH, U_EA_WIDE].contains { value == $0.rawValue }
  }

  /// The character that a unit is a part of. An unpaired surrogate is one of its own.
  private static func scalar(at index: Int, in units: UnsafeBufferPointer<UInt16>) -> Int32 {
    let start = UTF16.isTrailSurrogate(units[index]) && index > 0 ? index - 1 : index
    guard UTF16.isLeadSurrogate(units[start]), start + 1 < units.count, UTF16.isTrailSurrogate(units[start + 1]) else {
      return Int32(units[index])
    }
    return 0x10000 + ((Int32(units[start]) - 0xD800) << 10) + Int32(units[start + 1]) - 0xDC00
  }

  /// Returns the level of each unit: text with an odd one runs from right to left. Nil if all of it runs from left to right.
  static func levels(of units: UnsafeBufferPointer<UInt16>) -> [UInt8]? {
    guard units.contains(where: isRightToLeft) else { return nil }
    guard hasDeepBrackets(units) else { return resolvedLevels(of: units) }
    let neutral = units.map { bracketType($0) == U_BPT_NONE.rawValue ? $0 : 0x26 }
    return neutral.withUnsafeBufferPointer(resolvedLevels)
  }

  private static func resolvedLevels(of units: UnsafeBufferPointer<UInt16>) -> [UInt8]? {
    guard let bidi = swift_ubidi_open() else { return nil }
    defer { swift_ubidi_close(bidi) }
    var status = U_ZERO_ERROR
    // UBIDI_DEFAULT_LTR: the first letter with a direction decides.
    swift_ubidi_setPara(bidi, units.baseAddress, Int32(clamping: units.count), 0xFE, nil, &status)
    guard status.rawValue <= U_ZERO_ERROR.rawValue, let levels = swift_ubidi_getLevels(bidi, &status) else {
      return nil
    }
    return Array(UnsafeBufferPointer(start: levels, count: units.count))
  }

  /// Whether too many brackets are open at once: ICU looks at each of them again for each letter. UAX #9 (BD16) ends the
  /// search for pairs at 63 open ones.
  private static func hasDeepBrackets(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    let hasControls = units.contains { (0x202A...0x202E).contains($0) || (0x2066...0x2069).contains($0) }
    // By kind: round, square and curly ones, and all others, whose partners are not looked for.
    var (round, square, curly, other) = (0, 0, 0, 0)
    for unit in units {
      switch unit {
      case 0x28: round += 1
      case 0x5B: square += 1
      case 0x7B: curly += 1
      case 0x29 where !hasControls: round = max(round - 1, 0)
      case 0x5D where !hasControls: square = max(square - 1, 0)
      case 0x7D where !hasControls: curly = max(curly - 1, 0)
      case 0x0A, 0x0D, 0x2029: (round, square, curly, other) = (0, 0, 0, 0)
      case 0x0F3A... where bracketType(unit) == U_BPT_OPEN.rawValue: other += 1
      default: continue
      }
      if round + square + curly + other > 63 { return true }
    }
    return false
  }

  private static func bracketType(_ unit: UInt16) -> UInt32 {
    UInt32(bitPattern: swift_u_getIntPropertyValue(Int32(unit), UCHAR_BIDI_PAIRED_BRACKET_TYPE))
  }

  /// Whether a unit may be part of text from right to left: its letters, its controls, and surrogates of its letters.
  private static func isRightToLeft(_ unit: UInt16) -> Bool {
    switch unit {
    case ..<0x590: false
    case 0x590...0x8FF, 0x200F, 0x202B, 0x202E, 0x2067, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0xD802, 0xD803, 0xD83A,
      0xD83B:
      true
    default: false
    }
  }
}

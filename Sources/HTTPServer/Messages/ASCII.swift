internal import Glibc

/// Text that is compared as bytes.
enum ASCII {
  /// Whether the bytes are the word, which is in small letters. Their own case does not matter.
  static func matches(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    bytes.count == word.utf8CodeUnitCount && hasPrefix(bytes, word)
  }

  static func hasPrefix(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count >= word.utf8CodeUnitCount else { return false }
    for index in 0..<word.utf8CodeUnitCount where lower(bytes[index]) != word.utf8Start[index] { return false }
    return true
  }

  static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }

  /// Whether there are control characters other than tabs. Looks at many bytes at once, because no branch depends on one.
  static func hasControls(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var found: UInt8 = 0
    for byte in bytes { found |= isControl(byte) ? 1 : 0 }
    return found != 0
  }

  static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7f }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The bytes without blanks around them.
  static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var rest = bytes[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return UnsafeRawBufferPointer(rebasing: rest)
  }

  /// The part after the last comma.
  static func lastListItem(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = bytes.lastIndex(of: 0x2c).map { $0 + 1 } ?? 0
    return trimmed(UnsafeRawBufferPointer(rebasing: bytes[start...]))
  }

  /// The number of bytes before the zero.
  static func count(_ text: UnsafePointer<CChar>) -> Int { Int(strlen(text)) }
}

/// Characters of a token (RFC 9110, section 5.6.2): methods and names of fields.
enum HTTPToken {
  // A bit for each of the 128 characters of ASCII.
  private static let low: UInt64 = 0x03ff_6cfa_0000_0000
  private static let high: UInt64 = 0x57ff_ffff_c7ff_fffe

  static func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? (low >> UInt64(byte)) & 1 == 1 : byte < 128 && (high >> UInt64(byte - 64)) & 1 == 1
  }
}

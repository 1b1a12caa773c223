/// Percent-encoded text (RFC 3986, section 2.1; for forms and queries, URL Standard, section 5).
enum PercentEncoding {
  /// The text, or nil where an escape is malformed, or what comes out is not UTF-8 or has a zero byte.
  static func decode(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool) -> String? {
    guard bytes.contains(where: { $0 == 0x25 || $0 == 0 || (plusIsSpace && $0 == 0x2b) }) else {
      return UTF8Text.string(bytes)
    }
    return withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { decoded in
      var count = 0
      var index = 0
      while index < bytes.count {
        var byte = bytes[index]
        index += 1
        if byte == 0x25 {
          guard bytes.count - index >= 2, let high = digit(bytes[index]), let low = digit(bytes[index + 1]) else {
            return nil
          }
          byte = high << 4 | low
          index += 2
        } else if byte == 0x2b, plusIsSpace {
          byte = 0x20
        }
        if byte == 0 { return nil }
        decoded[count] = byte
        count += 1
      }
      return UTF8Text.string(UnsafeRawBufferPointer(rebasing: decoded[..<count]))
    }
  }

  /// Whether `decode` would give a text. Costs little for plain ASCII.
  static func isWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte == 0x25 || byte == 0 ? 0x80 : byte }
    return seen < 0x80 || decode(bytes, plusIsSpace: false) != nil
  }

  /// The value of a hexadecimal digit.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

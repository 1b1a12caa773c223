/// Percent-encoded text (RFC 3986, section 2.1; for forms and queries, URL Standard, section 5).
package enum PercentEncoding {
  /// Decodes a text.
  ///
  /// - Returns: Nil if an escape is malformed, or the decoded bytes are not UTF-8 or have a zero byte.
  package static func decode(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> String? {
    guard bytes.contains(where: { $0 == 0x25 || $0 == 0 || (plusIsSpace && $0 == 0x2b) }) else {
      return String(utf8: bytes)
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
      return String(utf8: UnsafeRawBufferPointer(rebasing: decoded[..<count]))
    }
  }

  /// Whether `decode` returns a text. Costs little for ASCII without escapes.
  package static func isWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte == 0x25 || byte == 0 ? 0x80 : byte }
    return seen < 0x80 || decode(bytes) != nil
  }

  /// The value of a hexadecimal digit; nil for another character.
  package static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Encodes a text for a segment of a path, or for a query: all characters but the unreserved ones (RFC 3986, section 2).
  package static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// The number of bytes of the encoded text.
  package static func encodedSize(_ text: String) -> Int { text.utf8.reduce(0) { $0 + (isUnreserved($1) ? 1 : 3) } }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension HTMLBuffer {
  /// Appends a text as a JSON string, with its quotation marks (RFC 8259, section 7).
  package mutating func append(json text: String) {
    var text = text
    text.withUTF8 { append(json: UnsafeRawBufferPointer($0)) }
  }

  /// Appends text in UTF-8 as a JSON string, with its quotation marks.
  package mutating func append(json text: UnsafeRawBufferPointer) {
    append("\"")
    var rest = text
    while let start = rest.baseAddress, !rest.isEmpty {
      // So few at a time that there is room for all of them as escapes of six bytes, and for the end of a word.
      let count = min(rest.count, 512)
      append(limit: 6 * count + 8) { Self.writeJSON(start, count, to: $0) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    append("\"")
  }

  /// Writes text in UTF-8 as the inside of a JSON string, eight bytes at a time.
  ///
  /// - Returns: The number of bytes.
  private static func writeJSON(_ text: UnsafeRawPointer, _ count: Int, to room: UnsafeMutableRawPointer) -> Int {
    var (index, written) = (0, 0)
    while index < count {
      let isWhole = index + 8 <= count
      // At the end one at a time, with spaces behind it.
      let word =
        isWhole
        ? UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        : 0x2020_2020_2020_2000 | UInt64(text.load(fromByteOffset: index, as: UInt8.self))
      room.storeBytes(of: word.littleEndian, toByteOffset: written, as: UInt64.self)
      let special = specialInJSON(word)
      let plain = special == 0 ? (isWhole ? 8 : 1) : special.trailingZeroBitCount / 8
      index += plain
      written += plain
      if special == 0 { continue }
      let byte = text.load(fromByteOffset: index, as: UInt8.self)
      index += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        room.storeBytes(of: (0x5C | UInt16(byte) << 8).littleEndian, toByteOffset: written, as: UInt16.self)
        written += 2
      case UInt8(ascii: "\n"):
        room.storeBytes(of: (0x6E5C as UInt16).littleEndian, toByteOffset: written, as: UInt16.self)
        written += 2
      default:
        let (high, low) = (byte >> 4, byte & 0x0F)
        let digits = [0x5C, 0x75, 0x30, 0x30, 0x30 + high, (low < 10 ? 0x30 : 0x57) + low]
        room.advanced(by: written).copyMemory(from: digits, byteCount: 6)
        written += 6
      }
    }
    return written
  }

  /// The bytes of a word that a JSON string cannot have as they are: quotation marks, backslashes, and control characters.
  /// Their highest bits are set in the result, and perhaps those of bytes after the first of them.
  @inline(__always)
  private static func specialInJSON(_ word: UInt64) -> UInt64 {
    let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let (quotes, backslashes) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
    return ((word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes)
      & highest
  }
}

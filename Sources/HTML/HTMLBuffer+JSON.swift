extension HTMLBuffer {
  /// Appends a text as a JSON string, with its quotation marks (RFC 8259, section 7).
  package mutating func append(json text: String) {
    var text = text
    text.withUTF8 { append(json: UnsafeRawBufferPointer($0)) }
  }

  /// Appends text in UTF-8 as a JSON string, with its quotation marks.
  package mutating func append(json text: UnsafeRawBufferPointer) {
    append("\"")
    var index = 0
    while true {
      index += append(plain: UnsafeRawBufferPointer(rebasing: text[index...]), isSpecial: Self.specialInJSON)
      guard index < text.count else { break }
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(escaped: byte)
      case UInt8(ascii: "\n"): append(escaped: UInt8(ascii: "n"))
      default:
        append(byte < 0x10 ? "\\u000" : "\\u001")
        append(markup: String(byte & 0x0F, radix: 16))
      }
    }
    append("\"")
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

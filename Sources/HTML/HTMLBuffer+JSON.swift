extension HTMLBuffer {
  /// Appends a text as a JSON string, with its quotation marks (RFC 8259, section 7).
  package mutating func append(json text: String) {
    var text = text
    text.withUTF8 { append(json: UnsafeRawBufferPointer($0)) }
  }

  /// Appends text in UTF-8 as a JSON string, with its quotation marks.
  package mutating func append(json text: UnsafeRawBufferPointer) {
    reserve(text.count + 2)
    append("\"")
    guard let bytes = text.baseAddress else { return append("\"") }
    var (start, index) = (0, 0)
    while index < text.count {
      while index < text.count, Self.isPlainInJSON((bytes + index).load(as: UInt8.self)) { index += 1 }
      guard index < text.count else { break }
      let byte = text[index]
      index += 1
      append(bytes: UnsafeRawBufferPointer(rebasing: text[start..<index - 1]))
      start = index
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      default:
        append(byte < 0x10 ? "\\u000" : "\\u001")
        append(markup: String(byte & 0x0F, radix: 16))
      }
    }
    append(bytes: UnsafeRawBufferPointer(rebasing: text[start...]))
    append("\"")
  }

  private static func isPlainInJSON(_ byte: UInt8) -> Bool {
    byte > UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "!")
  }
}

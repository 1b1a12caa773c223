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
    var start = 0
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      append(bytes: UnsafeRawBufferPointer(rebasing: text[start..<index]))
      start = index + 1
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
}

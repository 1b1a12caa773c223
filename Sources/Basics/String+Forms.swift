extension String {
  /// The text in the Stream-Safe Text Format (UAX #15, section 13): an invisible U+034F ends each run of 30 characters that
  /// combine with a character before them.
  ///
  /// Swift sorts such a run when it compares or hashes a text, which takes quadratic time. No language needs a longer run.
  public var streamSafe: String {
    // All of these characters are behind U+02FF.
    guard utf8.contains(where: { $0 >= 0xCC }) else { return self }
    var result: UnicodeScalarView?
    var run = 0
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      let combines = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      run = combines ? run + 1 : 0
      if run > 30 {
        if result == nil { result = UnicodeScalarView(unicodeScalars[..<index]) }
        result?.append("\u{34F}")
        run = 1
      }
      result?.append(scalar)
    }
    return result.map { String($0) } ?? self
  }

  /// The text with a line feed for each CR LF, which forms send for a line break (HTML Standard, section 4.10.21.4), and for
  /// each other carriage return.
  public var withLineFeeds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isAfterReturn = false
    for byte in utf8 {
      let isReturn = byte == UInt8(ascii: "\r")
      if !(isAfterReturn && byte == UInt8(ascii: "\n")) { bytes.append(isReturn ? UInt8(ascii: "\n") : byte) }
      isAfterReturn = isReturn
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The text in the Stream-Safe Text Format (UAX #15, section 13): an invisible U+034F ends each run of 30 characters that
  /// combine with a character before them.
  ///
  /// Swift sorts such a run when it compares or hashes a text, which takes quadratic time. No language needs a longer run.
  public var streamSafe: String {
    // All of these characters are behind U+02FF.
    var text = self
    guard text.withUTF8({ bytes in bytes.contains { $0 >= 0xCC } }) else { return self }
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

  /// The text as a browser sends it back that got it in a page: with U+FFFD for characters that no page can have (HTML
  /// Standard, section 13.2.3.5), and with line feeds.
  public var asSentByBrowsers: String {
    let text = withLineFeeds
    guard text.unicodeScalars.contains(where: \.isForbiddenInPages) else { return text }
    var result = UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(scalar.isForbiddenInPages ? "\u{FFFD}" : scalar) }
    return String(result)
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

extension Unicode.Scalar {
  /// Whether the character is a control character other than tab, line feed and carriage return, or a noncharacter.
  fileprivate var isForbiddenInPages: Bool {
    switch value {
    case 9, 10, 13: false
    case ..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}

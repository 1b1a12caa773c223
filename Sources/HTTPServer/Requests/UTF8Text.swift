/// Text out of a client's bytes.
enum UTF8Text {
  /// Nil where the bytes are not UTF-8. Most are ASCII, for which the standard library's general way does too much.
  static func string(_ bytes: UnsafeRawBufferPointer) -> String? {
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte }
    return seen < 0x80 ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
  }

  static func string(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { string($0) } }
}

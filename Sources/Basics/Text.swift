extension String {
  /// The text of bytes; nil if they are not UTF-8.
  ///
  /// Most texts of clients are ASCII, for which the general way of the standard library does too much.
  @inlinable public init?(utf8 bytes: UnsafeRawBufferPointer) {
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte }
    if seen < 0x80 {
      self.init(decoding: bytes, as: UTF8.self)
    } else {
      self.init(validating: bytes, as: UTF8.self)
    }
  }

  @inlinable public init?(utf8 bytes: [UInt8]) {
    guard let text = bytes.withUnsafeBytes({ String(utf8: $0) }) else { return nil }
    self = text
  }
}

extension UnsignedInteger where Self: FixedWidthInteger {
  /// All hexadecimal digits of the number in small letters, such as "0f" for a byte.
  @inlinable public var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

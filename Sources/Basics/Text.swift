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
    String(unsafeUninitializedCapacity: Self.bitWidth / 4) { digits in
      for index in digits.indices {
        let digit = UInt8(truncatingIfNeeded: self >> Self(Self.bitWidth - 4 - 4 * index)) & 15
        digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
      }
      return digits.count
    }
  }
}

/// A hash that is the same in every process: FNV-1a with 64 bits (RFC 9923).
///
/// It is no protection against clients that search for two inputs with one hash.
public struct StableHash {
  @usableFromInline internal var state: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable public init() {}

  @inlinable public var value: UInt64 { state }

  /// The hash as eight hexadecimal digits.
  package var digits: String {
    let digits = String((value ^ value >> 32) & 0xffff_ffff, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  @inlinable public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { combine(byte) }
  }

  /// Adds a text and its end, so that two texts do not give the hash of one joined text.
  @inlinable public mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
    combine(0xff)  // a byte that UTF-8 does not have
  }

  @inlinable internal mutating func combine(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

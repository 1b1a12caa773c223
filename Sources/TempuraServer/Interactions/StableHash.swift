/// A hash that is the same in every process: FNV-1a with 64 bits (RFC 9923). A client that makes collisions harms only its
/// own session.
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds a text and a mark of its end.
  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xFF)  // is in no UTF-8
  }

  private mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

/// Characters of a token (RFC 9110, section 5.6.2): methods and names of fields.
enum HTTPToken {
  // A bit for each of the 128 characters of ASCII.
  private static let low: UInt64 = 0x03ff_6cfa_0000_0000
  private static let high: UInt64 = 0x57ff_ffff_c7ff_fffe

  static func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? (low >> UInt64(byte)) & 1 == 1 : byte < 128 && (high >> UInt64(byte - 64)) & 1 == 1
  }
}

internal import Glibc

/// Network addresses, as sessions are counted by them.
enum ClientAddress {
  /// A number for whoever has an address: the same for all addresses of one IPv6 network of 64 bits, which one household has
  /// (RFC 6177); 0 for this machine's own, which may be a proxy's, and for what is no address.
  static func number(_ text: String) -> UInt64 {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return number(of: UInt32(bigEndian: four.s_addr)) }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return 0 }
    let (high, low) = withUnsafeBytes(of: &six) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    if high == 0 {
      // IPv4 in IPv6 (RFC 4291, section 2.5.5.2), or ::1.
      return low >> 32 == 0xFFFF ? number(of: UInt32(truncatingIfNeeded: low)) : 0
    }
    return high
  }

  /// 127.0.0.0/8 is this machine (RFC 6890). IPv6 networks in use begin with 2 or f, so that the numbers never meet.
  private static func number(of address: UInt32) -> UInt64 { address >> 24 == 127 ? 0 : UInt64(address) }
}

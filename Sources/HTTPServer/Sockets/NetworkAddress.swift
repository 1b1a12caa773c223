internal import Glibc

/// The network address of a client, by which limits count what it takes.
///
/// All addresses of one IPv6 network of 64 bits, which one household has (RFC 6177), are the same.
package struct NetworkAddress: Hashable, Sendable {
  /// 0 for this machine's own addresses.
  package let number: UInt64

  package var isThisMachine: Bool { number == 0 }

  private init(number: UInt64) { self.number = number }

  /// - Parameter text: Such as "192.0.2.1" or "2001:db8::1".
  package init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(four)
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self.init(six)
    } else {
      return nil
    }
  }

  init(_ address: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET: self.init(raw.loadUnaligned(as: sockaddr_in.self).sin_addr)
    case AF_INET6: self.init(raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: self.init(number: 0)
    }
  }

  /// 127.0.0.0/8 is this machine (RFC 6890). IPv6 networks in use begin with 2 or f, so that the numbers never meet.
  private init(_ address: in_addr) {
    let number = UInt32(bigEndian: address.s_addr)
    self.init(number: number >> 24 == 127 ? 0 : UInt64(number))
  }

  private init(_ address: in6_addr) {
    let (high, low) = withUnsafeBytes(of: address) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    if high != 0 {
      self.init(number: high)
    } else if low >> 32 == 0xFFFF {
      // IPv4 in IPv6 (RFC 4291, section 2.5.5.2).
      self.init(in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian))
    } else {
      self.init(number: 0)  // ::1
    }
  }

  /// The text of an address, such as "127.0.0.1" or "::1"; of an IPv4 address in IPv6, the IPv4 address.
  static func text(of address: UnsafePointer<sockaddr>) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      let family = Int32(address.pointee.sa_family)
      let offset: Int
      switch family {
      case AF_INET: offset = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!
      case AF_INET6: offset = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!
      default: return [0x2d]
      }
      let bytes = UnsafeRawPointer(address) + offset
      guard let text = inet_ntop(family, bytes, buffer.baseAddress, socklen_t(buffer.count)) else { return [0x2d] }
      let characters = UnsafeRawBufferPointer(start: text, count: strlen(text))
      let prefix = Array("::ffff:".utf8)
      let isIPv4 = characters.starts(with: prefix) && characters.contains(0x2e)
      return Array(characters.dropFirst(isIPv4 ? prefix.count : 0))
    }
  }
}

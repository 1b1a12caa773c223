internal import CMicroHTTPD
internal import Glibc

/// Addresses of sockets as text.
enum SocketAddress {
  /// Such as "127.0.0.1" or "::1"; an IPv4 address that arrived over IPv6 as IPv4. "-" if there is none.
  static func text(of address: UnsafePointer<sockaddr>?) -> [UInt8] {
    guard let address else { return [0x2d] }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      let text: UnsafePointer<CChar>?
      let raw = UnsafeRawPointer(address)
      switch Int32(address.pointee.sa_family) {
      case AF_INET:
        let field = raw + MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!
        text = inet_ntop(AF_INET, field, buffer.baseAddress, socklen_t(buffer.count))
      case AF_INET6:
        let field = raw + MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!
        text = inet_ntop(AF_INET6, field, buffer.baseAddress, socklen_t(buffer.count))
      default:
        text = nil
      }
      guard let text else { return [0x2d] }
      let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
      let mapped = Array("::ffff:".utf8)
      if bytes.starts(with: mapped), bytes.contains(0x2e) { return Array(bytes.dropFirst(mapped.count)) }
      return Array(bytes)
    }
  }
}

internal import Glibc

/// Where a server accepts connections.
package enum ListeningAddress: Sendable, Equatable {
  /// An address or a name of this machine; `0.0.0.0` and `::` are all addresses. Port 0 is any free port.
  case tcp(host: String, port: UInt16)
  /// A Unix socket at a path. Its clients count as this machine.
  case unix(path: String)
  /// A listening socket that another process opened, and keeps. It stays open there when the server stops.
  case inherited(descriptor: Int32)

  /// The port; 0 for a Unix socket.
  package var port: UInt16 { if case .tcp(_, let port) = self { port } else { 0 } }

  /// The address that a listening socket has; nil for one that is neither TCP nor a Unix socket.
  package init?(of descriptor: Int32) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> ListeningAddress? in
        guard getsockname(descriptor, pointer, &size) == 0 else { return nil }
        let raw = UnsafeRawPointer(pointer)
        switch Int32(pointer.pointee.sa_family) {
        case AF_INET, AF_INET6:
          // The port has the same offset in both kinds of address.
          let port = UInt16(bigEndian: raw.loadUnaligned(as: sockaddr_in.self).sin_port)
          return .tcp(host: String(decoding: NetworkAddress.text(of: pointer), as: UTF8.self), port: port)
        case AF_UNIX:
          let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)!
          let bytes = UnsafeRawBufferPointer(start: raw + start, count: max(Int(size) - start, 0))
          return .unix(path: String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        default: return nil
        }
      }
    }
    guard let found else { return nil }
    self = found
  }
}

extension ListeningAddress: CustomStringConvertible {
  /// The URL of the server, or `unix:` and the path.
  package var description: String {
    switch self {
    case .tcp(let host, let port): "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .unix(let path): "unix:\(path)"
    case .inherited(let descriptor): "file descriptor \(descriptor)"
    }
  }
}

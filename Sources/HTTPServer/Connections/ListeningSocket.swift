internal import Basics
internal import Glibc

/// Opens the socket that the server accepts from. libmicrohttpd would not say why that failed.
enum ListeningSocket {
  static func open(host: String, port: UInt16) throws(HTTPServerError) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    guard getaddrinfo(bare, String(port), &hints, &found) == 0, let address = found else {
      throw .unknownHost(host)
    }
    defer { freeaddrinfo(address) }
    let family = address.pointee.ai_family
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    if descriptor < 0 { throw error("socket", host, port) }
    var on: Int32 = 1
    var off: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size) }
    var failed: String?
    if bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) != 0 {
      failed = "bind"
    } else if listen(descriptor, EventLoop.backlog) != 0 {
      failed = "listen"
    }
    if let failed {
      let error = error(failed, host, port)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
      // The port has the same place in both kinds of address.
      return UInt16(bigEndian: pointer.pointee.sin6_port)
    }
  }

  private static func error(_ operation: String, _ host: String, _ port: UInt16) -> HTTPServerError {
    let code = errno
    return switch code {
    case EADDRINUSE: .portInUse(host: host, port: port)
    case EACCES, EPERM: .portNotPermitted(host: host, port: port)
    case EADDRNOTAVAIL: .addressNotAvailable(host)
    default: HTTPServerError(SystemError(operation, code))
    }
  }
}

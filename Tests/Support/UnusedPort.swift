internal import Glibc

/// A port of this machine at which no program can listen while the object lives.
package final class UnusedPort {
  package let number: UInt16
  private let descriptor: Int32

  package init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw TestError("bind: \(String(cString: strerror(errno)))") }
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }
}

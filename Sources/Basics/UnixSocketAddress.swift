package import Glibc

/// The address of a Unix socket (unix(7)).
package struct UnixSocketAddress: Sendable {
  /// The length of a path at most, in bytes.
  package static let maxBytes = 107

  private var address = sockaddr_un()
  private let size: socklen_t

  /// - Parameters:
  ///   - path: The file of the socket. Nil is returned if it is too long.
  ///   - allowsAbstract: Whether a path that begins with `@` is a name of Linux's own, without a file.
  package init?(path: String, allowsAbstract: Bool = false) {
    var bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.maxBytes else { return nil }
    let isAbstract = allowsAbstract && bytes[0] == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    // The size of a path counts its zero byte; an abstract name ends with its last byte.
    size = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count + (isAbstract ? 0 : 1))
  }

  /// Calls the closure with the address as `bind`, `connect` and `sendto` take it.
  package func withPointer<Result, Failure: Error>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafePointer(to: address) { pointer throws(Failure) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(Failure) in
        try body(address, size)
      }
    }
  }
}

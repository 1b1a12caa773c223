internal import Basics
internal import Glibc

/// A client that sends the bytes of a test as they are.
package final class RawClient {
  package private(set) var descriptor: Int32
  private var received: [UInt8] = []
  /// Decodes the content of the last response; nil if it is not chunked.
  private var chunks: ChunkReader?

  /// Connects to a port of this machine.
  package init(port: UInt16) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    descriptor = try withUnsafePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try Self.connection(AF_INET, to: $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Connects to a Unix socket.
  package init(socket path: String) throws {
    guard let address = UnixSocketAddress(path: path) else { throw TestError("\(path) is too long for a socket") }
    descriptor = try address.withPointer { try Self.connection(AF_UNIX, to: $0, $1) }
  }

  private static func connection(
    _ family: Int32, to address: UnsafePointer<sockaddr>, _ size: socklen_t
  ) throws -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if Glibc.connect(descriptor, address, size) != 0 {
      let code = errno
      Glibc.close(descriptor)
      throw TestError("connect: \(String(cString: strerror(code)))")
    }
    // If the server does not answer, the test fails instead of hanging.
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }

  deinit { close() }

  package var isOpen: Bool { descriptor >= 0 }

  package func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Closes the connection with a reset.
  package func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// - Returns: Whether all bytes could be sent.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool {
    Array(bytes).withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let sent = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        if sent <= 0 { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
      }
      return true
    }
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(text.utf8) }

  /// - Returns: False at the end of the stream.
  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno != ECONNRESET { throw TestError("recv: \(String(cString: strerror(errno)))") }
    if count <= 0 { return false }
    add(buffer[..<count])
    return true
  }

  private func add(_ bytes: ArraySlice<UInt8>) {
    if chunks == nil { received += bytes } else { chunks?.read(bytes, into: &received) }
  }

  /// Receives the next response.
  ///
  /// - Parameter toHead: Whether it answers a HEAD request, and so has no body.
  package func response(toHead: Bool = false) throws -> RawResponse {
    var searched = 0
    var headEnd: Int?
    while headEnd == nil {
      headEnd = (searched..<max(searched, received.count - 3)).first { received[$0...].starts(with: [13, 10, 13, 10]) }
      searched = max(0, received.count - 3)
      if headEnd == nil, try !receive() {
        throw TestError("closed after \(String(decoding: received, as: UTF8.self))")
      }
    }
    guard let headEnd else { throw TestError("no head") }
    let head = RawResponse(head: String(decoding: received[..<headEnd], as: UTF8.self), body: [])
    received.removeFirst(headEnd + 4)
    if !toHead, head.header("Transfer-Encoding") == "chunked" {
      let rest = received
      received = []
      chunks = ChunkReader()
      add(rest[...])
    }
    let hasBody = !toHead && head.status >= 200 && head.status != 204 && head.status != 304
    let length = hasBody ? Int(head.header("Content-Length") ?? "") ?? 0 : 0
    while received.count < length {
      if try !receive() { throw TestError("closed within a body") }
    }
    defer { received.removeFirst(length) }
    return RawResponse(head: head.head, body: Array(received[..<length]))
  }

  /// Receives until a text comes, and returns all up to its end.
  package func text(until end: String) throws -> String {
    let end = Array(end.utf8)
    while true {
      let index = (0..<max(0, received.count - end.count + 1)).first { received[$0...].starts(with: end) }
      if let index {
        defer { received.removeFirst(index + end.count) }
        return String(decoding: received[..<(index + end.count)], as: UTF8.self)
      }
      if try !receive() { throw TestError("closed after \(String(decoding: received, as: UTF8.self))") }
    }
  }

  /// Receives until the server closes the connection.
  package func untilClosed() throws -> String {
    while try receive() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  /// Whether the server closes the connection without another byte.
  package func isClosed(sending request: String) throws -> Bool {
    send(request)
    return try isClosed()
  }

  /// Whether the server closes the connection without another byte.
  package func isClosed() throws -> Bool {
    if !received.isEmpty { return false }
    return try !receive()
  }
}

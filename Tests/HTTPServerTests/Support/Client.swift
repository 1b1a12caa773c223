import Glibc

struct Response: Equatable {
  var status: Int
  var head: String
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The number of fields of a name.
  func count(of name: String) -> Int {
    head.split(separator: "\r\n").count { $0.lowercased().hasPrefix(name.lowercased() + ":") }
  }

  func header(_ name: String) -> String? {
    for line in head.split(separator: "\r\n").dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return nil
  }
}

struct ClientError: Error { var what: String }

/// A client that sends exactly the given bytes.
final class Client {
  private var descriptor: Int32
  private var received: [UInt8] = []

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if connected != 0 { throw ClientError(what: "connect: \(String(cString: strerror(errno)))") }
    // A test fails instead of waiting for ever if the server does not answer.
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close() }

  var isOpen: Bool { descriptor >= 0 }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Closes the connection with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// - Returns: False if not all bytes could be sent.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
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
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// - Returns: False at the end of the stream.
  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno != ECONNRESET { throw ClientError(what: "recv: \(String(cString: strerror(errno)))") }
    if count <= 0 { return false }
    received.append(contentsOf: buffer[..<count])
    return true
  }

  /// The next response.
  func response(toHead: Bool = false) throws -> Response {
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil {
      headEnd = received.indices.first { received[$0...].starts(with: end) }
      if headEnd == nil, try !receive() {
        throw ClientError(what: "closed after \(String(decoding: received, as: UTF8.self))")
      }
    }
    guard let headEnd else { throw ClientError(what: "no head") }
    let head = String(decoding: received[..<headEnd], as: UTF8.self)
    let status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    received.removeFirst(headEnd + 4)
    var response = Response(status: status, head: head, body: [])
    let hasBody = !toHead && status != 304 && status != 204 && status != 100
    let length = hasBody ? Int(response.header("Content-Length") ?? "") ?? 0 : 0
    while received.count < length {
      if try !receive() { throw ClientError(what: "closed within a body") }
    }
    response.body = Array(received[..<length])
    received.removeFirst(length)
    return response
  }

  /// The text that arrives until the server closes the connection.
  func untilClosed() throws -> String {
    while try receive() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  /// Whether the server closes the connection without another byte.
  func isClosed(sending request: String) throws -> Bool {
    send(request)
    return try isClosed()
  }

  /// Whether the server closes the connection without another byte.
  func isClosed() throws -> Bool {
    if !received.isEmpty { return false }
    return try !receive()
  }
}

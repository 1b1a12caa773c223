internal import CMicroHTTPD
internal import Glibc

/// A client's connection, from its first to its last byte.
final class HTTPConnection: @unchecked Sendable {
  // Safe because what is mutable is only touched by the thread of the connection's loop.

  enum Phase {
    /// Waits for a request line.
    case waiting
    /// Receives the rest of the request.
    case receiving
    /// The request is complete; the answer is made or sent.
    case answering
    /// 408 was sent.
    case overdue
  }

  let loop: EventLoop
  let core: ServerCore
  let descriptor: Int32
  let address: [UInt8]
  let network: NetworkAddress
  /// The address that the connection is counted for; nil if it is not counted.
  let countedAddress: NetworkAddress?
  private(set) var phase = Phase.waiting
  /// When the phase began, in nanoseconds of the monotonic clock.
  private var since = Clock.now()
  /// Whether the client may still be sending what is not read: the answer would be lost if the socket were closed at once.
  private(set) var lingers = false
  /// The request whose first line has come, until it is over.
  private(set) var exchange: HTTPExchange?

  init(loop: EventLoop, descriptor: Int32, address: UnsafePointer<sockaddr>) {
    self.loop = loop
    core = loop.core
    self.descriptor = descriptor
    self.address = SocketAddress.text(of: address)
    network = NetworkAddress(address)
    countedAddress = core.countsConnections ? network : nil
  }

  func begin(_ exchange: HTTPExchange) {
    self.exchange = exchange
    enter(.receiving, at: exchange.startedAt)
    loop.requestBegan(on: self)
  }

  func end(at now: UInt64) {
    exchange = nil
    enter(.waiting, at: now)
    loop.requestEnded()
  }

  func enter(_ phase: Phase, at now: UInt64) {
    self.phase = phase
    since = now
  }

  func linger() { lingers = true }

  // MARK: - Its end

  /// Whether a request takes too long to arrive. libmicrohttpd notices silence, but takes single bytes for activity.
  func isOverdue(at now: UInt64) -> Bool {
    switch phase {
    case .waiting: now > since &+ core.idleTimeout &+ core.requestTimeout
    case .receiving: now > since &+ core.requestTimeout
    case .answering, .overdue: false
    }
  }

  /// Whether the client closed its side before a request was complete.
  ///
  /// libmicrohttpd misses an end that comes with the last data: both are one edge-triggered event (epoll(7)).
  var isAbandoned: Bool {
    switch phase {
    case .waiting, .receiving: break
    case .answering, .overdue: return false
    }
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  /// Tells the client that it is too late, and ends the connection.
  func giveUp() {
    enter(.overdue, at: Clock.now())
    if let exchange { exchange.timeOut() } else { sendRaw(.requestTimeout, requestID: "") }
    shut()
  }

  /// Makes libmicrohttpd see the end of the connection, and close it.
  func shut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends a refusal past libmicrohttpd, which takes none while a body is coming. The connection must end after it.
  ///
  /// - Parameter toHead: whether the request's method is HEAD, so that the body is left out.
  func sendRaw(_ problem: RequestProblem, requestID: String, toHead: Bool = false) {
    let body = core.configuration.errorPage(problem.status, problem.message, requestID)
    defer { body.discard() }
    var response = Array("HTTP/1.1 \(problem.status)\r\nConnection: close\r\n".utf8)
    core.configuration.errorHeaders.forEach { name, value in
      response.append(contentsOf: name)
      response.append(contentsOf: [0x3a, 0x20])
      response.append(contentsOf: value)
      response.append(contentsOf: [0x0d, 0x0a])
    }
    if !requestID.isEmpty { response.append(contentsOf: "X-Request-Id: \(requestID)\r\n".utf8) }
    response.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
    if !toHead { body.withBytes { response.append(contentsOf: $0) } }
    _ = response.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
  }
}

internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// A client's connection, from its first to its last byte.
final class HTTPConnection: @unchecked Sendable {
  // Safe because only the thread of the connection's loop uses mutable state.

  enum Phase {
    /// Waits for a request line.
    case waiting
    /// Receives the rest of the request.
    case receiving
    /// The request was received, and its answer is made or sent.
    case answering
    /// 408 was sent.
    case overdue
  }

  let loop: EventLoop
  let core: ServerCore
  let descriptor: Int32
  let address: NetworkAddress
  let addressText: [UInt8]
  /// The address that connections are limited by; nil for one without a limit.
  let limitedAddress: NetworkAddress?
  private(set) var phase = Phase.waiting
  /// The start of the phase, in nanoseconds of the monotonic clock.
  private var since = Clock.now()
  /// Whether the client may still be sending a request that was refused. If the socket were closed at once, the answer would
  /// be lost (RFC 9112, section 9.6).
  var needsLingeringClose = false
  /// Whether no request was answered yet.
  private(set) var isNew = true
  /// Whether the last answer was a redirect after a form.
  private(set) var followsRedirect = false
  /// Whether no request has begun yet.
  var isWithoutRequest = true
  /// The request whose first line has arrived, until the request is over.
  private(set) var exchange: HTTPExchange?

  init(loop: EventLoop, descriptor: Int32, address: UnsafePointer<sockaddr>) {
    self.loop = loop
    core = loop.core
    self.descriptor = descriptor
    self.address = NetworkAddress(address)
    addressText = NetworkAddress.text(of: address)
    limitedAddress = core.limitedAddress(ofConnectionFrom: self.address)
  }

  func begin(_ exchange: HTTPExchange) {
    self.exchange = exchange
    enter(.receiving, at: exchange.startedAt)
    loop.requestDidBegin(on: self)
  }

  func end(at now: UInt64) {
    isNew = false
    followsRedirect = exchange?.status == HTTPStatus.seeOther.code
    exchange = nil
    enter(.waiting, at: now)
    loop.requestDidEnd()
  }

  func enter(_ phase: Phase, at now: UInt64) {
    self.phase = phase
    since = now
  }

  // MARK: - The end of the connection

  /// Whether a request takes too long to arrive. libmicrohttpd notices silence, but for it each byte is activity.
  func isOverdue(at now: UInt64) -> Bool {
    switch phase {
    case .waiting: now > since &+ core.idleTimeout &+ core.requestTimeout
    case .receiving: now > since &+ core.requestTimeout
    case .answering, .overdue: false
    }
  }

  /// Whether the client closed its side before a request was complete.
  ///
  /// libmicrohttpd misses an end that arrives with the last data: both are one edge-triggered event (epoll(7)).
  var isAbandoned: Bool {
    switch phase {
    case .waiting, .receiving: break
    case .answering, .overdue: return false
    }
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  /// Sends 408 and ends the connection.
  func timeOut() {
    enter(.overdue, at: Clock.now())
    if let exchange {
      exchange.timeOut()
    } else {
      sendRaw(RefusedRequest(problem: .requestTimeout, requestID: "", acceptLanguage: nil))
    }
    shutDown()
  }

  /// Shuts the socket down, so that libmicrohttpd closes the connection.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends a refusal without libmicrohttpd, which takes none while a body is arriving. The connection must end after it.
  ///
  /// - Parameter toHead: Whether the method of the request is HEAD, so that the answer has no body.
  func sendRaw(_ refused: RefusedRequest, toHead: Bool = false) {
    let body = core.configuration.errorPage(refused)
    defer { body.discard() }
    var response = Array("HTTP/1.1 \(refused.problem.status)\r\nConnection: close\r\n".utf8)
    core.configuration.errorHeaders.write(to: &response)
    if !refused.requestID.isEmpty {
      response.append(contentsOf: "X-Request-Id: \(refused.requestID)\r\n".utf8)
    }
    response.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
    if !toHead { body.withBytes { response.append(contentsOf: $0) } }
    sendRaw(response)
  }

  /// Sends bytes without libmicrohttpd. Never blocks.
  func sendRaw(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
  }
}

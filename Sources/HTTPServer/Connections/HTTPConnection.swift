internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// What the server knows of a client's connection, from its first to its last byte.
final class HTTPConnection: Sendable {
  enum Phase: UInt64 {
    /// For the first line of a request.
    case waiting
    /// The rest of the request is coming.
    case receiving
    /// The request is in, its answer is being made or sent.
    case answering
    /// The client was told that it is too late.
    case overdue
  }

  let loop: EventLoop
  let core: ServerCore
  let descriptor: Int32
  let address: [UInt8]
  /// The phase in the two low bits, and since when, in nanoseconds without them.
  private let activity: Atomic<UInt64>
  /// The client may still be sending what nobody reads: what was answered would be lost if the socket were closed at once.
  private let lingers = Atomic(false)

  init(loop: EventLoop, descriptor: Int32, address: UnsafePointer<sockaddr>?) {
    self.loop = loop
    core = loop.core
    self.descriptor = descriptor
    self.address = SocketAddress.text(of: address)
    activity = Atomic((Clock.now() & ~3) | Phase.waiting.rawValue)
  }

  func enter(_ phase: Phase, at now: UInt64) {
    activity.store((now & ~3) | phase.rawValue, ordering: .relaxed)
  }

  private var state: (phase: Phase, since: UInt64) {
    let activity = activity.load(ordering: .relaxed)
    return (Phase(rawValue: activity & 3) ?? .waiting, activity & ~3)
  }

  var hasRequest: Bool {
    switch state.phase {
    case .receiving, .answering: true
    case .waiting, .overdue: false
    }
  }

  /// Whether a request began and did not end in time. Silence is libmicrohttpd's to notice; this is about bytes that
  /// trickle, which it takes for a sign of life.
  func isOverdue(at now: UInt64) -> Bool {
    let (phase, since) = state
    switch phase {
    case .waiting: return now > since &+ core.idleTimeout &+ core.requestTimeout
    case .receiving: return now > since &+ core.requestTimeout
    case .answering, .overdue: return false
    }
  }

  /// Tells the client that it is too late. The thread of the connection sees its end and closes it.
  func giveUp() {
    enter(.overdue, at: Clock.now())
    sendRaw(.requestTimeout, requestID: "")
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func linger() { lingers.store(true, ordering: .relaxed) }

  /// The socket is about to be closed.
  func closed() {
    if lingers.load(ordering: .relaxed) { core.housekeeper.linger(dup(descriptor)) }
  }

  /// Sends a refusal past libmicrohttpd, which takes none while a body is coming. The connection must end after it.
  func sendRaw(_ problem: RequestProblem, requestID: String) {
    let body = core.configuration.errorPage(problem.status, problem.message, requestID)
    defer { body.discard() }
    var response = Array(
      "HTTP/1.1 \(problem.status)\r\nConnection: close\r\nContent-Type: text/html; charset=utf-8\r\n".utf8)
    core.configuration.errorHeaders.forEach { name, value in
      response.append(contentsOf: name)
      response.append(contentsOf: [0x3a, 0x20])
      response.append(contentsOf: value)
      response.append(contentsOf: [0x0d, 0x0a])
    }
    if !requestID.isEmpty { response.append(contentsOf: "X-Request-Id: \(requestID)\r\n".utf8) }
    response.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
    body.withBytes { response.append(contentsOf: $0) }
    _ = response.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
  }
}

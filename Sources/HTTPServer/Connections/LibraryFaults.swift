internal import Basics
internal import CLinux
internal import CMicroHTTPD
internal import Glibc

// What this server does because of faults of libmicrohttpd 0.9.75, or because it has no other way. The rest of the module need
// not know them.
//
// | libmicrohttpd | here |
// |---|---|
// | writes the head of its answer twice if it refuses a request whose head is complete | `EventLoop.libraryRefuses` |
// | does not report the end of a request that it refuses for two reasons | `EventLoop.connectionWillClose` ends it |
// | takes no answer while a body is arriving | `HTTPConnection.sendRaw` |
// | misses an end that arrives with the last data, and any while a connection is suspended | `HalfClosedConnections` |
// | shuts sockets down that it closes, and cannot give one away | `EventLoop.leave` |
// | splits queries in place, and takes memory for each part | `RequestTarget(hidingQueryOf:)` |
// | decodes paths in place | `unescape` |
// | stops listening at its limit of connections, until something else wakes it | `EventLoop.accept`: the loop accepts itself |
// | its own threads sleep when 128 connections are ready at once | `EventLoop.run`: threads of ours call `MHD_run` |
// | asks to be run without an end if the size of a chunk does not fit its buffer | `EventLoop.run`: waits 1 ms |
// | walks all suspended connections for each one that is resumed | `EventLoop.resumeAnswered`: many at a time |
// | ends the process if it is stopped with a suspended connection | `EventLoop.run`: refuses them first |
// | accepts heads that can be read in two ways | `RequestHead`: checks each byte |
// | accepts chunks that can be read in two ways | `Request.isChunked`: the connection ends with the answer |
// | its post processor misreads forms | `URLEncodedForm`, `MultipartParser` |
// | adds a length to the answer to a HEAD | `HTTPConnection.open`: sends the head of a stream itself |

// MARK: - Refusals

extension EventLoop {
  /// libmicrohttpd is about to refuse a request. If the head is complete, it would write the head of its answer twice. So the
  /// request is answered here, and its connection is shut down first.
  func libraryRefuses(status: Int) {
    // Nearly always the request that began last.
    if connections[latest]?.refuse(insteadOf: status) == true { return }
    for connection in connections.values where connection.refuse(insteadOf: status) { return }
  }

}

extension HTTPConnection {
  /// Answers a request that libmicrohttpd is about to refuse by itself although it has read the whole head.
  ///
  /// - Returns: False if the request is not such a one.
  fileprivate func refuse(insteadOf status: Int) -> Bool {
    guard let exchange, state.phase == .head, mhd_head_size(exchange.request.connection) > 0 else { return false }
    switch status {
    case 400: handle(.libraryRefuses(.malformedLength))
    case 413: handle(.libraryRefuses(.bodyTooLarge))
    case 431: handle(.libraryRefuses(.headerTooLarge))
    default: handle(.libraryRefuses(.malformedHead))
    }
    return true
  }

  /// Sends a refusal without libmicrohttpd, and shuts the connection down. Reports the request while its memory is there.
  func sendRaw(_ problem: RequestError) {
    var response = exchange?.refusal(problem) ?? core.refusal(problem)
    defer { response.body.discard() }
    response.headers.append("Connection", "close")
    if let exchange { response.headers.append("X-Request-Id", exchange.requestID) }
    sendRaw(response.bytes(withBody: exchange?.request.target.followsHead != true))
    shutdown(descriptor, Int32(state.lingers ? SHUT_WR : SHUT_RDWR))
    exchange?.set(sent: problem.status, size: 0)
    exchange?.report(status: problem.status.code, size: 0, at: Clock.now())
  }
}

// MARK: - Ends

/// Connections on which the client sends no more. libmicrohttpd misses an end that arrives with the last data, because both are
/// one edge-triggered event (epoll(7)), and each end while the connection is suspended.
struct HalfClosedConnections {
  /// The time between two looks, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  private var connections: [Int32: HTTPConnection] = [:]
  /// The time of the next look, in nanoseconds of the monotonic clock; `UInt64.max` if there is no connection.
  private(set) var nextLook = UInt64.max

  mutating func add(_ connection: HTTPConnection) {
    connections[connection.descriptor] = connection
    nextLook = 0
  }

  mutating func remove(_ connection: HTTPConnection) {
    if connections.isEmpty { return }
    connections[connection.descriptor] = nil
    if connections.isEmpty { nextLook = .max }
  }

  /// The connections to look at now.
  mutating func due(at now: UInt64) -> [HTTPConnection] {
    guard now >= nextLook else { return [] }
    nextLook = now + Self.interval
    return Array(connections.values)
  }
}

extension HTTPConnection {
  /// Ends the connection if all that the client has sent was read: its request will never be complete.
  func closeIfRead() {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    let isOver = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    // libmicrohttpd then closes it.
    if isOver { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }
}

// MARK: - Sockets of streams

extension EventLoop {
  /// Puts a descriptor that is not a socket in the place of the connection's, for libmicrohttpd to close. Otherwise
  /// libmicrohttpd would call shutdown(2), which also ends the stream's duplicate of the socket. It ends the process if it
  /// cannot remove the descriptor from its epoll set, so `descriptor_hollow` adds the new one.
  ///
  /// - Returns: False if the system has no descriptor left. The connection is unchanged then.
  func leave(_ connection: HTTPConnection) -> Bool {
    // Our set watches the socket under both of its descriptors. The old one is removed here.
    events.remove(connection.descriptor)
    // An eventfd for each, not one for all: Linux allows one file in 500 entries of an epoll set inside another set.
    if descriptor_hollow(connection.descriptor, daemonEvents) == 0 { return true }
    events.add(connection.descriptor, for: .end)
    return false
  }
}

/// Leaves paths as they came.
let unescape:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
  ) -> Int = { _, _, text in text.map { Int(strlen($0)) } ?? 0 }

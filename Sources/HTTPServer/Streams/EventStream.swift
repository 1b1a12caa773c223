internal import Basics
internal import Glibc

/// An open stream of Server-Sent Events (HTML Standard, section 9.2), on a socket that is no longer libmicrohttpd's.
///
/// Any thread may send. Nothing is buffered here: the system keeps a few events on their way, and a client that does not read
/// loses its stream. The loop that has opened the stream closes it.
package final class EventStream: Sendable {
  private struct Socket {
    let descriptor: Int32
    /// What takes the bytes instead of a socket, and nil at the end.
    var receive: (@Sendable (_ text: String?) -> Void)?
    /// Whether it is shut down, which the loop notices, or closed.
    var isEnding = false
    /// The bytes that the client has sent after its request.
    var inputSize: Int32 = 0
  }

  /// The bytes that a client may send after its request. They are dropped.
  private static let maxInput: Int32 = 16 * 1024
  /// The size of the socket's send buffer, in bytes. With it, a burst of a thousand events reaches a client that reads; with
  /// half of it, a burst of 24 does not. A client that does not read is dropped after some hundred events.
  private static let bufferSize: Int32 = 8 * 1024
  /// The bytes of the longest event that is sent as a whole if half of the send buffer is free, whatever the size of a segment.
  private static let maxEvent = 6_000
  /// The milliseconds after which sent bytes must be acknowledged.
  private static let acknowledgement: Int32 = 10_000

  /// The address that the stream is limited by; nil for one without a limit.
  let address: NetworkAddress?
  private let closed: @Sendable (EventStream) -> Void
  /// All use of the descriptor is in this lock, so that nothing is written to another socket that gets its number.
  private let socket: Locked<Socket>

  init(_ descriptor: Int32, for address: NetworkAddress?, closed: @escaping @Sendable (EventStream) -> Void) {
    self.address = address
    self.closed = closed
    socket = Locked(Socket(descriptor: descriptor))
    setOption(SO_SNDBUF, of: descriptor, to: Self.bufferSize)
    setOption(TCP_NODELAY, of: descriptor, level: Int32(IPPROTO_TCP), to: 1)
    setOption(TCP_USER_TIMEOUT, of: descriptor, level: Int32(IPPROTO_TCP), to: Self.acknowledgement)
  }

  /// A stream to a client in the same process, without a socket.
  ///
  /// - Parameter receive: Gets what is sent, and nil when the server ends the stream. It must not call the stream. Call ``finish()`` after nil, or when the
  ///   client leaves.
  package init(
    closed: @escaping @Sendable (EventStream) -> Void, receive: @escaping @Sendable (_ text: String?) -> Void
  ) {
    address = nil
    self.closed = closed
    socket = Locked(Socket(descriptor: -1, receive: receive))
  }

  // MARK: - On any thread

  /// Sends an event, such as "event: change\ndata:\n\n". Never blocks.
  ///
  /// - Returns: False if the stream is closed, or is dropped because the client does not read.
  @discardableResult
  package func send(_ event: StaticString) -> Bool {
    event.withUTF8Buffer { send(UnsafeRawBufferPointer($0)) }
  }

  /// Sends bytes, which have to be lines of the format of event streams. Never blocks.
  ///
  /// - Returns: False if the stream is closed, or is dropped because the client does not read.
  @discardableResult
  package func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    socket.withLock { socket in Self.send(bytes, to: &socket) }
  }

  /// Sends an event if it is not long and the client reads, so that events do not pile up. Otherwise sends a short one. Never
  /// blocks.
  ///
  /// - Parameter event: Lines of the format of event streams.
  /// - Returns: Whether the event was sent.
  @discardableResult
  package func send(_ event: UnsafeRawBufferPointer, orElse short: StaticString) -> Bool {
    socket.withLock { socket in
      if event.count <= Self.maxEvent, Self.hasRoom(socket) { return Self.send(event, to: &socket) }
      short.withUTF8Buffer { _ = Self.send(UnsafeRawBufferPointer($0), to: &socket) }
      return false
    }
  }

  /// Whether at most half of the send buffer is taken: by events that the client has not acknowledged.
  private static func hasRoom(_ socket: Socket) -> Bool {
    if socket.isEnding { return false }
    if socket.receive != nil { return true }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 9) { memory in
      var size = socklen_t(memory.count * MemoryLayout<UInt32>.size)
      // SK_MEMINFO_SNDBUF and SK_MEMINFO_WMEM_QUEUED of linux/sock_diag.h.
      let (room, taken) = (3, 5)
      return getsockopt(socket.descriptor, SOL_SOCKET, SO_MEMINFO, memory.baseAddress, &size) == 0
        && memory[taken] <= memory[room] / 2
    }
  }

  /// Ends the stream. `closed` is called a moment later.
  ///
  /// - Parameter retry: The milliseconds after which the client shall come back; nil for the time that it was told before.
  package func close(retry milliseconds: Int? = nil) {
    socket.withLock { socket in
      // In one packet with the end that follows.
      if let milliseconds {
        var line = Self.retryLine(milliseconds)
        line.withUTF8 { _ = Self.send(UnsafeRawBufferPointer($0), to: &socket, flags: MSG_MORE) }
      }
      if !socket.isEnding { Self.end(&socket) }
    }
  }

  static func retryLine(_ milliseconds: Int) -> String { "retry: \(milliseconds)\n\n" }

  private static func send(_ bytes: UnsafeRawBufferPointer, to socket: inout Socket, flags: Int = 0) -> Bool {
    if socket.isEnding { return false }
    if let receive = socket.receive {
      receive(String(decoding: bytes, as: UTF8.self))
      return true
    }
    let flags = Int32(flags | MSG_DONTWAIT | MSG_NOSIGNAL)
    if Glibc.send(socket.descriptor, bytes.baseAddress, bytes.count, flags) == bytes.count { return true }
    // The system drops what it has not sent, and resets the connection.
    var noDelay = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket.descriptor, SOL_SOCKET, SO_LINGER, &noDelay, socklen_t(MemoryLayout<linger>.size))
    end(&socket)
    return false
  }

  /// Shuts the socket down. That is an event for the loop, which closes the stream.
  private static func end(_ socket: inout Socket) {
    socket.isEnding = true
    if let receive = socket.receive { return receive(nil) }
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }

  // MARK: - On the loop's thread

  /// Drops what the client has sent.
  ///
  /// - Returns: False if the stream has ended, or if the client sends too much.
  func dropInput() -> Bool {
    socket.withLock { socket in
      if socket.isEnding { return false }
      // With MSG_TRUNC, TCP drops the bytes and copies nothing (tcp(7)).
      let count = recv(socket.descriptor, nil, 1 << 20, Int32(MSG_TRUNC | MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      socket.inputSize &+= Int32(clamping: count)
      return count > 0 && socket.inputSize <= Self.maxInput
    }
  }

  /// Closes the socket and calls `closed`. Call it once.
  package func finish() {
    socket.withLock { socket in
      socket.isEnding = true
      if socket.receive == nil { Glibc.close(socket.descriptor) }
      socket.receive = nil
    }
    closed(self)
  }
}

/// The answer to a request by a stream of Server-Sent Events (HTML Standard, section 9.2). A class, so that it takes only a
/// pointer in exchanges that have another answer.
package final class EventStreamAnswer: Sendable {
  /// The first line of the stream.
  private let firstLine: String
  package let opened: @Sendable (EventStream) -> Void
  package let closed: @Sendable (EventStream) -> Void

  /// - Parameters:
  ///   - retry: The milliseconds after which the client shall come back when the connection has ended.
  ///   - opened: Called once if the stream was opened, before any other thread or `closed` can have it. It may send events.
  ///   - closed: Called once, after `opened`, when the stream is closed, by whichever side.
  ///
  /// The server calls both closures on the thread of the connection, which they must not block. It calls neither if it
  /// refuses the stream, if the client has left before, and for a HEAD request.
  package init(
    retry milliseconds: Int, opened: @escaping @Sendable (EventStream) -> Void,
    closed: @escaping @Sendable (EventStream) -> Void
  ) {
    firstLine = EventStream.retryLine(milliseconds)
    self.opened = opened
    self.closed = closed
  }

  private static let headers: HTTPHeaders = [
    "Connection": "close", "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
  ]

  /// The number of bytes of the content that `bytes` has.
  var contentSize: Int { firstLine.utf8.count }

  /// The head of the response, and the first line of the content.
  func bytes(requestID: String, toHead: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    bytes +=
      """
      HTTP/1.1 200 OK\r
      Date: \(Self.date())\r
      X-Request-Id: \(requestID)\r

      """.utf8
    HTTPHeaders.always.write(to: &bytes)
    Self.headers.write(to: &bytes)
    bytes += "\r\n".utf8
    if !toHead { bytes += firstLine.utf8 }
    return bytes
  }

  /// The time, such as "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, section 5.6.7).
  private static func date() -> String { UTC.text(time(nil), "%a, %d %b %Y %H:%M:%S GMT") ?? "" }
}

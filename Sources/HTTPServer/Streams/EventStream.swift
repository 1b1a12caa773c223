internal import Glibc

/// An open stream of Server-Sent Events (HTML Standard, section 9.2).
///
/// Any thread may send. There are two kinds: `SocketStream`, and `ResponseStream` for connections with TLS.
package class EventStream: @unchecked Sendable {
  // Safe because both are constants, and subclasses lock what changes.
  /// The address that the stream is limited by; nil for one without a limit.
  let address: NetworkAddress?
  let closed: @Sendable (EventStream) -> Void

  init(for address: NetworkAddress?, closed: @escaping @Sendable (EventStream) -> Void) {
    self.address = address
    self.closed = closed
  }

  /// Sends an event, such as "event: change\ndata:\n\n". Never blocks.
  ///
  /// - Returns: False if the stream is closed, or is dropped because the client does not read.
  @discardableResult
  package final func send(_ event: StaticString) -> Bool {
    event.withUTF8Buffer { send(UnsafeRawBufferPointer($0)) }
  }

  /// Sends bytes, which have to be lines of the format of event streams. Never blocks.
  ///
  /// - Returns: False if the stream is closed, or is dropped because the client does not read.
  @discardableResult
  package func send(_ bytes: UnsafeRawBufferPointer) -> Bool { fatalError("A kind of stream sends") }

  /// Ends the stream. `closed` is called a moment later.
  ///
  /// - Parameter retry: The milliseconds after which the client shall come back; nil for the time that it was told before.
  package func close(retry milliseconds: Int? = nil) { fatalError("A kind of stream closes") }

  // On the loop's thread.

  /// Drops what the client has sent, or ends the stream if the client has left.
  ///
  /// - Returns: False if the stream is over.
  func dropInput() -> Bool { fatalError("A kind of stream has input") }

  /// Frees what the stream has, and says so. Called once.
  func finish() { closed(self) }

  static func retryLine(_ milliseconds: Int) -> String { "retry: \(milliseconds)\n\n" }

  // MARK: - The socket

  /// The size of the socket's send buffer, in bytes. With it, a burst of a thousand events reaches a client that reads; with
  /// half of it, a burst of 24 does not. A client that does not read is dropped after some hundred events.
  private static let bufferSize: Int32 = 8 * 1024
  /// The milliseconds after which sent bytes must be acknowledged.
  private static let acknowledgement: Int32 = 10_000

  /// Prepares the socket of a stream.
  static func prepare(_ descriptor: Int32) {
    setOption(SO_SNDBUF, of: descriptor, to: bufferSize)
    setOption(TCP_NODELAY, of: descriptor, level: Int32(IPPROTO_TCP), to: 1)
    setOption(TCP_USER_TIMEOUT, of: descriptor, level: Int32(IPPROTO_TCP), to: acknowledgement)
  }

  /// Makes the system drop what it has not sent when the socket ends, and reset the connection.
  static func dropUnsent(_ descriptor: Int32) {
    var noDelay = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &noDelay, socklen_t(MemoryLayout<linger>.size))
  }
}

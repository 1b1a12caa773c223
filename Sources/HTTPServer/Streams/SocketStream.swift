internal import Basics
internal import Glibc

/// An open stream on a socket that is no longer libmicrohttpd's.
///
/// Nothing is buffered here: the system keeps a few events on their way, and a client that does not read loses its stream.
/// The loop that has opened the stream closes it.
final class SocketStream: EventStream, @unchecked Sendable {
  private struct Socket {
    let descriptor: Int32
    /// Whether it is shut down, which the loop notices, or closed.
    var isEnding = false
    /// The bytes that the client has sent after its request.
    var inputSize: Int32 = 0
  }

  /// The bytes that a client may send after its request. They are dropped.
  private static let maxInput: Int32 = 16 * 1024

  // Safe because all use of the descriptor is in this lock, so that nothing is written to another socket that gets its number.
  private let socket: Locked<Socket>

  init(_ descriptor: Int32, for address: NetworkAddress?, closed: @escaping @Sendable (EventStream) -> Void) {
    socket = Locked(Socket(descriptor: descriptor))
    super.init(for: address, closed: closed)
    Self.prepare(descriptor)
  }

  // MARK: - On any thread

  override func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    socket.withLock { socket in Self.send(bytes, to: &socket) }
  }

  override func close(retry milliseconds: Int? = nil) {
    socket.withLock { socket in
      // In one packet with the end that follows.
      if let milliseconds {
        var line = Self.retryLine(milliseconds)
        line.withUTF8 { _ = Self.send(UnsafeRawBufferPointer($0), to: &socket, flags: MSG_MORE) }
      }
      if !socket.isEnding { Self.end(&socket) }
    }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer, to socket: inout Socket, flags: Int = 0) -> Bool {
    if socket.isEnding { return false }
    let flags = Int32(flags | MSG_DONTWAIT | MSG_NOSIGNAL)
    if Glibc.send(socket.descriptor, bytes.baseAddress, bytes.count, flags) == bytes.count { return true }
    dropUnsent(socket.descriptor)
    end(&socket)
    return false
  }

  /// Shuts the socket down. That is an event for the loop, which closes the stream.
  private static func end(_ socket: inout Socket) {
    socket.isEnding = true
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }

  // MARK: - On the loop's thread

  /// - Returns: False if the stream has ended, or if the client sends too much.
  override func dropInput() -> Bool {
    socket.withLock { socket in
      if socket.isEnding { return false }
      // With MSG_TRUNC, TCP drops the bytes and copies nothing (tcp(7)).
      let count = recv(socket.descriptor, nil, 1 << 20, Int32(MSG_TRUNC | MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      socket.inputSize &+= Int32(clamping: count)
      return count > 0 && socket.inputSize <= Self.maxInput
    }
  }

  override func finish() {
    socket.withLock { socket in
      socket.isEnding = true
      Glibc.close(socket.descriptor)
    }
    super.finish()
  }
}

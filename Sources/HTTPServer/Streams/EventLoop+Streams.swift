internal import Basics
internal import CLinux
internal import CMicroHTTPD  // release builds need it for constants of the C library
internal import Glibc

/// How a loop takes sockets from libmicrohttpd. A connection of the library keeps its memory, some 20 KiB, for as long as an
/// answer lasts. A stream needs none of it.
extension EventLoop {
  /// Opens a stream on the socket of a connection. The caller has libmicrohttpd close the connection.
  ///
  /// - Parameters:
  ///   - address: The address that the stream is limited by; nil for one without a limit.
  ///   - start: The head of the response, and the first bytes of its content.
  /// - Returns: False if there is a limit against it. Nothing was sent then.
  func open(
    _ answer: EventStreamAnswer, on connection: HTTPConnection, for address: NetworkAddress?, start: [UInt8]
  ) -> Bool {
    guard core.capacity.streams.take(for: address) else { return false }
    let descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0, events.add(descriptor, for: .input), leave(connection) else {
      events.remove(descriptor)
      close(descriptor)
      core.capacity.streams.giveBack(for: address)
      return false
    }
    let stream = SocketStream(descriptor, for: address, closed: answer.closed)
    streams.add(stream, descriptor)
    start.withUnsafeBytes { _ = stream.send($0) }
    answer.opened(stream)
    return true
  }

  /// Takes over a connection with TLS as a stream, which has been taken from the capacity. The socket stays libmicrohttpd's.
  func open(_ answer: EventStreamAnswer, as stream: ResponseStream, on connection: HTTPConnection) {
    connection.begin(stream)
    giveBack(connection.limitedAddress)
    streams.add(stream, connection.descriptor)
    answer.opened(stream)
    if isHalfClosed(connection) { stream.close() }
  }

  /// The response of a stream over TLS is over.
  func streamDidEnd(_ stream: ResponseStream, on connection: HTTPConnection) {
    streams.remove(connection.descriptor)
    core.capacity.streams.giveBack(for: stream.address)
    stream.finish()
  }

  /// Puts a descriptor that is not a socket in the place of the connection's, for libmicrohttpd to close. Otherwise
  /// libmicrohttpd would call shutdown(2), which also ends the stream's duplicate of the socket. It ends the process if it
  /// cannot remove the descriptor from its epoll set, so `descriptor_hollow` adds the new one.
  ///
  /// - Returns: False if the system has no descriptor left. The connection is unchanged then.
  private func leave(_ connection: HTTPConnection) -> Bool {
    // Our set watches the socket under both of its descriptors. The old one is removed here.
    events.remove(connection.descriptor)
    // An eventfd for each, not one for all: Linux allows one file in 500 places of an epoll set inside another set.
    if descriptor_hollow(connection.descriptor, daemonEvents) == 0 { return true }
    events.add(connection.descriptor, for: .end)
    return false
  }

  /// Closes the stream of the descriptor if its client has left.
  func streamHasInput(_ descriptor: Int32) {
    if let ended = streams.dropInput(descriptor) { finish(ended) }
  }

  /// Closes all streams because the server stops. Their clients shall not come back all at once.
  func closeStreams() {
    for stream in streams.removeAll() {
      let milliseconds = Int.random(in: 500...3000)
      if let stream = stream as? SocketStream {
        finish(stream, retry: milliseconds)
      } else {
        stream.close(retry: milliseconds)
      }
    }
  }

  private func finish(_ stream: SocketStream, retry milliseconds: Int? = nil) {
    core.capacity.streams.giveBack(for: stream.address)
    stream.finish(retry: milliseconds)
  }
}

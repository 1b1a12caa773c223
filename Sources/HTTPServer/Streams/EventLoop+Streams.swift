internal import Basics
internal import CLinux
internal import Glibc

/// How a loop takes sockets from libmicrohttpd. A connection of the library keeps its memory, some 20 KiB, for as long as an
/// answer lasts. A stream needs none of it.
extension EventLoop {
  /// Takes the socket of a connection. The caller has libmicrohttpd close the connection.
  ///
  /// - Returns: Another descriptor of the socket, which the caller owns; nil if the system has none left.
  func takeSocket(of connection: HTTPConnection) -> Int32? {
    let descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0, events.add(descriptor, for: .input), leave(connection) else {
      events.remove(descriptor)
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// The stream of a descriptor is over.
  func streamDidEnd(_ descriptor: Int32) {
    guard let stream = streams.remove(descriptor) else { return }
    core.capacity.streams.giveBack(for: stream.address)
    stream.finish()
  }

  /// Closes all streams because the server stops. Their clients shall not come back all at once.
  func closeStreams() {
    for (descriptor, stream) in streams.all {
      stream.close(retry: Int.random(in: 500...3000))
      streamDidEnd(descriptor)
    }
  }
}

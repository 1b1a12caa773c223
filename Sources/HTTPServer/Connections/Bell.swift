internal import CMicroHTTPD
internal import Glibc

/// A descriptor that wakes the thread that polls it.
struct Bell: ~Copyable {
  let descriptor: Int32

  init() throws(HTTPServerError) {
    descriptor = bell_make()
    if descriptor < 0 { throw .resource("eventfd", errno) }
  }

  deinit { close(descriptor) }

  func ring() { bell_ring(descriptor) }

  /// Resets the bell. Called by the woken thread.
  func clear() { bell_clear(descriptor) }
}

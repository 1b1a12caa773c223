internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// A daemon of libmicrohttpd without threads and listener of its own.
struct Daemon: @unchecked Sendable {
  // Safe because one thread uses it at a time: that of its loop, and after its end the one that stops it.
  private let handle: OpaquePointer
  // libmicrohttpd refers to it.
  private let setup: UnsafeMutablePointer<mhd_setup>
  /// Readable when connections have events.
  let descriptor: Int32

  /// - Throws: If the system has no descriptor or memory left.
  init(_ setup: mhd_setup) throws(SystemError) {
    self.setup = .allocate(capacity: 1)
    self.setup.initialize(to: setup)
    guard let handle = mhd_start(self.setup) else {
      self.setup.deallocate()
      throw SystemError("libmicrohttpd")
    }
    self.handle = handle
    descriptor = mhd_epoll_descriptor(handle)
  }

  /// How long nothing has to be done unless the descriptor becomes readable, in milliseconds; -1 without an end.
  var timeout: Int32 {
    var milliseconds: UInt64 = 0
    return MHD_get_timeout(handle, &milliseconds) == .YES ? Int32(clamping: milliseconds) : -1
  }

  func run() { MHD_run(handle) }

  /// Serves a connection from now on. One that cannot be served is closed.
  func add(_ descriptor: Int32, from address: UnsafePointer<sockaddr>, size: socklen_t) {
    MHD_add_connection(handle, descriptor, address, size)
  }

  /// Ends it. Called once.
  func stop() {
    MHD_stop_daemon(handle)
    setup.deallocate()
  }
}

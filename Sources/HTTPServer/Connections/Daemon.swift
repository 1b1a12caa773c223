internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// A daemon of libmicrohttpd without threads and without a listener.
struct Daemon: @unchecked Sendable {
  // Safe because one thread uses it at a time: that of its loop, and after the end of that thread the one that stops it.
  private let handle: OpaquePointer
  // libmicrohttpd refers to it.
  private let setup: UnsafeMutablePointer<mhd_setup>
  /// Readable when connections have events.
  let descriptor: Int32

  /// - Parameter loop: Its callbacks are called until the daemon is stopped.
  /// - Throws: If the system has no descriptor or memory left.
  init(_ loop: EventLoop) throws(SystemError) {
    let core = loop.core
    setup = .allocate(capacity: 1)
    setup.initialize(
      to: mhd_setup(
        // Safe because the loop stops the daemon before its own end.
        context: Unmanaged.passUnretained(loop).toOpaque(),
        refusal: refusal, request: request, request_line: requestLine, completed: completed, connection: connection,
        unescape: unescape, connections: UInt32(clamping: core.capacity.limit(of: .connections)),
        // Two seconds more: a request that has begun and is silent gets 408 before.
        idle_seconds: UInt32(clamping: (loop.deadlines.idle + 2_999_999_999) / 1_000_000_000),
        connection_memory: core.limits.connectionMemory))
    guard let handle = mhd_start(setup) else {
      setup.deallocate()
      throw SystemError("libmicrohttpd")
    }
    self.handle = handle
    descriptor = mhd_epoll_descriptor(handle)
  }

  /// The milliseconds after which `run()` has work even if the descriptor does not become readable; -1 for none.
  var timeout: Int32 {
    var milliseconds: UInt64 = 0
    return MHD_get_timeout(handle, &milliseconds) == .YES ? Int32(clamping: milliseconds) : -1
  }

  /// Serves the connections that have events.
  func run() { MHD_run(handle) }

  /// Adds a connection, or closes it if it cannot be served.
  func add(_ descriptor: Int32, from address: UnsafePointer<sockaddr>, size: socklen_t) {
    MHD_add_connection(handle, descriptor, address, size)
  }

  /// Closes all connections. Call it once.
  func stop() {
    MHD_stop_daemon(handle)
    setup.deallocate()
  }
}

// MARK: - What libmicrohttpd calls, on the thread that runs the daemon

private func loop(_ context: UnsafeMutableRawPointer) -> EventLoop {
  // Safe because the loop stops the daemon before its own end.
  Unmanaged.fromOpaque(context).takeUnretainedValue()
}

private func peer(_ context: UnsafeMutableRawPointer) -> HTTPConnection {
  // Safe because the reference that `connection` takes lasts until the connection is closed.
  Unmanaged.fromOpaque(context).takeUnretainedValue()
}

private let refusal: @convention(c) @Sendable (UnsafeMutableRawPointer?, UInt32) -> Void = { context, status in
  if let context { loop(context).libraryRefuses(status: Int(status)) }
}

private let connection:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    MHD_ConnectionNotificationCode
  ) -> Void = { context, connection, slot, event in
    guard let context, let connection, let slot else { return }
    let loop = loop(context)
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
      guard let address = mhd_client_address(connection) else { return }
      let peer = HTTPConnection(loop: loop, descriptor: mhd_descriptor(connection), address: address)
      loop.connectionDidOpen(peer)
      // Safe because the other case, which comes once, releases it.
      slot.pointee = Unmanaged.passRetained(peer).toOpaque()
    default:
      guard let opaque = slot.pointee else { return }
      slot.pointee = nil
      // Safe because the first case retained it for this call.
      loop.connectionWillClose(Unmanaged<HTTPConnection>.fromOpaque(opaque).takeRetainedValue())
    }
  }

private let requestLine:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
  ) -> UnsafeMutableRawPointer? = { _, target, connection in
    guard let target, let connection, let opaque = mhd_socket_context(connection) else { return nil }
    peer(opaque).begin(connection, target: target)
    return opaque
  }

private let request:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
    UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result = { _, _, _, method, version, data, size, slot in
    guard let opaque = slot?.pointee, let method, let version, let size else { return .NO }
    let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
    let result = peer(opaque).proceed(method: method, version: version, bytes: bytes)
    size.pointee = 0
    return result
  }

private let completed:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    MHD_RequestTerminationCode
  ) -> Void = { _, _, slot, _ in
    guard let slot, let opaque = slot.pointee else { return }
    slot.pointee = nil
    peer(opaque).end(isReadable: true)
  }

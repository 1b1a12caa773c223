internal import Basics
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// What libmicrohttpd calls, on its threads.
enum Callbacks {
  static let refusal: @convention(c) @Sendable (UnsafeMutableRawPointer?, UInt32) -> Void = { context, status in
    guard let context else { return }
    // Safe because a loop stops libmicrohttpd before it goes.
    Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue().libraryRefuses(status: Int(status))
  }

  static let connection:
    @convention(c) @Sendable (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_ConnectionNotificationCode
    ) -> Void = { context, connection, slot, event in
      guard let context, let connection, let slot else { return }
      // Safe because a loop stops libmicrohttpd before it goes.
      let loop = Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
      switch event {
      case .CONNECTION_NOTIFY_STARTED:
        guard let address = mhd_client_address(connection) else { return }
        let peer = HTTPConnection(loop: loop, descriptor: mhd_descriptor(connection), address: address)
        loop.opened(peer)
        // Safe because the other case, which comes once, releases it.
        slot.pointee = Unmanaged.passRetained(peer).toOpaque()
      default:
        guard let opaque = slot.pointee else { return }
        slot.pointee = nil
        // Safe because the first case retained it, for this.
        loop.closing(Unmanaged<HTTPConnection>.fromOpaque(opaque).takeRetainedValue())
      }
    }

  static let requestLine:
    @convention(c) @Sendable (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { _, target, connection in
      guard let target, let connection, let opaque = mhd_socket_context(connection) else { return nil }
      // Safe because the connection's own reference lasts until it is closed.
      let peer = Unmanaged<HTTPConnection>.fromOpaque(opaque).takeUnretainedValue()
      let exchange = HTTPExchange(peer: peer, connection: connection, target: target)
      peer.begin(exchange)
      // Safe because `completed`, which comes once for every request line, releases it.
      return Unmanaged.passRetained(exchange).toOpaque()
    }

  static let request:
    @convention(c) @Sendable (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result = { _, _, _, method, version, data, size, slot in
      guard let opaque = slot?.pointee, let method, let version, let size else { return .NO }
      // Safe because `requestLine` retained it until `completed`.
      let exchange = Unmanaged<HTTPExchange>.fromOpaque(opaque).takeUnretainedValue()
      let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
      let result = exchange.proceed(method: method, version: version, bytes: bytes)
      size.pointee = 0
      return result
    }

  static let completed:
    @convention(c) @Sendable (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_RequestTerminationCode
    ) -> Void = { _, _, slot, _ in
      guard let slot, let opaque = slot.pointee else { return }
      slot.pointee = nil
      // Safe because `requestLine` retained it, for this.
      Unmanaged<HTTPExchange>.fromOpaque(opaque).takeRetainedValue().completed()
    }

  /// Leaves paths as they came.
  static let unescape:
    @convention(c) @Sendable (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
    ) -> Int = { _, _, text in text.map { Int(strlen($0)) } ?? 0 }
}

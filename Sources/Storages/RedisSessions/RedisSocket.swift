internal import Sessions
internal import Basics
internal import Glibc

/// A socket that is connected to Redis, with TLS or without. It does not block. Used by one thread.
final class RedisSocket {
  let descriptor: Int32
  private var tls: RedisTLS?

  /// - Parameter authorities: Nil without TLS.
  init(
    to endpoint: RedisURL.Endpoint, authorities: RedisAuthorities?, _ lookup: HostLookup,
    until deadline: ContinuousClock.Instant
  ) throws(RedisError) {
    switch endpoint {
    case .path(let path): descriptor = try Self.connect(path: path, until: deadline)
    case .host(let host, let port):
      descriptor = try Self.connect(host: host, port: port, lookup, until: deadline)
      if let authorities {
        let tls = try RedisTLS(host: host, descriptor: descriptor, authorities: authorities)
        self.tls = tls
        do throws(RedisError) {
          try transfer(until: deadline) { () throws(RedisError) in try tls.handshake() }
        } catch {
          // Redis without TLS reads the handshake as the start of a line, and waits for the line's end.
          throw error == .silent ? .silentInTLS : error
        }
      }
    }
  }

  deinit {
    tls = nil
    close(descriptor)
  }

  // MARK: - Bytes

  /// Writes all bytes.
  ///
  /// - Parameter timeout: How long Redis may accept nothing.
  func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) throws(RedisError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try transfer(until: .now + timeout) { () throws(RedisError) in
        if let tls { return try tls.write(rest) }
        let count = send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        return try Self.progress(count, waitingFor: POLLOUT)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Waits for bytes, and reads them.
  ///
  /// - Returns: The number of bytes, at least one.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant
  ) throws(RedisError) -> Int {
    let count = try transfer(until: deadline) { () throws(RedisError) in
      if let tls { return try tls.read(into: buffer) }
      return try Self.progress(recv(descriptor, buffer.baseAddress, buffer.count, 0), waitingFor: POLLIN)
    }
    if count == 0 { throw .lost(code: nil) }
    return count
  }

  /// The result of a step that does not block.
  enum Progress {
    /// The number of bytes.
    case done(Int)
    /// The step has to be repeated when the socket is ready.
    case waiting(events: Int32)
  }

  private static func progress(_ count: Int, waitingFor events: Int32) throws(RedisError) -> Progress {
    if count >= 0 { return .done(count) }
    switch errno {
    case EAGAIN, EINTR: return .waiting(events: events)
    default: throw .lost(code: errno)
    }
  }

  /// Repeats a step until it is done.
  @discardableResult
  private func transfer(
    until deadline: ContinuousClock.Instant, _ step: () throws(RedisError) -> Progress
  ) throws(RedisError) -> Int {
    while true {
      switch try step() {
      case .done(let count): return count
      case .waiting(let events):
        guard Descriptors.wait(for: [(descriptor, events)], until: deadline) != nil else { throw .silent }
      }
    }
  }

  // MARK: - Connecting

  private static func connect(
    host: String, port: UInt16, _ lookup: HostLookup, until deadline: ContinuousClock.Instant
  ) throws(RedisError) -> Int32 {
    let addresses: [HostAddress]
    do { addresses = try lookup.addresses(of: host, port: port, until: deadline) } catch { throw RedisError(error) }
    var problem = RedisError.notConnectedInTime
    for (index, address) in addresses.enumerated() {
      // An address that never answers must leave time for the others.
      let share = (deadline - .now) / (addresses.count - index)
      do throws(RedisError) {
        let descriptor = try address.withAddress { pointer, size throws(RedisError) in
          try connect(family: address.family, pointer, size, until: min(.now + share, deadline))
        }
        configure(descriptor)
        return descriptor
      } catch {
        problem = error
      }
    }
    throw problem
  }

  private static func connect(path: String, until deadline: ContinuousClock.Instant) throws(RedisError) -> Int32 {
    guard let address = UnixSocketAddress(path: path) else { throw .unreachable(code: ENAMETOOLONG) }
    return try address.withPointer { pointer, size throws(RedisError) in
      try connect(family: AF_UNIX, pointer, size, until: deadline)
    }
  }

  private static func connect(
    family: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t, until deadline: ContinuousClock.Instant
  ) throws(RedisError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw .system(operation: "socket", code: errno) }
    var problem: RedisError?
    if Glibc.connect(descriptor, address, size) != 0 {
      // A socket in the file system answers EAGAIN if its queue is full. There is no event to wait for then.
      if errno != EINPROGRESS {
        problem = .unreachable(code: errno)
      } else if Descriptors.wait(for: [(descriptor, events: POLLOUT)], until: deadline) == nil {
        problem = .notConnectedInTime
      } else {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        if code != 0 { problem = .unreachable(code: code) }
      }
    }
    if let problem {
      close(descriptor)
      throw problem
    }
    return descriptor
  }

  /// Sends small packets at once, and lets the system notice that Redis's machine is gone.
  private static func configure(_ descriptor: Int32) {
    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
      var value = value
      setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
    set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
  }
}

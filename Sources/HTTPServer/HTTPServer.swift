internal import CMicroHTTPD
internal import Glibc
internal import Locks
internal import Synchronization

/// An HTTP/1.1 server over libmicrohttpd. It judges what comes in, and hands whole, well-formed requests to its handler.
package final class HTTPServer: Sendable {
  private let core: ServerCore
  private let daemon = Mutex(Daemon())

  private struct Daemon: @unchecked Sendable {
    // Safe because it lives in the lock.
    var handle: OpaquePointer?
    var wasStarted = false
  }

  /// - Throws: when the system denies the means for it.
  package init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) throws(HTTPServerError) {
    core = try ServerCore(configuration: configuration, handler: handler)
  }

  deinit { stop(grace: .zero) }

  /// Listens, and serves on threads of its own.
  ///
  /// - Returns: the port.
  /// - Throws: when the port or host cannot be had, with a text that says what to do.
  @discardableResult
  package func start() throws(HTTPServerError) -> UInt16 {
    signal(SIGPIPE, SIG_IGN)
    let configuration = core.configuration
    let isFirst = daemon.withLock { daemon in
      defer { daemon.wasStarted = true }
      return !daemon.wasStarted
    }
    if !isFirst { throw .alreadyStarted }
    do {
      return try launch(configuration)
    } catch {
      daemon.withLock { $0.wasStarted = false }
      throw error
    }
  }

  private func launch(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) -> UInt16 {
    try check(configuration.limits)
    let (listener, isIPv6) = try ListeningSocket.open(host: configuration.host, port: configuration.port)
    let port = ListeningSocket.port(of: listener)
    var setup = mhd_setup()
    // Safe because the daemon is stopped before the core goes.
    setup.context = Unmanaged.passUnretained(core).toOpaque()
    setup.request = Callbacks.request
    setup.request_line = Callbacks.requestLine
    setup.completed = Callbacks.completed
    setup.connection = Callbacks.connection
    setup.unescape = Callbacks.unescape
    setup.socket = listener
    setup.ipv6 = isIPv6 ? 1 : 0
    setup.threads = UInt32(clamping: max(1, configuration.threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let connections = OpenFiles.raise(for: configuration.limits.connections)
    setup.connections = max(setup.threads, UInt32(clamping: connections))
    setup.connections_per_address = UInt32(clamping: configuration.limits.connectionsPerAddress ?? 0)
    setup.idle_seconds = UInt32(clamping: (core.idleTimeout + 999_999_999) / 1_000_000_000)
    setup.connection_memory = configuration.limits.connectionMemory
    guard let handle = mhd_start(&setup) else {
      let code = errno
      close(listener)
      throw code == EMFILE || code == ENFILE ? .tooManyFiles : .system(operation: "libmicrohttpd", code: code)
    }
    daemon.withLock { $0.handle = handle }
    let shortest = min(core.idleTimeout, core.requestTimeout, core.responseDeadline)
    let tick = Int32(clamping: min(max(shortest / 4_000_000, 10), 1000))
    core.housekeeper.start(every: tick) { [core] in
      let now = Clock.now()
      core.expireSuspended(at: now)
      core.expireConnections(at: now)
    }
    return port
  }

  private func check(_ limits: HTTPLimits) throws(HTTPServerError) {
    if limits.connectionMemory < 2 * limits.headerBytes || limits.headerBytes < 1024 {
      throw .invalidLimit("connectionMemory has to be twice headerBytes, and headerBytes 1024, or more")
    }
  }

  /// Stops. New connections are refused at once; requests on open ones are answered 503. What is being answered may take
  /// until the grace is over, then it gets 503, too. Returns when everything has ended; a second call returns at once.
  package func stop(grace: Duration) {
    let handle = daemon.withLock { daemon in
      defer { daemon.handle = nil }
      return daemon.handle
    }
    guard let handle else { return }
    let start = Clock.now()
    core.drainStart.store(start, ordering: .relaxed)
    let listener = MHD_quiesce_daemon(handle)
    if listener >= 0 { close(listener) }
    wait(until: start &+ grace.nanoseconds) { core.requestsInFlight() == 0 }
    // libmicrohttpd must not be stopped with a suspended connection: those are answered, and no more can come.
    core.suspended.withLock { $0.isClosed = true }
    wait(until: .max) {
      core.expireSuspended(at: nil)
      return core.suspended.withLock { $0.exchanges.isEmpty }
    }
    wait(until: Clock.now() &+ 1_000_000_000) { core.requestsInFlight() == 0 }
    MHD_stop_daemon(handle)
    core.housekeeper.stop()
    core.configuration.accessLog?.flush()
  }

  private func wait(until deadline: UInt64, for condition: () -> Bool) {
    while !condition(), Clock.now() < deadline { usleep(2000) }
  }
}

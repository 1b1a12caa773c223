internal import CMicroHTTPD
internal import Glibc
internal import Locks
internal import Synchronization

/// An HTTP/1.1 server over libmicrohttpd. It judges what comes in, and hands whole, well-formed requests to its handler.
package final class HTTPServer: Sendable {
  private let core: ServerCore
  private let running = Mutex(Running())

  private struct Running {
    var loops: [EventLoop] = []
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
    let isFirst = running.withLock { running in
      defer { running.wasStarted = true }
      return !running.wasStarted
    }
    if !isFirst { throw .alreadyStarted }
    do {
      return try launch(configuration)
    } catch {
      for loop in takeLoops() { loop.stop() }
      running.withLock { $0.wasStarted = false }
      throw error
    }
  }

  private func launch(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) -> UInt16 {
    try check(configuration.limits)
    let (listener, isIPv6) = try ListeningSocket.open(host: configuration.host, port: configuration.port)
    defer { close(listener) }
    let threads = max(1, configuration.threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let connections = OpenFiles.raise(for: configuration.limits.connections)
    var setup = mhd_setup()
    setup.accept = Callbacks.accept
    setup.request = Callbacks.request
    setup.request_line = Callbacks.requestLine
    setup.completed = Callbacks.completed
    setup.connection = Callbacks.connection
    setup.unescape = Callbacks.unescape
    setup.ipv6 = isIPv6 ? 1 : 0
    setup.connections = UInt32(clamping: max(1, connections / threads))
    setup.idle_seconds = UInt32(clamping: (core.idleTimeout + 999_999_999) / 1_000_000_000)
    setup.connection_memory = configuration.limits.connectionMemory
    for _ in 0..<threads {
      let loop = try EventLoop(core: core)
      setup.socket = fcntl(listener, F_DUPFD_CLOEXEC, 0)
      if setup.socket < 0 { throw .tooManyFiles }
      try loop.start(setup)
      running.withLock { $0.loops.append(loop) }
    }
    let shortest = min(core.idleTimeout, core.requestTimeout, core.responseDeadline)
    let tick = Int32(clamping: min(max(shortest / 4_000_000, 10), 1000))
    try core.housekeeper.start(every: tick) { [core] in
      let now = Clock.now()
      core.expireSuspended(at: now)
      core.expireConnections(at: now)
    }
    return ListeningSocket.port(of: listener)
  }

  private func check(_ limits: HTTPLimits) throws(HTTPServerError) {
    if limits.connectionMemory < 2 * limits.headerBytes || limits.headerBytes < 1024 {
      throw .invalidLimit("connectionMemory has to be twice headerBytes, and headerBytes 1024, or more")
    }
  }

  /// Stops. New connections are refused at once; requests on open ones are answered 503. What is being answered may take
  /// until the grace is over, then it gets 503, too. Returns when everything has ended; a second call returns at once.
  package func stop(grace: Duration) {
    let loops = takeLoops()
    if loops.isEmpty { return }
    let start = Clock.now()
    core.drainStart.store(start, ordering: .relaxed)
    for loop in loops { loop.drain() }
    wait(until: start &+ grace.nanoseconds) { core.requestsInFlight() == 0 }
    // libmicrohttpd must not be stopped with a suspended connection: those are answered, and no more can come.
    core.suspended.withLock { $0.isClosed = true }
    wait(until: .max) {
      core.expireSuspended(at: nil)
      return core.suspended.withLock { $0.exchanges.isEmpty }
    }
    wait(until: Clock.now() &+ 1_000_000_000) { core.requestsInFlight() == 0 }
    for loop in loops { loop.stop() }
    core.housekeeper.stop()
    core.configuration.accessLog?.flush()
  }

  private func takeLoops() -> [EventLoop] {
    running.withLock { running in
      defer { running.loops = [] }
      return running.loops
    }
  }

  private func wait(until deadline: UInt64, for condition: () -> Bool) {
    while !condition(), Clock.now() < deadline { usleep(2000) }
  }
}

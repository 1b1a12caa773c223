internal import Basics
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server over libmicrohttpd. It judges what comes in, and hands whole, well-formed requests to its handler.
package final class HTTPServer: Sendable {
  private let core: ServerCore
  private let running = Locked(Running())

  private struct Running {
    var loops: [EventLoop] = []
    var wasStarted = false
  }

  package init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    core = ServerCore(configuration: configuration, handler: handler)
  }

  deinit { stop(grace: .zero) }

  /// How many connections are served at a time: fewer than wanted if the system allows too few open files.
  package var mostConnections: Int { core.capacity.mostConnections }

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
      core.capacity.tell([])
      running.withLock { $0.wasStarted = false }
      throw error
    }
  }

  private func launch(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) -> UInt16 {
    try check(configuration.limits)
    let listener = try ListeningSocket.open(host: configuration.host, port: configuration.port)
    defer { close(listener) }
    let threads = max(1, configuration.threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var setup = mhd_setup()
    setup.refusal = Callbacks.refusal
    setup.request = Callbacks.request
    setup.request_line = Callbacks.requestLine
    setup.completed = Callbacks.completed
    setup.connection = Callbacks.connection
    setup.unescape = Callbacks.unescape
    setup.connections = UInt32(clamping: core.capacity.mostConnections)
    setup.idle_seconds = UInt32(clamping: (core.idleTimeout + 999_999_999) / 1_000_000_000)
    setup.connection_memory = configuration.limits.connectionMemory
    do throws(SystemError) {
      var loops: [EventLoop] = []
      for _ in 0..<threads {
        let duplicate = fcntl(listener, F_DUPFD_CLOEXEC, 0)
        if duplicate < 0 { throw SystemError("fcntl") }
        loops.append(try EventLoop(core: core, listener: duplicate))
      }
      core.capacity.tell(loops)
      for loop in loops {
        try loop.start(setup)
        running.withLock { $0.loops.append(loop) }
      }
    } catch {
      throw HTTPServerError(error)
    }
    return ListeningSocket.port(of: listener)
  }

  private func check(_ limits: HTTPLimits) throws(HTTPServerError) {
    if limits.connectionMemory < 2 * limits.headerBytes || limits.headerBytes < 1024 {
      throw .invalidLimit("connectionMemory has to be twice headerBytes, and headerBytes 1024, or more")
    }
  }

  /// Announces that the server is about to stop: it goes on, but each answer is the last one of its connection.
  package func leave() { core.isLeaving.store(true, ordering: .relaxed) }

  /// Stops. New connections are refused at once; requests on open ones are answered 503. What is being answered may take
  /// until the grace is over, then it gets 503, too. Returns when everything has ended; a second call returns at once.
  package func stop(grace: Duration) {
    let loops = takeLoops()
    if loops.isEmpty { return }
    leave()
    let start = Clock.now()
    core.drainStart.store(start, ordering: .relaxed)
    for loop in loops { loop.drain() }
    let isIdle = { Self.requestsInFlight(loops) == 0 }
    wait(until: start &+ grace.nanoseconds, for: isIdle)
    // libmicrohttpd must not be stopped with a suspended connection: those are answered, and no more can come.
    core.suspended.withLock { $0.isClosed = true }
    wait(until: .max) {
      core.refuseSuspended()
      return core.suspended.withLock { $0.exchanges.isEmpty }
    }
    wait(until: Clock.now() &+ 1_000_000_000, for: isIdle)
    for loop in loops { loop.stop() }
    core.capacity.tell([])
    core.configuration.accessLog?.flush()
  }

  /// How many requests have begun and are not over.
  package var requestsInFlight: Int { Self.requestsInFlight(running.withLock { $0.loops }) }

  private static func requestsInFlight(_ loops: [EventLoop]) -> Int { loops.reduce(0) { $0 + $1.requestsInFlight } }

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

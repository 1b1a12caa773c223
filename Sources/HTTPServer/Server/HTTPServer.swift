internal import Basics
internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server over libmicrohttpd. It refuses malformed requests, and hands complete ones to its handler.
package final class HTTPServer: Sendable {
  private let core: ServerCore
  private let running = Locked(Running())

  private struct Running {
    var socket: ListeningSocket?
    var loops: [EventLoop] = []
    var wasStarted = false
  }

  /// - Parameter socket: The socket to listen at, if it is open already.
  package init(
    configuration: HTTPServerConfiguration, handler: any HTTPHandler, socket: ListeningSocket? = nil
  ) {
    core = ServerCore(configuration: configuration, handler: handler)
    running.withLock { $0.socket = socket }
  }

  deinit { stop(grace: .zero) }

  /// The number of connections that may be open: fewer than configured if the system allows too few open files.
  package var maxConnections: Int { core.capacity.limit(of: .connections) }

  /// The number of event streams that may be open: fewer than configured if the system allows too few open files.
  package var maxStreams: Int { core.capacity.limit(of: .streams) }

  /// Opens the socket. Clients can connect from now on, and wait until the server is started.
  ///
  /// - Returns: The address, with the port that the system chose.
  /// - Throws: If the address cannot be used. The description says what to do.
  @discardableResult
  package func listen() throws(HTTPServerError) -> ListeningAddress {
    try openSocket().address
  }

  /// The address with the host as a number; nil before the server listens, and after it has stopped.
  package var numericAddress: ListeningAddress? { running.withLock { $0.socket?.numericAddress } }

  private func openSocket() throws(HTTPServerError) -> ListeningSocket {
    if let socket = running.withLock({ $0.socket }) { return socket }
    let configuration = core.configuration
    let socket = try ListeningSocket(configuration.address, sharesPort: configuration.sharesPort)
    running.withLock { $0.socket = socket }
    return socket
  }

  /// Listens, and serves on threads of its own.
  ///
  /// - Returns: The port; 0 for a Unix socket.
  /// - Throws: If the port or host cannot be used. The description says what to do.
  @discardableResult
  package func start() throws(HTTPServerError) -> UInt16 {
    signal(SIGPIPE, SIG_IGN)
    let configuration = core.configuration
    if running.withLock({ exchange(&$0.wasStarted, with: true) }) { throw .alreadyStarted }
    do {
      return try launch(configuration)
    } catch {
      for loop in takeLoops() { loop.stop() }
      running.withLock { running in
        running.socket = nil
        running.wasStarted = false
      }
      throw error
    }
  }

  private func launch(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) -> UInt16 {
    try check(configuration.limits)
    if !Capacity.hasEnoughDescriptors { throw .tooManyFiles }
    let socket = try openSocket()
    // The loops accept from duplicates. The socket listens until the last of them is closed.
    defer { socket.close() }
    let threads = max(1, configuration.threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    do throws(SystemError) {
      var loops: [EventLoop] = []
      for _ in 0..<threads {
        let duplicate = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
        if duplicate < 0 { throw SystemError("fcntl") }
        do throws(SystemError) {
          loops.append(try EventLoop(core: core, listener: duplicate))
        } catch {
          close(duplicate)
          throw error
        }
      }
      for loop in loops {
        try loop.start()
        running.withLock { $0.loops.append(loop) }
      }
    } catch {
      throw HTTPServerError(error)
    }
    return socket.address.port
  }

  private func check(_ limits: HTTPLimits) throws(HTTPServerError) {
    if limits.connectionMemory < 2 * limits.headerBytes || limits.headerBytes < 1024 {
      throw .invalidLimit("connectionMemory has to be twice headerBytes, and headerBytes 1024, or more")
    }
  }

  /// Announces that the server is about to stop. It goes on serving, but closes each connection after the next answer,
  /// and refuses new event streams.
  package func announceStop() { core.isStopping.store(true, ordering: .relaxed) }

  /// Stops the server.
  ///
  /// It refuses new connections at once, and closes event streams. Requests on open connections have the time of the grace,
  /// then they get 503. Each connection closes after its next answer, or when no request is left. Returns when all connections
  /// are closed; a second call returns at once.
  package func stop(grace: Duration) {
    let loops = takeLoops()
    if loops.isEmpty { return }
    announceStop()
    // Before the sockets are closed: a client that finds the file could still get a connection that is not answered.
    running.withLock { running in
      running.socket?.removeFile()
      running.socket = nil
    }
    for loop in loops { loop.stopListening() }
    waitUntilServed(loops, until: Clock.now() &+ grace.nanoseconds)
    core.refusalStart.store(Clock.now(), ordering: .relaxed)
    for loop in loops { loop.refuseSuspendedRequests() }
    waitUntilIdle(loops, until: Clock.now() &+ 1_000_000_000)
    for loop in loops { loop.stop() }
    for observer in core.configuration.observers { observer.serverDidStop() }
  }

  /// Whether the server is about to stop.
  package var isStopping: Bool { core.isStopping.load(ordering: .relaxed) }

  /// The number of connections that are open, without event streams.
  package var openConnections: Int { core.capacity.count(of: .connections) }

  /// The number of requests that have begun and are not over.
  package var requestsInFlight: Int { Self.requestsInFlight(running.withLock { $0.loops }) }

  private static func requestsInFlight(_ loops: [EventLoop]) -> Int { loops.reduce(0) { $0 + $1.requestsInFlight } }

  private func takeLoops() -> [EventLoop] { running.withLock { exchange(&$0.loops, with: []) } }

  /// The time that the first request of an accepted connection may take to begin, in nanoseconds.
  private static let arrivalTime: UInt64 = 1_000_000_000

  /// Waits until the listener is closed, and the requests of all who have got a connection are over.
  private func waitUntilServed(_ loops: [EventLoop], until deadline: UInt64) {
    let lastArrival = min(Clock.now() &+ Self.arrivalTime, deadline)
    while loops.contains(where: \.isListening) || Self.requestsInFlight(loops) > 0
      || (loops.contains(where: \.hasConnectionsWithoutRequest) && Clock.now() < lastArrival)
    {
      if Clock.now() >= deadline { return }
      usleep(2000)
    }
  }

  private func waitUntilIdle(_ loops: [EventLoop], until deadline: UInt64) {
    while Self.requestsInFlight(loops) > 0, Clock.now() < deadline { usleep(2000) }
  }
}

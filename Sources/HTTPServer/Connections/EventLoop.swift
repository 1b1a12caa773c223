internal import Basics
internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A thread that accepts connections and serves them with a daemon of libmicrohttpd of its own.
///
/// The thread waits for events outside libmicrohttpd. Threads of libmicrohttpd 0.9.75 sleep when 128 connections become
/// ready at once: after a full set of events, `MHD_epoll` waits for more. `MHD_run` does not wait.
///
/// The thread also accepts connections itself. libmicrohttpd stops listening at its limit of connections, and does not
/// listen again before something else wakes it.
final class EventLoop: AnswerReceiver, @unchecked Sendable {
  // Safe because mutable state is locked, atomic, or only used by the loop's thread.

  /// What the loop has to do. It only goes forward.
  private enum Stage: Int, AtomicRepresentable {
    case serving
    /// Serves open connections.
    case closingListener
    /// Refuses requests that wait for their answer.
    case refusing
    case ending
  }

  let core: ServerCore
  let deadlines: ConnectionState.Deadlines
  /// The time between two searches for requests that are overdue, in nanoseconds.
  private let sweepInterval: UInt64
  let listener: Int32
  let events: EventSet
  private let waker: Waker
  private let stage = Atomic(Stage.serving)
  private let started = Locked<(daemon: Daemon, thread: SystemThread)?>(nil)
  /// The number of requests that have begun and are not over. Written by the loop's thread alone.
  private let requests = Atomic(0)
  /// The number of connections without a request yet. Written by the loop's thread alone.
  private let connectionsWithoutRequest = Atomic(0)
  private let hasListener = Atomic(true)
  /// Suspended requests that have their answer.
  private let answered = Locked<[HTTPExchange]>([])

  // Of the loop's thread.
  var listening = Listening.paused(until: 0)
  private(set) var connections: [Int32: HTTPConnection] = [:]
  private var halfClosed = HalfClosedConnections()
  private var lingering = LingeringSockets()
  var streams: OpenStreams
  /// The descriptors of libmicrohttpd; -1 before the thread runs.
  private(set) var daemonEvents: Int32 = -1
  /// The connection whose request began last.
  private(set) var latest: Int32 = -1
  /// Whether libmicrohttpd opened the connection that it was given last.
  private var isOpened = false
  private var nextSweep: UInt64 = 0
  var overload: Overload
  /// The answer to requests that are refused because the server has too much to do. Made for the first of them.
  private(set) lazy var overloadAnswer = OverloadAnswer(core)

  /// - Parameter listener: A listening socket, which the loop closes.
  /// - Throws: If the system has no descriptor left.
  init(core: ServerCore, listener: Int32) throws(SystemError) {
    self.core = core
    let deadlines = ConnectionState.Deadlines(core.limits)
    self.deadlines = deadlines
    sweepInterval = min(
      max(min(deadlines.idle, deadlines.request, deadlines.response) / 4, 10_000_000), 1_000_000_000)
    self.listener = listener
    waker = try Waker()
    events = try EventSet()
    streams = OpenStreams(heartbeat: core.limits.streamHeartbeat.nanoseconds)
    overload = Overload(
      longestWait: core.limits.longestWait.nanoseconds, gracePeriod: core.limits.overloadGracePeriod.nanoseconds)
  }

  deinit { closeListener() }

  // MARK: - On any thread

  /// - Throws: If the system has no descriptor, thread or memory left.
  func start() throws(SystemError) {
    let daemon = try Daemon(self)
    do {
      let thread = try SystemThread { [self] in run(daemon) }
      started.withLock { $0 = (daemon, thread) }
    } catch {
      daemon.stop()
      throw error
    }
  }

  /// Sends the answer of a suspended request.
  func resume(_ exchange: HTTPExchange) {
    let isFirst = answered.withLock { answered in
      answered.append(exchange)
      return answered.count == 1
    }
    // If it is not the first, the loop was woken and has not taken the others yet.
    if isFirst { waker.wake() }
  }

  /// The number of requests that have begun and are not over.
  var requestsInFlight: Int { requests.load(ordering: .relaxed) }

  /// Whether connections may be accepted.
  var isListening: Bool { hasListener.load(ordering: .acquiring) }

  /// Whether connections were accepted whose first request has not begun.
  var hasConnectionsWithoutRequest: Bool { connectionsWithoutRequest.load(ordering: .relaxed) > 0 }

  /// Accepts the connections that wait for it, and no more.
  func stopListening() { enter(.closingListener) }

  /// Refuses requests that wait for their answer, from now on.
  func refuseSuspendedRequests() { enter(.refusing) }

  /// Closes all connections and ends the thread.
  func stop() {
    enter(.ending)
    let started = started.withLock { $0.take() }
    started?.thread.join()
    started?.daemon.stop()
    for ended in lingering.closeOverdue(at: .max) { giveBack(ended.address) }
  }

  private func enter(_ next: Stage) {
    stage.store(next, ordering: .releasing)
    waker.wake()
  }

  // MARK: - On the loop's thread

  private func run(_ daemon: Daemon) {
    daemonEvents = daemon.descriptor
    events.add(daemon.descriptor, for: .input)
    events.add(waker.descriptor, for: .input)
    listen()
    var emptyRounds = 0
    while true {
      var hasClients = false
      var isWoken = false
      let timeout = timeout(daemon)
      emptyRounds += 1
      events.wait(milliseconds: timeout == 0 && emptyRounds > Self.maxEmptyRounds ? 1 : timeout) { descriptor in
        emptyRounds = 0
        switch descriptor {
        case daemon.descriptor: break
        case waker.descriptor: isWoken = true
        case listener: hasClients = true
        default: didEnd(descriptor)
        }
      }
      if isWoken { waker.reset() }
      let stage = stage.load(ordering: .acquiring)
      if stage != .serving { closeStreams() }
      switch stage {
      case .serving:
        if hasClients { accept(daemon) }
        listenAgain()
      case .closingListener:
        acceptBacklog(daemon)
      case .refusing:
        acceptBacklog(daemon)
        refuseSuspended()
      case .ending:
        closeListener()
        // libmicrohttpd must not be stopped with a suspended connection.
        if !connections.values.contains(where: { $0.state.phase == .suspended }) { return }
        refuseSuspended()
      }
      if isWoken {
        overload.beginRound(at: Clock.now())
        resumeAnswered()
      }
      daemon.run()
      sweep()
    }
  }

  /// How often the daemon is run at once without an event. It asks for that without an end if the size of a chunk is longer than
  /// its buffer.
  private static let maxEmptyRounds = 64

  func didCloseListener() { hasListener.store(false, ordering: .releasing) }

  /// The milliseconds to wait for events; -1 for no end.
  private func timeout(_ daemon: Daemon) -> Int32 {
    let timeout = daemon.timeout
    if timeout == 0 { return 0 }
    var next = min(nextSweep, halfClosed.nextLook)
    if case .paused(let end) = listening { next = min(next, end) }
    next = min(next, streams.nextHeartbeat)
    let now = Clock.now()
    let own = next > now ? Int32(clamping: (next - now) / 1_000_000 + 1) : 0
    return timeout < 0 ? own : min(timeout, own)
  }

  // MARK: Connections

  /// Serves a connection that was accepted.
  func serve(_ descriptor: Int32, from address: UnsafePointer<sockaddr>, size: socklen_t, _ daemon: Daemon) {
    let limited = core.limitedAddress(ofConnectionFrom: NetworkAddress(address))
    guard core.capacity.take(of: .ofAddress, for: limited) else {
      close(descriptor)
      core.configuration.connectionRefused()
      return core.capacity.giveBack(of: .connections)
    }
    isOpened = false
    daemon.add(descriptor, from: address, size: size)
    // If it could not serve the connection, libmicrohttpd called neither `connectionDidOpen` nor `connectionWillClose`.
    if !isOpened { giveBack(limited) }
  }

  func connectionDidOpen(_ connection: HTTPConnection) {
    isOpened = true
    countConnectionsWithoutRequest(1)
    connections[connection.descriptor] = connection
    events.add(connection.descriptor, for: .end)
  }

  func connectionWillClose(_ connection: HTTPConnection) {
    // The library reports no end of a request that it refuses for two reasons. The memory of the request is gone.
    connection.end(isReadable: false)
    if connection.state.past == .none { countConnectionsWithoutRequest(-1) }
    connections[connection.descriptor] = nil
    halfClosed.remove(connection)
    if connection.state.lingers {
      // The duplicate would keep the descriptor in the set after its number belongs to another.
      events.remove(connection.descriptor)
      if linger(fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0), for: connection.limitedAddress) { return }
    }
    giveBack(connection.limitedAddress)
  }

  /// A connection, or its lingering socket, is closed.
  func giveBack(_ address: NetworkAddress?) {
    core.capacity.giveBack(of: .ofAddress, for: address)
    core.capacity.giveBack(of: .connections)
  }

  /// Keeps a socket whose sending side is shut down until the client has closed it. It counts as a connection until then.
  ///
  /// - Returns: False if it was closed at once.
  func linger(_ descriptor: Int32, for address: NetworkAddress?) -> Bool {
    if descriptor < 0 { return false }
    if events.add(descriptor, for: .input), lingering.add(descriptor, for: address) { return true }
    close(descriptor)
    return false
  }

  /// The client sends no more, or a stream or a lingering socket has input.
  private func didEnd(_ descriptor: Int32) {
    if let stream = streams.all[descriptor] {
      if !stream.dropInput() { streamDidEnd(descriptor) }
    } else if let connection = connections[descriptor] {
      halfClosed.add(connection)
    } else if let ended = lingering.read(descriptor) {
      giveBack(ended.address)
    }
  }

  /// Ends requests and connections that are overdue or abandoned.
  private func sweep() {
    let now = Clock.now()
    overload.endRound(at: now)
    for connection in halfClosed.due(at: now) { connection.handle(.inputEnded(at: now)) }
    if now >= streams.nextHeartbeat { streams.sendHeartbeats(at: now) }
    guard now >= nextSweep else { return }
    nextSweep = now + sweepInterval
    for connection in connections.values { connection.handle(.timePassed(to: now)) }
    for ended in lingering.closeOverdue(at: now) { giveBack(ended.address) }
  }

  // MARK: Requests

  func requestDidBegin(on connection: HTTPConnection) {
    latest = connection.descriptor
    requests.store(requests.load(ordering: .relaxed) + 1, ordering: .relaxed)
    if connection.state.past == .none { countConnectionsWithoutRequest(-1) }
  }

  private func countConnectionsWithoutRequest(_ change: Int) {
    connectionsWithoutRequest.store(connectionsWithoutRequest.load(ordering: .relaxed) + change, ordering: .relaxed)
  }

  func requestDidEnd() { requests.store(requests.load(ordering: .relaxed) - 1, ordering: .relaxed) }

  /// Suspends the connection of a request until `resume(_:)` is called.
  ///
  /// - Returns: False if the server is stopping and the request has to be refused.
  func suspend(_ exchange: HTTPExchange) -> Bool {
    switch stage.load(ordering: .relaxed) {
    case .serving, .closingListener: break
    case .refusing, .ending: return false
    }
    MHD_suspend_connection(exchange.request.connection)
    return true
  }

  private func resumeAnswered() {
    let exchanges = answered.withLock { exchange(&$0, with: []) }
    for exchange in exchanges { MHD_resume_connection(exchange.request.connection) }
  }

  private func refuseSuspended() {
    for connection in connections.values { connection.handle(.serverStops) }
  }
}

/// Descriptors whose events a thread waits for (epoll(7)).
struct EventSet: ~Copyable {
  enum Interest {
    /// Input, as long as there is some.
    case input
    /// The end of the input, once.
    case end
  }

  private static let maxEvents = 64

  private let descriptor: Int32
  private let members: UnsafeMutableBufferPointer<Int32>

  init() throws(SystemError) {
    descriptor = events_make()
    if descriptor < 0 { throw SystemError("epoll_create1") }
    members = .allocate(capacity: Self.maxEvents)
    members.initialize(repeating: -1)
  }

  deinit {
    close(descriptor)
    members.deallocate()
  }

  /// Adds a descriptor.
  ///
  /// - Returns: False if the system denies it.
  @discardableResult
  func add(_ member: Int32, for interest: Interest) -> Bool {
    events_add(descriptor, member, interest == .end ? 1 : 0) == 0
  }

  /// Removes a descriptor. A closed descriptor is removed by itself, unless it has a duplicate.
  func remove(_ member: Int32) { events_remove(descriptor, member) }

  /// Waits for events.
  ///
  /// - Parameters:
  ///   - milliseconds: The longest time to wait; -1 for no end.
  ///   - body: Called with each descriptor that has an event.
  func wait(milliseconds: Int32, _ body: (Int32) -> Void) {
    let count = events_wait(descriptor, members.baseAddress, Int32(members.count), milliseconds)
    for index in 0..<max(0, Int(count)) { body(members[index]) }
  }
}

internal import Basics
internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A thread that accepts connections and serves them, over a daemon of libmicrohttpd of its own.
///
/// The thread belongs to us and waits outside libmicrohttpd. Threads of libmicrohttpd 0.9.75 sleep when 128 connections
/// become ready at once: after a full set of events, `MHD_epoll` waits for more. `MHD_run` does not wait.
///
/// It accepts by itself: libmicrohttpd stops listening at its limit, and starts again only when something else wakes it.
final class EventLoop: @unchecked Sendable {
  // Safe because what is mutable is in the lock, atomic, or only touched by the loop's thread.

  private enum Stage: Int, AtomicRepresentable {
    case accepting, draining, ended
  }

  /// How many connections are accepted in one round, before open ones are served.
  private static let mostAccepted = 8
  /// How many may wait to be accepted.
  static let backlog: Int32 = 4096
  /// How long the loop waits before it accepts again when the system has no descriptor left, in nanoseconds.
  private static let pause: UInt64 = 20_000_000
  /// How often connections that the client closed while it waited for an answer are looked at, in nanoseconds.
  private static let halfClosedPause: UInt64 = 100_000_000

  let core: ServerCore
  private let waker: Waker
  private let events: EventSet
  private let listener: Int32
  private let stage = Atomic(Stage.accepting)
  private let started = Locked<(daemon: Daemon, thread: SystemThread)?>(nil)
  /// How many requests have begun and are not over. Written by the loop's thread alone.
  private let requests = Atomic(0)

  // Of the loop's thread.
  private var connections: [Int32: HTTPConnection] = [:]
  private var halfClosed: [Int32: HTTPConnection] = [:]
  private var lingering = Lingering()
  /// The connection whose request began last.
  private var latest: Int32 = -1
  /// Whether libmicrohttpd took the connection that it was given.
  private var isTaken = false
  private var isOpen = true
  private var isListening = false
  private var resumesAt: UInt64 = 0
  private var nextSweep: UInt64 = 0
  private var nextLook: UInt64 = 0

  /// - Parameter listener: A listening socket, which the loop closes.
  /// - Throws: If the system has no descriptor, thread or memory left.
  init(core: ServerCore, listener: Int32) throws(SystemError) {
    self.core = core
    self.listener = listener
    waker = try Waker()
    events = try EventSet()
  }

  deinit { closeListener() }

  /// - Throws: If the system has no descriptor, thread or memory left.
  func start(_ setup: mhd_setup) throws(SystemError) {
    var setup = setup
    // Safe because `stop` comes before the end of this.
    setup.context = Unmanaged.passUnretained(self).toOpaque()
    let daemon = try Daemon(setup)
    do {
      let thread = try SystemThread { [self] in run(daemon) }
      started.withLock { $0 = (daemon, thread) }
    } catch {
      daemon.stop()
      throw error
    }
  }

  /// Makes the loop look at connections that were resumed, and at whether it may accept again.
  func wake() { waker.wake() }

  /// Ends listening, after the connections that wait were accepted.
  func drain() { enter(.draining) }

  /// Ends the thread and closes all connections. No request may be suspended, and none can be any more.
  func stop() {
    enter(.ended)
    let started = started.withLock { started in
      defer { started = nil }
      return started
    }
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
    events.add(daemon.descriptor, for: .input)
    events.add(waker.descriptor, for: .input)
    listen()
    while true {
      var hasClients = false
      events.wait(milliseconds: timeout(daemon)) { descriptor in
        switch descriptor {
        case daemon.descriptor: break
        case waker.descriptor: waker.reset()
        case listener: hasClients = true
        default: didEnd(descriptor)
        }
      }
      switch stage.load(ordering: .acquiring) {
      case .accepting: break
      case .draining:
        // Those that wait already are accepted, but not all that come meanwhile.
        for _ in 0..<(Int(Self.backlog) / Self.mostAccepted) where isOpen {
          if accept(daemon) < Self.mostAccepted { break }
        }
        closeListener()
      case .ended: return closeListener()
      }
      if isOpen {
        if hasClients { accept(daemon) }
        if resumesAt > 0, Clock.now() >= resumesAt { resumesAt = 0 }
        if !isListening, resumesAt == 0, core.capacity.hasRoom { listen() }
      }
      daemon.run()
      lookAround()
    }
  }

  /// How long there is nothing to do unless something happens, in milliseconds.
  private func timeout(_ daemon: Daemon) -> Int32 {
    let timeout = daemon.timeout
    if timeout == 0 { return 0 }
    var next = nextSweep
    if !halfClosed.isEmpty { next = min(next, nextLook) }
    if isOpen, resumesAt > 0 { next = min(next, resumesAt) }
    let now = Clock.now()
    let own = next > now ? Int32(clamping: (next - now) / 1_000_000 + 1) : 0
    return timeout < 0 ? own : min(timeout, own)
  }

  // MARK: Accepting

  private func listen() {
    isListening = events.add(listener, for: .input)
  }

  private func unlisten() {
    if isListening { events.remove(listener) }
    isListening = false
  }

  private func closeListener() {
    if isOpen { close(listener) }
    isOpen = false
  }

  /// - Returns: How many connections were accepted.
  @discardableResult
  private func accept(_ daemon: Daemon) -> Int {
    for count in 0..<Self.mostAccepted {
      guard core.capacity.takeConnection() else {
        unlisten()  // until one closes, which wakes the loop
        return count
      }
      var address = sockaddr_storage()
      var size = socklen_t(0)
      let descriptor = accept_connection(listener, &address, &size)
      if descriptor >= 0 {
        withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { serve(descriptor, from: $0, size: size, daemon) }
        }
        continue
      }
      let code = errno
      core.capacity.giveConnection()
      switch code {
      case ECONNABORTED, EINTR, EPERM, EPROTO: continue  // the client's or a packet filter's doing
      case EAGAIN: return count
      default:
        // No descriptors or memory left. The system does not signal when there are.
        unlisten()
        resumesAt = Clock.now() + Self.pause
        return count
      }
    }
    return Self.mostAccepted
  }

  private func serve(_ descriptor: Int32, from address: UnsafePointer<sockaddr>, size: socklen_t, _ daemon: Daemon) {
    let network = NetworkAddress(address)
    guard !core.countsConnections || core.capacity.admit(network) else {
      close(descriptor)
      return core.capacity.giveConnection()
    }
    isTaken = false
    daemon.add(descriptor, from: address, size: size)
    if isTaken { return }
    // libmicrohttpd called neither `opened` nor `closing`.
    if core.countsConnections { core.capacity.release(network) }
    core.capacity.giveConnection()
  }

  // MARK: What libmicrohttpd tells

  /// A connection was accepted.
  func opened(_ connection: HTTPConnection) {
    isTaken = true
    connections[connection.descriptor] = connection
    events.add(connection.descriptor, for: .end)
  }

  /// A connection is about to be closed.
  func closing(_ connection: HTTPConnection) {
    // libmicrohttpd does not tell the end of a request that it refuses for two reasons. Safe because it tells none after this,
    // so that the reference that was kept for it is released once.
    if let exchange = connection.exchange {
      exchange.abandoned()
      Unmanaged.passUnretained(exchange).release()
    }
    connections[connection.descriptor] = nil
    halfClosed[connection.descriptor] = nil
    if connection.lingers {
      // The duplicate would keep the descriptor in the set after its number belongs to another.
      events.remove(connection.descriptor)
      if linger(fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0), countedFor: connection.countedAddress) { return }
    }
    giveBack(connection.countedAddress)
  }

  /// A connection, or what lingers of it, is closed.
  private func giveBack(_ address: NetworkAddress?) {
    if let address { core.capacity.release(address) }
    core.capacity.giveConnection()
  }

  func requestBegan(on connection: HTTPConnection) {
    latest = connection.descriptor
    requests.store(requests.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }

  func requestEnded() { requests.store(requests.load(ordering: .relaxed) - 1, ordering: .relaxed) }

  /// The number of requests that have begun and are not over. Can be asked on any thread.
  var requestsInFlight: Int { requests.load(ordering: .relaxed) }

  /// libmicrohttpd is about to refuse a request. If the head is complete, it would write the head of its answer twice
  /// (0.9.75). So the request is answered here, and its connection is shut down first.
  func libraryRefuses(status: Int) {
    // Nearly always the request that began last.
    if connections[latest]?.exchange?.refuseInstead(of: status) == true { return }
    for connection in connections.values {
      if connection.exchange?.refuseInstead(of: status) == true { return }
    }
  }

  // MARK: Connections that end

  /// The client sends no more, or a lingering socket has data.
  private func didEnd(_ descriptor: Int32) {
    if let connection = connections[descriptor] {
      halfClosed[descriptor] = connection
      nextLook = 0
    } else if let ended = lingering.read(descriptor) {
      giveBack(ended.address)
    }
  }

  /// Takes over a socket whose sending side is shut, and closes it once the client has noticed. Until then it counts as the
  /// connection did.
  ///
  /// - Returns: False if it was closed at once.
  private func linger(_ descriptor: Int32, countedFor address: NetworkAddress?) -> Bool {
    if descriptor < 0 { return false }
    if events.add(descriptor, for: .input), lingering.add(descriptor, countedFor: address) { return true }
    close(descriptor)
    return false
  }

  /// Ends connections that will not get any further.
  private func lookAround() {
    let now = Clock.now()
    if !halfClosed.isEmpty, now >= nextLook {
      nextLook = now + Self.halfClosedPause
      for connection in halfClosed.values where connection.isAbandoned { connection.shut() }
    }
    guard now >= nextSweep else { return }
    nextSweep = now + core.sweepPause
    for connection in connections.values {
      if connection.isOverdue(at: now) { connection.giveUp() } else { connection.exchange?.refuse(ifOverdueAt: now) }
    }
    for ended in lingering.closeOverdue(at: now) { giveBack(ended.address) }
  }
}

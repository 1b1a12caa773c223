internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A thread that accepts connections and serves them, over a daemon of libmicrohttpd of its own.
///
/// The thread is ours and waits outside libmicrohttpd, whose own threads (0.9.75) sleep once 128 connections become ready
/// at the same moment: before it looks at a full set of events, `MHD_epoll` waits for more of them, for as long as it would
/// for the first. Given no time to wait, as by `MHD_run`, it does not.
final class EventLoop: Sendable {
  private enum Stage: Int, AtomicRepresentable {
    case accepting, draining, ended
  }

  let core: ServerCore
  private let bell: Bell
  private let stage = Atomic(Stage.accepting)
  private let started = Mutex<(daemon: Daemon, thread: Thread)?>(nil)

  /// - Throws: when the system denies the means for it.
  init(core: ServerCore) throws(HTTPServerError) {
    self.core = core
    bell = try Bell()
  }

  /// - Parameter setup: its socket is the daemon's from now on.
  /// - Throws: when the system denies the means for it.
  func start(_ setup: mhd_setup) throws(HTTPServerError) {
    var setup = setup
    // Safe because `stop` comes before the end of this.
    setup.context = Unmanaged.passUnretained(self).toOpaque()
    guard let handle = mhd_start(&setup) else {
      let code = errno
      close(setup.socket)
      throw code == EMFILE || code == ENFILE ? .tooManyFiles : .system(operation: "libmicrohttpd", code: code)
    }
    let daemon = Daemon(handle: handle)
    do {
      let thread = try Thread { [self] in run(daemon) }
      started.withLock { $0 = (daemon, thread) }
    } catch {
      daemon.stop()
      throw error
    }
  }

  /// Has it look at connections that were resumed.
  func wake() { bell.ring() }

  /// Has it accept no more.
  func drain() { enter(.draining) }

  /// Ends it. No request may be suspended, and none can be any more.
  func stop() {
    enter(.ended)
    let started = started.withLock { started in
      defer { started = nil }
      return started
    }
    started?.thread.join()
    started?.daemon.stop()
  }

  private func enter(_ next: Stage) {
    stage.store(next, ordering: .releasing)
    bell.ring()
  }

  private func run(_ daemon: Daemon) {
    var polled = [
      pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    var isAccepting = true
    while true {
      let timeout = daemon.timeout
      if timeout != 0 {
        poll(&polled, nfds_t(polled.count), timeout)
        if polled[1].revents != 0 { bell.clear() }
      }
      switch stage.load(ordering: .acquiring) {
      case .accepting: break
      case .draining where isAccepting:
        daemon.quiesce()
        isAccepting = false
      case .draining: break
      case .ended: return
      }
      daemon.run()
    }
  }
}

/// A daemon without threads of its own.
private struct Daemon: @unchecked Sendable {
  // Safe because one thread uses it at a time: that of its loop, and once that has ended, the one that stops it.
  let handle: OpaquePointer
  /// Readable when there is something to be done: events of connections.
  let descriptor: Int32

  init(handle: OpaquePointer) {
    self.handle = handle
    descriptor = mhd_epoll_descriptor(handle)
  }

  /// How long nothing needs to be done unless the descriptor becomes readable, in milliseconds; -1 without an end.
  var timeout: Int32 {
    var milliseconds: UInt64 = 0
    return MHD_get_timeout(handle, &milliseconds) == .YES ? Int32(clamping: milliseconds) : -1
  }

  func run() { MHD_run(handle) }

  /// Accepts no more.
  func quiesce() {
    let listener = MHD_quiesce_daemon(handle)
    // Only this takes the socket out of the set that is waited for, and aborts where it was closed before.
    run()
    if listener >= 0 { close(listener) }
  }

  func stop() { MHD_stop_daemon(handle) }
}

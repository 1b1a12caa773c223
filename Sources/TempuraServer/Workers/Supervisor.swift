internal import Basics
internal import Glibc
internal import HTTPServer

/// A process that serves nothing itself, so that a trap of the app does not end it: it has the listening socket, starts processes
/// that serve, and hears of signals, of the ends of these processes, and of what they write.
class Supervisor {
  /// The signal that there is news: a worker serves, or files have changed.
  static let news = SIGUSR1

  /// The signals that are passed on to processes.
  static var forwarded: sigset_t { Signals.all }
  private static var awaited: sigset_t { sigset_t(of: SIGTERM, SIGINT, SIGHUP, SIGCHLD, news, LinePipe.signal) }

  let name: String
  let log: Log
  let socket: ListeningSocket
  private let signals: Signals
  private(set) var isStopping = false
  /// The exit status.
  var status: Int32 = 0

  /// Keeps the signals for ``run()``. Create it before the first thread is started.
  ///
  /// - Parameter signals: Those of the operator.
  init(name: String, socket: ListeningSocket, signals: Signals, log: Log) {
    (self.name, self.socket, self.signals, self.log) = (name, socket, signals, log)
    var awaited = Self.awaited
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs the processes until a signal asks this one to end.
  ///
  /// - Returns: The exit status.
  func run() throws -> Int32 {
    defer { socket.removeFile() }
    while true {
      act()
      if isStopping, processes.isEmpty { return status }
      switch nextSignal() {
      case SIGTERM: stop(SIGTERM)
      case SIGINT: stop(SIGINT)
      case SIGHUP: if signals.isTerminalClosed { stop(SIGTERM) } else { forward(SIGHUP) }
      default: break  // a process has news, or has written or ended, or something is due
      }
      read()
      reap()
    }
  }

  // MARK: - For subclasses

  /// All processes that have not ended.
  var processes: [pid_t] { [] }
  /// When ``act()`` has something to do, in nanoseconds of the monotonic clock; nil if nothing.
  var due: UInt64? { nil }
  /// Does what is due. Called before each wait.
  func act() {}
  /// Takes notice of what processes have written. Called after each wait.
  func read() {}
  /// Takes notice of the end of a process: one of `processes`, or an orphan, whose parent process 1 of a container is.
  func didEnd(_ process: pid_t, _ end: Worker.End) {}
  /// Passes a signal on to the processes.
  func forward(_ signal: Int32) { for process in processes { kill(process, signal) } }

  /// Asks everything to end. May be called again.
  func stop(_ signal: Int32) {
    isStopping = true
    socket.close()
  }

  // MARK: - Signals

  /// Waits for a signal, or until something is due. Returns 0 in the latter case.
  private func nextSignal() -> Int32 {
    var signals = Self.awaited
    guard let due else {
      var signal: Int32 = 0
      return sigwait(&signals, &signal) == 0 ? signal : 0
    }
    let wait = due - min(due, Clock.now())
    var time = timespec(tv_sec: Int(wait / 1_000_000_000), tv_nsec: Int(wait % 1_000_000_000))
    return max(sigtimedwait(&signals, nil, &time), 0)
  }

  private func reap() {
    while true {
      var status: Int32 = 0
      let process = waitpid(-1, &status, WNOHANG)
      if process <= 0 { return }
      didEnd(process, Worker.End(status))
    }
  }
}

internal import Basics
package import Glibc

/// The signals that a server's operator sends: SIGTERM and SIGINT end it, SIGHUP has it read changed files.
///
/// A terminal sends SIGHUP, too, when it closes. That ends the server.
///
/// Works for process 1 of a container, too. The kernel delivers to that process only the signals that it waits for.
package struct Signals: Sendable {
  /// The terminal that the process was started from; -1 for none.
  private let terminal: Int32
  /// Whether the process was started to outlive its terminal (nohup(1)).
  private let ignoresHangUp: Bool

  /// The signals that the operator sends.
  package static var all: sigset_t { sigset_t(of: SIGTERM, SIGINT, SIGHUP) }

  /// Keeps the signals for `wait`. Call it before the first thread is started, because threads inherit the setting.
  package init() {
    var signals = Self.all
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    // Safe because the number of the handler is compared, and the handler is not called. SIG_IGN is 1.
    ignoresHangUp = action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) == 1 } ?? false
  }

  /// Whether a signal that ends the server has come, and waits for `wait`.
  package static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return [SIGTERM, SIGINT].contains { sigismember(&pending, $0) == 1 }
  }

  /// Waits for the first signal that ends the server, and returns it. A second one ends the process at once.
  ///
  /// - Parameter reload: Called on this thread when files were changed.
  package func wait(reload: () -> Void) -> Int32 {
    while true {
      let signal = Self.next()
      if signal == SIGHUP, !isTerminalClosed {
        reload()
        continue
      }
      let second = try? SystemThread { Self.endAtSecond() }
      second?.detach()
      return signal
    }
  }

  /// Whether the terminal that the process was started from is gone.
  package var isTerminalClosed: Bool { terminal >= 0 && !ignoresHangUp && isatty(terminal) == 0 }

  private static func endAtSecond() {
    while true {
      let signal = next()
      if signal != SIGHUP { _exit(128 + signal) }
    }
  }

  private static func next() -> Int32 {
    var signals = all
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    return signal
  }
}

extension sigset_t {
  package init(of signals: Int32...) {
    self.init()
    sigemptyset(&self)
    for signal in signals { sigaddset(&self, signal) }
  }
}

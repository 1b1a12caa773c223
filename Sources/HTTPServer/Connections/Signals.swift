internal import Basics
internal import Glibc

/// The signals that ask a server to end: SIGTERM, SIGINT, and SIGHUP, which a terminal sends when it closes.
///
/// Works for process 1 of a container, too. The kernel delivers to that process only the signals that it waits for.
package enum Signals {
  private static var ending: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGHUP)
    return signals
  }

  /// Keeps the signals for `wait()`. Call it before the first thread is started, because threads inherit the setting.
  package static func block() {
    var signals = ending
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for the first signal, and returns it. A second one ends the process at once.
  package static func wait() -> Int32 {
    let first = next()
    let second = try? SystemThread { _exit(128 + next()) }
    second?.detach()
    return first
  }

  private static func next() -> Int32 {
    var signals = ending
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    return signal
  }
}

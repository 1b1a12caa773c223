internal import Glibc

/// The signals that ask a server to end: SIGTERM, SIGINT, and SIGHUP, by which a terminal that closes does. Works for process 1 of a container too, to which the kernel delivers only what the
/// process asks for.
package enum Signals {
  private static func ending() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGHUP)
    return signals
  }

  /// Keeps them for `wait()`. Called before the first thread is started, since threads inherit it.
  package static func block() {
    var signals = ending()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for the first of them. From then on a second one ends the process at once.
  ///
  /// - Returns: the signal.
  package static func wait() -> Int32 {
    var signals = ending()
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, nil,
      { _ in
        var signals = Signals.ending()
        var signal: Int32 = 0
        while sigwait(&signals, &signal) != 0 {}
        _exit(128 + signal)
      }, nil)
    if failed == 0 { pthread_detach(thread) }
    return signal
  }
}

internal import Glibc
internal import Basics

/// Tells an app's author about mistakes.
package enum Misuse {
  private static let reported = Locked<Set<String>>([])
  private static let mostMessages = 1000

  private static let output = Locked<@Sendable (String) -> Void> { message in
    let line = Array("\(message)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
  }

  /// Sets how messages are written, instead of to standard error, which a server's threads must not wait for.
  package static func write(by body: @escaping @Sendable (String) -> Void) { output.withLock { $0 = body } }

  /// What was reported since the program started.
  package static var messages: Set<String> { reported.withLock { $0 } }

  /// Stops the program if it was built for debugging; otherwise writes the message to standard error, once. For mistakes
  /// that are in the app's code whatever its clients do.
  ///
  /// - Parameter message: What is wrong, where, and what to do instead.
  package static func trap(_ message: String) {
    #if DEBUG
      fatalError(message)
    #else
      report(message)
    #endif
  }

  /// Writes a message to standard error the first time that it is reported. For mistakes that a client can bring about, so
  /// that they must not stop the process.
  ///
  /// - Parameter message: It names types and identifiers of the app's, never what a client sent.
  package static func report(_ message: String) {
    let isNew = reported.withLock { $0.count < mostMessages && $0.insert(message).inserted }
    if isNew { output.withLock { $0 }("Tempura: \(message)") }
  }
}

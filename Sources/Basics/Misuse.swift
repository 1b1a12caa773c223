internal import Glibc

/// Reports mistakes in an app's code to its author.
package enum Misuse {
  private static let reported = Locked<Set<String>>([])
  private static let maxMessages = 1000

  private static let output = Locked<@Sendable (String) -> Void> { message in
    let line = Array("\(message)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
  }

  /// Sets the function that writes messages. Default: standard error. A server replaces it, because its threads must
  /// not wait for standard error.
  package static func write(by body: @escaping @Sendable (String) -> Void) { output.withLock { $0 = body } }

  private static let witness = Locked<(@Sendable (String) -> Void)?>(nil)

  /// Sets a function that gets each message, also one that was written before. It may be called while code holds locks.
  package static func tell(to body: @escaping @Sendable (String) -> Void) { witness.withLock { $0 = body } }

  /// The messages since the program started, without repetitions.
  package static var messages: Set<String> { reported.withLock { $0 } }

  /// Stops a debug build. In a release build, writes the message to standard error, once. For mistakes in the app's
  /// code that no client can trigger.
  package static func trap(_ message: String) {
    #if DEBUG
      fatalError(message)
    #else
      report(message)
    #endif
  }

  private static let maxCharacters = 1000

  /// One line of limited length.
  private static func sanitized(_ message: String) -> String {
    let scalars = message.unicodeScalars
    var result = ""
    for scalar in scalars.prefix(maxCharacters) {
      switch scalar.properties.generalCategory {
      // With these, a text may look like another one in a terminal.
      case .control, .format, .lineSeparator, .paragraphSeparator: result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return scalars.dropFirst(maxCharacters).isEmpty ? result : result + "…"
  }

  /// Writes a message to standard error, once. For mistakes that a client can trigger: they must not stop the process.
  ///
  /// - Parameter message: Names types and identifiers of the app. Text in it that may come from a client, such as a font's name,
  ///   cannot write lines of its own: control characters become `?`, and only the start of a long message is written.
  package static func report(_ message: String) {
    let message = sanitized(message)
    let isNew = reported.withLock { $0.count < maxMessages && $0.insert(message).inserted }
    if isNew { output.value("Tempura: \(message)") }
    witness.value?(message)
  }
}

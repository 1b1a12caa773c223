internal import HTTPServer

/// The server's log: one line per message, on standard error.
struct Log: Sendable {
  private static let lines = LineWriter(descriptor: 2)

  /// Never waits: lines that cannot be written are dropped, and counted.
  func report(_ message: String) { Self.lines.add(Self.line(of: message)) }

  /// Waits until everything is written, for a second at most.
  func flush() { Self.lines.flush() }

  /// How much of a message is written, as clients can send a great deal.
  private static let mostScalars = 2000

  /// A message in one line: line breaks of others would forge lines, and what terminals take for commands would hide
  /// them.
  static func line(of message: String) -> String {
    var line = ""
    for scalar in message.unicodeScalars.prefix(mostScalars) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}

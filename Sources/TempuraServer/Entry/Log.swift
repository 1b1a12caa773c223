internal import HTTPServer

/// The server's log: one line per message, on standard error.
struct Log: Sendable {
  private static let lines = LineWriter(descriptor: 2)

  /// Does not wait: lines that cannot be written are dropped and counted.
  func report(_ message: String) { Self.lines.add(Self.line(of: message)) }

  /// Waits until all lines are written, but at most one second.
  func flush() { Self.lines.flush() }

  /// The length of a line at most, because it may contain what clients send.
  private static let mostScalars = 2000

  /// Returns a message in one line. Line breaks and control characters are escaped: they could forge or hide lines.
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

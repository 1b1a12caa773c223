internal import Foundation
internal import HTTPServer

/// What the server has to say to whoever runs it: a line each, on standard error.
struct Log: Sendable {
  func report(_ message: String) {
    // One write for one line, so that lines of several threads do not mix.
    FileHandle.standardError.write(Data((Self.line(of: message) + "\n").utf8))
  }

  /// Nobody reads more, and clients can send a great deal.
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

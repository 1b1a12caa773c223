internal import Foundation
internal import HTTPServer

/// What the server has to say to whoever runs it: a line each, on standard error.
struct Log: Sendable {
  func report(_ message: String) {
    // One write for one line, so that lines of several threads do not mix.
    FileHandle.standardError.write(Data((Self.line(of: message) + "\n").utf8))
  }

  /// A message in one line: line breaks, and what else a terminal might obey, would forge lines.
  static func line(of message: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in message.unicodeScalars {
      switch scalar {
      case "\r": line += "\\r".unicodeScalars
      case "\n": line += "\\n".unicodeScalars
      default:
        let isControl = scalar.properties.generalCategory == .control
        let isLineBreak = scalar == "\u{2028}" || scalar == "\u{2029}"
        if isControl || isLineBreak {
          line += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
        } else {
          line.append(scalar)
        }
      }
    }
    return String(line)
  }
}

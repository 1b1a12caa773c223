internal import Foundation
internal import HTTPServer

/// What the server has to say to whoever runs it: a line each, on standard error.
struct Log: Sendable {
  func report(_ message: String) {
    // One write for one line, so that lines of several threads do not mix. Line breaks of others would forge lines, and
    // what terminals take for commands would hide them.
    var line = ""
    for character in message.unicodeScalars {
      switch character.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line += character.escaped(asASCII: true)
      default: line.unicodeScalars.append(character)
      }
    }
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

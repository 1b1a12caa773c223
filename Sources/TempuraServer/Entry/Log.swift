internal import Foundation
internal import HTTPServer

/// What the server has to say to whoever runs it: a line each, on standard error.
struct Log: Sendable {
  func report(_ message: String) {
    // One write for one line, so that lines of several threads do not mix. Line breaks of others would forge lines.
    let line = message.replacing("\r", with: "\\r").replacing("\n", with: "\\n")
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

package import Foundation

/// What a test needs could not be made or started.
package struct SetupError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// What the shell that runs a server says: `process NUMBER`, the output of the server, and at the end `It has ended.`
package enum ServerOutput {
  /// Waits until the server is ready. The later output is read and dropped, so that the pipe does not fill up.
  ///
  /// - Parameters:
  ///   - ready: What the server says then. The line of the shell may come after it.
  ///   - problem: The begin of the error if the server ends.
  /// - Returns: The server's process.
  package static func waitUntilReady(_ output: Pipe, _ ready: String, else problem: String) throws -> pid_t {
    let reader = output.fileHandleForReading
    var lines = ""
    while true {
      lines += String(decoding: reader.availableData, as: UTF8.self)
      if lines.contains("It has ended.") { throw SetupError(description: "\(problem) \(lines)") }
      guard lines.contains(ready), let id = lines.firstMatch(of: /process (\d+)\n/).flatMap({ pid_t($0.1) })
      else { continue }
      // A thread does it, because the source of a `readabilityHandler` may be told of a descriptor that is closed already, which
      // crashes.
      Thread.detachNewThread { while !reader.availableData.isEmpty {} }
      return id
    }
  }
}

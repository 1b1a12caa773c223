import Foundation
import TestSupport

/// A server for tests, in Python, at a port of this machine. It ends with its object.
final class PythonServer: @unchecked Sendable {
  // Safe because the process and the pipes are immutable, and one test at a time reads lines.
  let port: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// - Parameter name: A program in the folder `Tests/Data`.
  init(_ name: String, file: String = #filePath) throws {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
    process.executableURL = folder.appending(path: name)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    port = try Self.line(of: output, &unread)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Waits for the next line.
  func line() throws -> String { try Self.line(of: output, &unread) }

  private static func line(of output: Pipe, _ unread: inout Data) throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[(end + 1)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw TestError("The server has ended.") }
      unread += more
    }
  }
}

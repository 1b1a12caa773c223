internal import Basics
internal import Glibc

/// A pipe from processes that this one has started, read line by line.
///
/// It has no thread: `signal` comes when there is something to read.
final class LinePipe {
  static let signal = SIGIO

  /// The end of the pipe for processes.
  let input: Int32
  private let output: Int32
  /// The beginning of a line.
  private var rest: [UInt8] = []

  init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError("pipe") }
    (output, input) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    try Self.signal(when: output)
  }

  deinit { for end in [input, output] { close(end) } }

  /// Makes `signal` come when there is something to read from a descriptor, and reading never wait.
  static func signal(when descriptor: Int32) throws(SystemError) {
    guard fcntl(descriptor, F_SETOWN, getpid()) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK | O_ASYNC) == 0 else {
      throw SystemError("fcntl")
    }
  }

  /// Reads what a full pipe has. Call it after each signal.
  func lines() -> [String] {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = read(output, &buffer, buffer.count)
    if count <= 0 { return [] }
    var lines: [String] = []
    for byte in buffer[..<count] {
      if byte == UInt8(ascii: "\n") { lines += lastLine() } else { rest.append(byte) }
    }
    // There may be more. Signals that end the server come first, because of their lower numbers (signal(7)).
    if count == buffer.count { kill(getpid(), Self.signal) }
    return lines
  }

  /// Takes a line that has no end yet.
  func lastLine() -> [String] {
    defer { rest = [] }
    return [String(decoding: rest, as: UTF8.self)]
  }

  /// Reads the rest of processes that have ended.
  func allLines() -> [String] {
    var all: [String] = []
    while true {
      let lines = lines()
      if lines.isEmpty { return rest.isEmpty ? all : all + lastLine() }
      all += lines
    }
  }
}

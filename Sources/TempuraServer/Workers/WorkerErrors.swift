internal import Basics
internal import Glibc

/// The standard error of a worker in development. Its parent passes each line on to its own, and keeps what tells of a trap.
///
/// It has no thread: `signal` comes when there is something to read.
final class WorkerErrors {
  static let signal = SIGIO

  /// The end of the pipe for workers.
  let input: Int32
  private let output: Int32
  /// The beginning of a line.
  private var rest: [UInt8] = []
  /// The last line that tells of a trap, and what follows it.
  private var trap: [String] = []

  /// What Swift writes before a trap (stdlib/public/core/AssertCommon.swift and runtime/Exclusivity.cpp).
  private static let signs = ["Fatal error", "Precondition failed", "Assertion failed", "Fatal access conflict"]
  private static let maxLines = 5

  init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError("pipe") }
    (output, input) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard fcntl(output, F_SETOWN, getpid()) == 0, fcntl(output, F_SETFL, O_NONBLOCK | O_ASYNC) == 0 else {
      throw SystemError("fcntl")
    }
  }

  /// Passes on what a full pipe has. Call it after each signal, and when a worker has ended.
  func passOn() {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = read(output, &buffer, buffer.count)
    if count <= 0 { return }
    for byte in buffer[..<count] { if byte == UInt8(ascii: "\n") { endLine() } else { rest.append(byte) } }
    // There may be more. Signals that end the server come first, because of their lower numbers (signal(7)).
    if count == buffer.count { kill(getpid(), Self.signal) }
  }

  private func endLine() {
    let line = String(decoding: rest, as: UTF8.self)
    rest = []
    Log.passOn(line)
    if Self.signs.contains(where: line.contains) { trap = [] } else if trap.isEmpty { return }
    if trap.count < Self.maxLines { trap.append(Log.line(of: line)) }
  }

  /// Returns the lines of a worker that has ended which tell of its trap. The next worker has others.
  func takeTrap() -> [String] {
    passOn()
    if !rest.isEmpty { endLine() }
    defer { trap = [] }
    return trap
  }
}

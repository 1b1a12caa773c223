internal import Basics

/// The standard error of a worker in development. Its parent passes each line on to its own, and keeps what tells of a trap.
final class WorkerErrors {
  private let pipe: LinePipe
  /// The end of the pipe for workers.
  var input: Int32 { pipe.input }
  /// The last line that tells of a trap, and what follows it.
  private var trap: [String] = []

  /// What Swift writes before a trap (stdlib/public/core/AssertCommon.swift and runtime/Exclusivity.cpp).
  private static let signs = ["Fatal error", "Precondition failed", "Assertion failed", "Fatal access conflict"]
  private static let maxLines = 5

  init() throws(SystemError) { pipe = try LinePipe() }

  /// Passes on what a full pipe has. Call it after each signal, and when a worker has ended.
  func passOn() { pipe.lines().forEach(add) }

  private func add(_ line: String) {
    Log.passOn(line)
    if Self.signs.contains(where: line.contains) { trap = [] } else if trap.isEmpty { return }
    if trap.count < Self.maxLines { trap.append(Log.line(of: line)) }
  }

  /// Returns the lines of a worker that has ended which tell of its trap. The next worker has others.
  func takeTrap() -> [String] {
    pipe.allLines().forEach(add)
    defer { trap = [] }
    return trap
  }
}

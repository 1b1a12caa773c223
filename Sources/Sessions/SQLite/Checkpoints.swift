internal import Dispatch
internal import Basics

/// Keeps the write-ahead log small: brings what is in it into the database's file, on a thread of its own.
///
/// Most is copied, and waited for until the disk has it, while others read and write. Once there is no rest, SQLite goes
/// on at the log's beginning by itself. A busy server always has one: then it is copied with the turn to write, or else
/// the log would grow for ever. Its file is not made shorter, for which all would wait who write.
final class Checkpoints: @unchecked Sendable {
  // Safe because `connection` is only touched on `thread`, and everything else is locked or constant.

  /// Pages in the log: 64 MB. Emptying it makes all wait who write, so that it is seldom done.
  static let mostPages = 16_000
  /// How soon it is tried again if it did not work, because of a full disk or somebody who reads for long.
  private static let pagesToNextTry = 1000
  private static let mostRounds = 4

  private struct State {
    var pages = 0
    var limit = mostPages
    var isRunning = false
    var whenIdle: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())
  private let thread = DispatchQueue(label: "tempura.sessions.checkpoints", qos: .utility)
  /// Until it is closed.
  private var connection: Connection?

  init(_ connection: Connection) { self.connection = connection }

  /// Takes account of pages that were written to the log.
  ///
  /// - Parameter queue: Where a turn to write can be had.
  func written(_ pages: Int, _ queue: WriteQueue) {
    let begins = state.withLock { state in
      state.pages += pages
      guard state.pages >= state.limit, !state.isRunning else { return false }
      state.isRunning = true
      return true
    }
    guard begins else { return }
    thread.async {
      for _ in 0..<Self.mostRounds {
        // What fails here fails again below.
        guard let (pages, rest) = try? self.connection?.checkpoint(.concurrent) else { break }
        // With some bad luck there was a reader each time, and SQLite went on at the end.
        if rest == 0, pages < 2 * Self.mostPages { return self.end(isEmpty: true) }
      }
      if !queue.add({ self.finish($0) }) { self.end(isEmpty: false) }
    }
  }

  /// Calls a function when nothing is being copied: at once, or later on another thread.
  func whenIdle(_ body: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if state.isRunning { state.whenIdle.append(body) }
      return !state.isRunning
    }
    if isIdle { body() }
  }

  private func finish(_ writer: SessionWriter) {
    // Readers take far less.
    writer.connection.setPatience(milliseconds: 100)
    end(isEmpty: (try? writer.restartLog()) != nil)
  }

  private func end(isEmpty: Bool) {
    let bodies = state.withLock { state in
      state.isRunning = false
      if isEmpty { state.pages = 0 }
      state.limit = isEmpty ? Self.mostPages : state.pages + Self.pagesToNextTry
      defer { state.whenIdle = [] }
      return state.whenIdle
    }
    for body in bodies { body() }
  }

  /// Waits for what is going on, and closes the connection.
  func close() { thread.sync { connection = nil } }
}

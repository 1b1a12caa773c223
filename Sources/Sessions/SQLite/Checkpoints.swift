internal import Dispatch
internal import Locks

/// Keeps the write-ahead log small: brings what is in it into the database's file, on a thread of its own.
///
/// Most is copied, and waited for until the disk has it, while others read and write. Then, with the turn to write, the
/// rest, and the log is empty again. Without the second step a busy server's log would grow for ever.
final class Checkpoints: @unchecked Sendable {
  // Safe because `connection` is only touched on `thread`, and everything else is locked or constant.

  /// Pages in the log: 16 MB.
  static let mostPages = 4000
  /// How soon it is tried again if it did not work, because of a full disk or somebody who reads for long.
  private static let pagesToNextTry = 1000

  private struct State {
    var pages = 0
    var limit = mostPages
    var isRunning = false
  }

  private let state = Mutex(State())
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
      try? self.connection?.checkpoint(.concurrent)  // what fails here fails again below
      queue.add { self.finish($0) }
    }
  }

  private func finish(_ writer: SessionWriter) {
    // Readers take far less.
    writer.connection.setPatience(milliseconds: 100)
    let isEmpty = (try? writer.emptyLog()) != nil
    state.withLock { state in
      state.isRunning = false
      if isEmpty { state.pages = 0 }
      state.limit = isEmpty ? Self.mostPages : state.pages + Self.pagesToNextTry
    }
  }

  /// Waits for what is going on, and closes the connection.
  func close() { thread.sync { connection = nil } }
}

internal import Dispatch
internal import Basics
internal import SQLiteConnections

/// Keeps the write-ahead log small: copies its pages into the database's file (https://sqlite.org/wal.html,
/// "Checkpointing").
///
/// A checkpoint on a thread of its own copies most pages, and waits for the disk, while other connections read and write.
/// If no page is left, SQLite itself writes from the beginning of the log again. On a busy server some pages are always
/// left. Then the writer copies these, because the log would grow without end. The log is not truncated, because all changes
/// would have to wait for that.
final class Checkpoints: @unchecked Sendable {
  // Safe because only `thread` uses `connection`, and everything else is locked or constant.

  /// The size of the log that starts a checkpoint: 64 MB. Changes may have to wait for its end, so it must be rare.
  static let maxPages = 16_000
  /// The growth of the log until the next attempt, if one failed: the disk may be full, or a reader may be slow.
  private static let pagesToNextTry = 1000
  /// The number of checkpoints beside changes, before the writer makes one.
  private static let maxRounds = 4

  private struct State {
    var pages = 0
    var limit = maxPages
    /// The checkpoint that runs.
    var checkpoint: Task<Void, Never>?
  }

  private let state = Locked(State())
  private let thread = DispatchQueue(label: "tempura.sessions.checkpoints", qos: .utility)
  /// Nil after `close()`.
  private var connection: SQLiteConnection?

  init(_ connection: SQLiteConnection) { self.connection = connection }

  /// Counts pages that were written to the log, and starts a checkpoint if there are many.
  func addPages(_ pages: Int, _ queue: WriteQueue) {
    state.withLock { state in
      state.pages += pages
      guard state.pages >= state.limit, state.checkpoint == nil else { return }
      state.checkpoint = Task { await run(queue) }
    }
  }

  /// Waits until no checkpoint runs.
  func waitUntilIdle() async { await state.withLock(\.checkpoint)?.value }

  /// Copies the log into the file, and truncates it.
  ///
  /// - Parameter isUrgent: Whether changes wait for all of it. Otherwise most pages are copied beside them.
  func emptyLog(_ queue: WriteQueue, isUrgent: Bool) async {
    if !isUrgent { _ = await copyBesideChanges() }
    // If it fails, because of a slow reader or a full disk, it is tried again.
    _ = await copyRest(queue, .truncating)
  }

  private func run(_ queue: WriteQueue) async {
    var isEmpty = await copyBesideChanges()
    if !isEmpty { isEmpty = await copyRest(queue, .restarting) }
    state.withLock { state in
      state.checkpoint = nil
      if isEmpty { state.pages = 0 }
      state.limit = isEmpty ? Self.maxPages : state.pages + Self.pagesToNextTry
    }
  }

  /// - Returns: False if it failed.
  private func copyRest(_ queue: WriteQueue, _ kind: SQLiteConnection.Checkpoint) async -> Bool {
    await queue.run { writer in
      // How long the checkpoint waits for readers. They are much faster.
      writer.connection.setBusyTimeout(milliseconds: 100)
      return (try? writer.copyLog(kind)) != nil
    } ?? false
  }

  /// - Returns: Whether SQLite itself begins the log again.
  private func copyBesideChanges() async -> Bool {
    await withUnsafeContinuation { done in thread.async { done.resume(returning: self.copyPages()) } }
  }

  private func copyPages() -> Bool {
    for _ in 0..<Self.maxRounds {
      // The writer's checkpoint handles an error.
      guard let (pages, rest) = try? connection?.checkpoint(.concurrent) else { break }
      // A log can be copied and still grow, if there was a reader at each moment when SQLite could begin again.
      if rest == 0, pages < 2 * Self.maxPages { return true }
    }
    return false
  }

  /// Waits for the checkpoint that runs, and closes the connection.
  func close() { thread.sync { connection = nil } }
}

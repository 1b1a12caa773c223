internal import Sessions

/// Tells all open pages in batches that their sessions may have changed.
///
/// Each page that is told sends a request. In batches, these requests do not all come at once.
struct Announcement {
  /// The sessions whose pages still have to be told.
  private var due: Set<SessionKey> = []
  /// Whether ``next()`` is still to be called.
  private var isRunning = false

  /// The sessions of a batch at most, and the seconds to the next one. So the pages of 1,000 sessions are told in a second.
  static let batchSize = 100
  static let interval = 0.1

  /// Begins again, with all sessions that have open pages.
  ///
  /// - Returns: Whether to tell the first batch now. Otherwise a time is set for the next batch.
  mutating func begin(_ sessions: some Sequence<SessionKey>) -> Bool {
    due = Set(sessions)
    defer { isRunning = true }
    return !isRunning
  }

  /// Leaves out a session whose pages were told of a change meanwhile.
  mutating func skip(_ session: SessionKey) { due.remove(session) }

  /// Returns the sessions to tell now, and whether to call this again after the interval.
  mutating func next() -> (sessions: [SessionKey], hasMore: Bool) {
    let batch = Array(due.prefix(Self.batchSize))
    due.subtract(batch)
    isRunning = !due.isEmpty
    return (batch, isRunning)
  }
}

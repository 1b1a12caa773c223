internal import Sessions

/// The news for all open pages that anything may have changed, and which of them still have to be told.
///
/// Each page that is told asks for its changes. So the pages are told in batches: a server and its storage do not get all
/// requests at once.
struct Announcement {
  private var due: Set<SessionKey> = []
  /// From the first batch to the last one, or to the time that would be the next one's.
  private var isRunning = false

  /// The sessions of a batch at most, and the seconds to the next one. So the pages of 1,000 sessions are told in a second.
  static let batchSize = 100
  static let interval = 0.1

  /// Begins again, with all sessions that have open pages.
  ///
  /// - Returns: Whether to tell the first batch now. Otherwise the next batch has a time already.
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

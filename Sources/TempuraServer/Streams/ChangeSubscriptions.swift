internal import Sessions

/// Which sessions of this server want to know what has changed outside of them (`Server.changed`), and whose open pages are still to be
/// told.
///
/// A session is here as long as it is in memory, or has an open page.
struct ChangeSubscriptions {
  /// Stands for all names. Each session whose app this server has launched wants to know of it.
  static let anyName = ""
  /// The most names that the other servers are told at once. If there are more, observers of all names run there.
  private static let maxUnpublished = 1000

  private var subscriptions = Subscriptions<String>()
  /// The changes that the other servers are still to be told.
  private var unpublished: Set<String> = []
  /// The sessions with open pages that are still to be told.
  private var pages = Announcement()
  /// Whether ``next()`` is still to be called.
  private var isRunning = false
  /// How many changes there were. A session that was not in the table meanwhile has missed those since it began.
  private(set) var changeCount: UInt64 = 0

  var isEmpty: Bool { subscriptions[Self.anyName].isEmpty }

  /// Notes that this server has launched an app of the session. The app adds the names that it observes.
  mutating func add(_ session: SessionKey) { subscriptions.insert(session, for: Self.anyName) }

  /// Whether this server has launched an app of the session. If not, it does not know which names the session observes.
  func has(_ session: SessionKey) -> Bool { subscriptions.has(session, for: Self.anyName) }

  /// Notes that a session wants to know of changes with a name.
  mutating func add(_ session: SessionKey, to name: String) {
    add(session)
    subscriptions.insert(session, for: name)
  }

  mutating func forget(_ session: SessionKey) {
    for name in subscriptions.topics(of: session) { subscriptions.remove(session, from: name) }
  }

  /// Notes that a session has another key.
  mutating func rename(_ session: SessionKey, to new: SessionKey) { subscriptions.rename(session, to: new) }

  /// What a session wants to know of.
  func names(of session: SessionKey) -> Set<String> {
    Set(subscriptions.topics(of: session)).subtracting([Self.anyName])
  }

  /// Notes a change.
  ///
  /// - Parameter isOwn: Whether this server is the first one that knows.
  /// - Returns: The sessions that want to know of it.
  mutating func change(_ name: String, isOwn: Bool) -> Set<SessionKey> {
    changeCount += 1
    if isOwn, unpublished != [Self.anyName] {
      unpublished.insert(name)
      if unpublished.count > Self.maxUnpublished { unpublished = [Self.anyName] }
    }
    return subscriptions[name]
  }

  /// Begins to tell others: sessions with open pages, and servers.
  ///
  /// - Returns: Whether to call ``next()`` now. Otherwise a time is set for that.
  mutating func begin(pagesOf sessions: some Sequence<SessionKey>) -> Bool {
    _ = pages.begin(sessions)
    defer { isRunning = true }
    return !isRunning
  }

  /// Returns whom to tell now: sessions in batches, because each page that is told costs work, and servers of changes. What changes
  /// within an interval is told once.
  ///
  /// - Returns: Also whether to call this again after the interval of announcements.
  mutating func next() -> (sessions: [SessionKey], changes: Set<String>, hasMore: Bool) {
    defer { unpublished = [] }
    let sessions = pages.next().sessions
    isRunning = !sessions.isEmpty || !unpublished.isEmpty
    return (sessions, unpublished, isRunning)
  }
}

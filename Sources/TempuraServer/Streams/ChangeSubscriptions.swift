internal import Sessions

/// Which sessions of this server want to know what has changed outside of them (`Server.changed`).
///
/// A session is here as long as it is in memory, or has an open page.
struct ChangeSubscriptions {
  /// Stands for all names. Each session whose app this server has launched wants to know of it.
  static let anyName = ""

  private var subscriptions = Subscriptions<String>()
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
  /// - Returns: The sessions that want to know of it.
  mutating func change(_ name: String) -> Set<SessionKey> {
    changeCount += 1
    return subscriptions[name]
  }
}

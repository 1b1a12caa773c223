internal import Sessions

/// Which sessions of this server are told of which topics: of the parts that they share, or of the names that their apps observe.
struct Subscriptions<Topic: Hashable & Sendable>: Sendable {
  private struct Slot: Hashable {
    let session: SessionKey
    let number: Int
  }

  private var subscribers: [Topic: Set<SessionKey>] = [:]
  /// The topics of each session, which have the numbers from 0 on.
  ///
  /// In one table, because a set for each session would be allocated among what the session has in memory. When the session leaves
  /// memory, such a set would keep a page of 4 KiB from the system.
  private var topics: [Slot: Topic] = [:]

  /// The sessions that are told of a topic.
  subscript(topic: Topic) -> Set<SessionKey> { subscribers[topic] ?? [] }

  func has(_ session: SessionKey, for topic: Topic) -> Bool { subscribers[topic]?.contains(session) == true }

  func topics(of session: SessionKey) -> [Topic] {
    var all: [Topic] = []
    while let topic = topics[Slot(session: session, number: all.count)] { all.append(topic) }
    return all
  }

  mutating func insert(_ session: SessionKey, for topic: Topic) {
    guard subscribers[topic, default: []].insert(session).inserted else { return }
    topics[Slot(session: session, number: topics(of: session).count)] = topic
  }

  mutating func remove(_ session: SessionKey, from topic: Topic) {
    guard subscribers[topic]?.remove(session) != nil else { return }
    if subscribers[topic]?.isEmpty == true { subscribers[topic] = nil }
    let all = topics(of: session)
    guard let number = all.firstIndex(of: topic) else { return }
    topics[Slot(session: session, number: number)] = all.last
    topics[Slot(session: session, number: all.count - 1)] = nil
  }

  /// Gives a session's topics to its new key.
  mutating func rename(_ session: SessionKey, to new: SessionKey) {
    for topic in topics(of: session) {
      remove(session, from: topic)
      insert(new, for: topic)
    }
  }
}

internal import Basics
internal import Sessions

/// The shared slices that sessions of this server use: what is stored of them, and who is told of changes.
///
/// A slice is here as long as a session in memory shares it, or one with an open page.
final class SliceTable: Sendable {
  private struct Entry {
    let id: SliceID
    var stored = StoredSlice.unknown
    /// The users of the sessions that share it, if the app wants to know who shares the slice.
    var people: [SessionKey: Presence.Person] = [:]
  }

  private struct State {
    var entries: [SessionKey: Entry] = [:]
    /// Which sessions share a slice.
    var subscriptions = Subscriptions<SessionKey>()
  }

  private let state = Locked(State())

  /// The number of slices.
  var count: Int { state.withLock(\.entries.count) }

  /// Notes that a session shares a slice.
  ///
  /// - Parameter name: What the app says of its user; nil if the app does not ask who shares the slice.
  /// - Returns: What is known of the slice.
  func watch(_ id: SliceID, by session: SessionKey, as name: String?) -> StoredSlice {
    let person = name.map { Presence.Person(id: session.personID, name: $0) }
    return state.withLock { state in
      state.subscriptions.insert(session, for: id.key)
      if state.entries[id.key] == nil { state.entries[id.key] = Entry(id: id) }
      // In place: a copy of the entry would copy its users.
      if let person, state.entries[id.key]?.people[session] != person {
        state.entries[id.key]?.people[session] = person
      }
      return state.entries[id.key]?.stored ?? .unknown
    }
  }

  /// Notes which slices a session shares: no others.
  func retain(_ slices: [SessionKey], by session: SessionKey) {
    state.withLock { state in
      let others = state.subscriptions.topics(of: session).filter { !slices.contains($0) }
      Self.unwatch(others, by: session, &state)
    }
  }

  /// Notes that a session has ended, or has left memory without an open page.
  func forget(_ session: SessionKey) {
    state.withLock { Self.unwatch($0.subscriptions.topics(of: session), by: session, &$0) }
  }

  private static func unwatch(_ slices: some Collection<SessionKey>, by session: SessionKey, _ state: inout State) {
    for slice in slices {
      state.subscriptions.remove(session, from: slice)
      state.entries[slice]?.people[session] = nil
      if state.subscriptions[slice].isEmpty { state.entries[slice] = nil }
    }
  }

  /// Notes that a session has another key.
  func rename(_ session: SessionKey, to new: SessionKey) {
    state.withLock { state in
      state.subscriptions.rename(session, to: new)
      for slice in state.subscriptions.topics(of: new) {
        guard let person = state.entries[slice]?.people.removeValue(forKey: session) else { continue }
        state.entries[slice]?.people[new] = Presence.Person(id: new.personID, name: person.name)
      }
    }
  }

  /// All slices.
  var ids: [SliceID] { state.withLock { $0.entries.values.map(\.id) } }

  /// The users of all slices that have a property for them.
  var people: [SessionKey: PresenceTracker.People] {
    state.withLock { $0.entries.compactMapValues { $0.people.isEmpty ? nil : $0.people } }
  }

  /// The sessions that share a slice.
  func sessions(of slice: SessionKey) -> Set<SessionKey> { state.withLock { $0.subscriptions[slice] } }

  /// Any slice may have changed: lets sessions that begin to share one ask the storage.
  func expire() {
    state.withLock { state in
      for key in state.entries.keys { state.entries[key]?.stored.isKnown = false }
    }
  }

  /// The slice that is stored under a key, if a session here shares it.
  func id(of key: SessionKey) -> SliceID? { state.withLock { $0.entries[key]?.id } }

  /// What is known of a slice.
  func known(_ id: SliceID) -> StoredSlice { state.withLock { $0.entries[id.key]?.stored ?? .unknown } }

  /// Notes that a slice was given more time.
  func setExpiry(of id: SliceID, to expiry: Int64) { state.withLock { $0.entries[id.key]?.stored.expiry = expiry } }

  /// Notes that a slice may have changed, and could not be loaded.
  ///
  /// - Returns: The sessions that share it.
  func doubt(_ id: SliceID) -> Set<SessionKey> {
    state.withLock { state in
      state.entries[id.key]?.stored.isKnown = false
      return state.subscriptions[id.key]
    }
  }

  /// Notes what is stored of a slice.
  ///
  /// - Parameters:
  ///   - asked: The version that was known when the storage was asked. If that is the present one, also a smaller version is
  ///     news: the slice was removed, or a failover lost a change.
  /// - Returns: The sessions that share it, if there is news for them.
  func learn(_ slice: StoredSlice, of id: SliceID, asked: UInt64) -> Set<SessionKey> {
    state.withLock { state in
      guard let known = state.entries[id.key]?.stored else { return [] }
      if slice.version == known.version {
        state.entries[id.key]?.stored.isKnown = true
        state.entries[id.key]?.stored.expiry = slice.expiry
      }
      guard slice.version > known.version || slice.version < known.version && asked == known.version else { return [] }
      state.entries[id.key]?.stored = slice
      guard known.isKnown || slice.version > 0 else { return [] }
      return state.subscriptions[id.key]
    }
  }
}

/// A shared slice of certain sessions: a stored value.
struct SliceID {
  /// That of the slice among the app's slices.
  let index: Int
  let name: String
  /// The key by which sessions share it, as the app says.
  let text: String
  /// Where it is stored.
  let key: SessionKey

  init(_ index: Int, _ name: String, of text: String) {
    self.index = index
    self.name = name
    self.text = text
    key = SessionKey(ofPart: name, text)
  }

  /// For the log and for errors. A key may be long, and may be a name.
  var description: String { "the part \(name) (\(key.shortened))" }
}

internal import Basics
internal import JSONEncoding
internal import Sessions

/// The shared parts that sessions of this server use: what is stored of them, and who is told of changes.
///
/// A part is here as long as a session in memory shares it, or one with an open page.
final class PartTable: Sendable {
  private struct Entry {
    let id: PartID
    var stored: StoredPart
    /// The keys of the sessions that share it.
    var sessions: Set<SessionKey>
    /// Their users, if the app wants to know who shares the part.
    var people: [SessionKey: Presence.Person] = [:]
    let arrayTexts = ArrayTexts()
  }

  private struct State {
    var entries: [SessionKey: Entry] = [:]
    /// The parts of each session.
    var parts: [SessionKey: Set<SessionKey>] = [:]
  }

  private let state = Locked(State())

  /// The number of parts.
  var count: Int { state.withLock(\.entries.count) }

  /// Notes that a session shares a part.
  ///
  /// - Parameter name: What the app says of its user; nil if the app does not ask who shares the part.
  /// - Returns: What is known of the part.
  func watch(_ id: PartID, by session: SessionKey, as name: String?) -> StoredPart {
    state.withLock { state in
      var entry = state.entries[id.key] ?? Entry(id: id, stored: .unknown, sessions: [])
      entry.sessions.insert(session)
      if let name { entry.people[session] = Presence.Person(id: session.personID, name: name) }
      state.entries[id.key] = entry
      state.parts[session, default: []].insert(id.key)
      return entry.stored
    }
  }

  /// Notes that a session does not share parts any more.
  func unwatch(_ parts: some Collection<SessionKey>, by session: SessionKey) {
    guard !parts.isEmpty else { return }
    state.withLock { Self.unwatch(parts, by: session, &$0) }
  }

  /// Notes that a session has ended, or has left memory without an open page.
  func forget(_ session: SessionKey) {
    state.withLock { state in
      guard let parts = state.parts[session] else { return }
      Self.unwatch(parts, by: session, &state)
    }
  }

  private static func unwatch(_ parts: some Collection<SessionKey>, by session: SessionKey, _ state: inout State) {
    for part in parts {
      state.parts[session]?.remove(part)
      guard state.entries[part]?.sessions.remove(session) != nil else { continue }
      state.entries[part]?.people[session] = nil
      if state.entries[part]?.sessions.isEmpty == true { state.entries[part] = nil }
    }
    if state.parts[session]?.isEmpty == true { state.parts[session] = nil }
  }

  /// Notes that a session has another key.
  func rename(_ session: SessionKey, to new: SessionKey) {
    state.withLock { state in
      guard let parts = state.parts.removeValue(forKey: session) else { return }
      state.parts[new, default: []].formUnion(parts)
      for part in parts {
        state.entries[part]?.sessions.remove(session)
        state.entries[part]?.sessions.insert(new)
        guard let person = state.entries[part]?.people.removeValue(forKey: session) else { continue }
        state.entries[part]?.people[new] = Presence.Person(id: new.personID, name: person.name)
      }
    }
  }

  /// The users of each part of which the app asks that.
  var people: [SessionKey: Attendance.People] {
    state.withLock { $0.entries.compactMapValues { $0.people.isEmpty ? nil : $0.people } }
  }

  /// The sessions that share a part.
  func sessions(of part: SessionKey) -> Set<SessionKey> { state.withLock { $0.entries[part]?.sessions ?? [] } }

  /// Any part may have changed: lets sessions that begin to share one ask the storage.
  func expire() {
    state.withLock { state in
      for key in state.entries.keys { state.entries[key]?.stored.isKnown = false }
    }
  }

  /// The part that is stored under a key, if a session here shares it.
  func id(of key: SessionKey) -> PartID? { state.withLock { $0.entries[key]?.id } }

  /// What is known of a part.
  func known(_ id: PartID) -> StoredPart { state.withLock { $0.entries[id.key]?.stored ?? .unknown } }

  /// Notes that a part was given more time.
  func setExpiry(of id: PartID, to expiry: Int64) { state.withLock { $0.entries[id.key]?.stored.expiry = expiry } }

  /// Notes that a part may have changed, and could not be loaded.
  ///
  /// - Returns: The sessions that share it.
  func doubt(_ id: PartID) -> Set<SessionKey> {
    state.withLock { state in
      state.entries[id.key]?.stored.isKnown = false
      return state.entries[id.key]?.sessions ?? []
    }
  }

  /// The texts of arrays in the part's value as it was encoded last.
  func arrayTexts(of id: PartID) -> ArrayTexts? { state.withLock { $0.entries[id.key]?.arrayTexts } }

  /// Notes what is stored of a part.
  ///
  /// - Parameters:
  ///   - asked: The version that was known when the storage was asked. If that is the present one, also a smaller version is
  ///     news: the part was removed, or a failover lost a change.
  ///   - session: The session that stored it; nil for a part that was loaded.
  /// - Returns: The other sessions, if there is news for them.
  func learn(_ part: StoredPart, of id: PartID, asked: UInt64, by session: SessionKey?) -> Set<SessionKey> {
    state.withLock { state in
      guard let entry = state.entries[id.key] else { return [] }
      let known = entry.stored
      if part.version == known.version {
        state.entries[id.key]?.stored.isKnown = true
        state.entries[id.key]?.stored.expiry = part.expiry
      }
      guard part.version > known.version || part.version < known.version && asked == known.version else { return [] }
      state.entries[id.key]?.stored = part
      guard known.isKnown || part.version > 0 else { return [] }
      return session.map { entry.sessions.subtracting([$0]) } ?? entry.sessions
    }
  }
}

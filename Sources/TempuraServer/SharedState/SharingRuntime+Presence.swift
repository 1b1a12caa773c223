internal import Basics
internal import SessionKernel
internal import Sessions
internal import Synchronization

// Carries out what `PresenceTracker` decides.

extension SharingRuntime {
  /// The seconds between two counts of the users who share parts.
  private static let presenceInterval = 2.0
  /// The seconds that a user is there after a request, if none of the pages has the script; and otherwise, for the next page to
  /// open its stream.
  private static let (presenceAfterUse, presenceWithoutStream): (Int64, Int64) = (15, 3)

  /// Takes in what another server tells.
  func receive(_ message: ServerMessage) {
    if case .changed(let name) = message.content { return tellObservers(of: name) }
    if hasPresence { perform(presence.withLock { $0.receive(message, at: now) }) }
  }

  /// Reports and messages of other servers may have been lost.
  func didLoseReports() {
    sliceTable.expire()
    if storage.isShared { loadSlices(sliceTable.ids) }
    tellObservers(of: ChangeSubscriptions.anyName)
    if hasPresence { perform(presence.withLock { $0.didLoseMessages(at: now) }) }
  }

  func endPresence() {
    if hasPresence { perform(presence.withLock { $0.end() }) }
  }

  /// Counts the users who share parts, from now on.
  func countUsersLater() {
    platform.after(Self.presenceInterval) { [weak self] in
      guard let self else { return }
      countUsers(at: now)
      countUsersLater()
    }
  }

  /// - Parameter now: The time in seconds of a monotonic clock.
  func countUsers(at now: Int64) {
    let people = sliceTable.people
    let here = people.values.reduce(into: Set<SessionKey>()) { $0.formUnion($1.keys) }.filter { isHere($0) }
    perform(presence.withLock { $0.count(people, here: here, at: now) })
  }

  private func isHere(_ session: SessionKey) -> Bool {
    if streams.has(session) { return true }
    guard let session = sessions.session(of: session) else { return false }
    let limit = session.lifetime.hadStream.load(ordering: .relaxed) ? Self.presenceWithoutStream : Self.presenceAfterUse
    return now - session.lifetime.lastUse.load(ordering: .relaxed) < limit
  }

  private func perform(_ effects: [PresenceTracker.Effect]) {
    var messages: [String] = []
    for effect in effects {
      switch effect {
      case .publish(let message): messages.append(message.text)
      case .tell(let slice, let session): tell(sliceTable.sessions(of: slice), except: session)
      }
    }
    if !messages.isEmpty { storage.publish(messages) }
  }

  /// Who shares a part, for one of the sessions.
  ///
  /// - Parameter version: That of what the session knows.
  /// - Returns: Nil if the session knows it.
  func presence(of id: SliceID, after version: UInt64?, for session: SessionKey) -> VersionedPresence? {
    presence.withLock { presence in
      let present = presence.version(of: id.key)
      if present == version { return nil }
      return VersionedPresence(version: present, value: presence.presence(in: id.key, for: session.personID))
    }
  }
}

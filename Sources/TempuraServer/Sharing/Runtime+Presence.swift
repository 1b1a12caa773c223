internal import Basics
internal import Sessions
internal import Synchronization

// Carries out what `Attendance` decides.

extension Runtime {
  /// The seconds between two counts of the users who share parts.
  private static let presenceInterval = 2.0
  /// The seconds that a user without an open stream is there after a request.
  private static let presenceAfterUse: Int64 = 15

  /// Takes in what another server tells.
  func receive(_ message: ServerMessage) {
    if case .changed(_, let name) = message { return tellObservers(of: name) }
    if app.parts?.hasPresence == true { perform(attendance.withLock { $0.receive(message, at: now) }) }
  }

  /// Reports of other servers may have been lost.
  func didLoseReports() {
    parts.expire()
    tellObservers(of: nil)
    if app.parts?.hasPresence == true { perform(attendance.withLock { $0.didLoseMessages(at: now) }) }
  }

  func endPresence() {
    if app.parts?.hasPresence == true { perform(attendance.withLock { $0.end() }) }
  }

  /// Counts the users who share parts, from now on.
  func countUsersLater() {
    platform.after(Self.presenceInterval) { [weak self] in
      guard let self else { return }
      countUsers()
      countUsersLater()
    }
  }

  func countUsers() {
    let here = parts.people.mapValues { $0.filter { isHere($0.key) } }
    perform(attendance.withLock { $0.count(here, at: now) })
  }

  private func isHere(_ session: SessionKey) -> Bool {
    if streams.has(session) { return true }
    guard let session = sessions.session(of: session) else { return false }
    return now - session.lifetime.lastUse.load(ordering: .relaxed) < Self.presenceAfterUse
  }

  private func perform(_ effects: [Attendance.Effect]) {
    for effect in effects {
      switch effect {
      case .publish(let message): if let text = message.text { storage.publish(text) }
      case .tell(let part, let session): tell(parts.sessions(of: part).subtracting([session].compactMap(\.self)))
      }
    }
  }

  /// Who shares a part, for one of the sessions.
  func presence(of id: PartID, for session: SessionKey) -> Presence {
    attendance.withLock { $0.presence(in: id.key, for: session.personID) }
  }
}

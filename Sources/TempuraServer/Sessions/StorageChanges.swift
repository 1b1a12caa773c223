internal import Sessions

/// Takes in what other servers store.
///
/// The storage owns it, by a subscription that ends with the runtime. So it knows parts of the runtime only.
final class StorageChanges: Sendable {
  private let storage: any SessionStorage
  private let sessions: SessionTable
  private let streams: StreamTable
  private let turns: TurnThreads
  private let log: Log

  init(
    _ storage: any SessionStorage, _ sessions: SessionTable, _ streams: StreamTable, _ turns: TurnThreads, _ log: Log
  ) {
    self.storage = storage
    self.sessions = sessions
    self.streams = streams
    self.turns = turns
    self.log = log
  }

  /// Another server may have changed a session. If the key is nil, it may be any session.
  ///
  /// - Parameter tell: Loads a session and tells its open pages.
  func note(_ key: SessionKey?, tell: @escaping @Sendable (SessionKey) -> Void) {
    let changed = sessions.noteChange(of: key)
    guard let key else { return streams.tellAll(tell) }
    // A session without an open page is loaded by its next request. Many changes then need one load, or none.
    guard streams.has(key) else { return }
    guard let session = changed else { return tell(key) }
    let count = session.freshness.changeCount
    let version = session.freshness.version
    storage.load(key, unless: version) { [self] result in
      switch result {
      case .success(.record(let record)):
        if RenamedSession(record.content) != nil {
          return turns.start { session.queue.perform { session.didRenameElsewhere(key) } }
        }
        turns.start { [self] in adopt(record, in: session, askedWith: version, asOf: count) }
      case .success(.none) where version > 0: turns.start { session.queue.perform { session.didRemoveElsewhere(key) } }
      case .success(.unchanged): session.freshness.confirm(asOf: count)
      case .success(.none): break
      case .success(.unreadable): streams.tell(key)  // the next request loads it and handles the problem
      case .failure: tell(key)
      }
    }
  }

  private func adopt(_ record: SessionRecord, in session: Session, askedWith version: UInt64, asOf count: UInt64) {
    session.queue.perform { [log, streams] in
      guard session.life != .evicted else { return streams.tell(session.key) }
      do {
        try session.adopt(record, askedWith: version, asOf: count)
      } catch {
        log.report("Session \(session.key.shortened): \(error)", session: session.key)
        streams.tell(session.key)
      }
    }
  }
}

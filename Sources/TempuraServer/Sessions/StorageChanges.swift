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
    turns.run { [self] in
      do throws(StorageError) {
        switch try await storage.load(key, unless: version) {
        case .record(let record):
          await session.turn { _ in
            if RenamedSession(record.content) != nil { return session.didRenameElsewhere(key) }
            adopt(record, in: session, askedWith: version, asOf: count)
          }
        case .none where version > 0: await session.turn { _ in session.didRemoveElsewhere(key) }
        case .none: break
        case .unchanged: session.freshness.confirm(asOf: count)
        case .unreadable: streams.tell(key)  // the next request loads it and handles the problem
        }
      } catch { tell(key) }
    }
  }

  /// In a turn of the session.
  private func adopt(_ record: SessionRecord, in session: Session, askedWith version: UInt64, asOf count: UInt64) {
    guard session.life != .evicted else { return streams.tell(session.key) }
    do {
      try session.adopt(record, askedWith: version, asOf: count)
    } catch {
      log.report("Session \(session.key.shortened): \(error)", session: session.key)
      streams.tell(session.key)
    }
  }
}

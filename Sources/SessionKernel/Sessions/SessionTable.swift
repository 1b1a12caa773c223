internal import Basics
internal import Synchronization
package import Sessions
internal import TempuraMetrics

/// The sessions that are in memory.
package final class SessionTable: Sendable {
  private final class Shard: Sendable {
    let sessions = Locked<[SessionID: Session]>([:])
  }

  /// The ids of the sessions by their keys in the storage.
  private let ids = Locked<[SessionKey: SessionID]>([:])

  /// The keys of sessions that ended while no request was there to be told. Only the last ones are kept.
  private let ended = Locked<[SessionKey]>([])
  private static let maxEnded = 1024

  private let shards: [Shard]
  private let total = Atomic<Int>(0)

  let memory: MemoryBudget

  init(_ memory: MemoryBudget) {
    self.memory = memory
    shards = (0..<32).map { _ in Shard() }
  }

  private func shard(of id: SessionID) -> Shard { shards[id.number(below: shards.count)] }

  package var count: Int { total.load(ordering: .relaxed) }

  package subscript(id: SessionID) -> Session? { shard(of: id).sessions.withLock { $0[id] } }

  /// The session with a key in the storage.
  package func session(of key: SessionKey) -> Session? { ids.withLock { $0[key] }.flatMap { self[$0] } }

  /// The sessions with these keys that are in memory. Takes the lock of all keys once.
  package func sessions(of keys: Set<SessionKey>) -> [(key: SessionKey, session: Session)] {
    let known = ids.withLock { ids in keys.compactMap { key in ids[key].map { (key, id: $0) } } }
    return known.compactMap { key, id in self[id].map { (key, $0) } }
  }

  /// Adds a session, unless one of its id is there already.
  ///
  /// - Parameter count: The value of `changeCount` before the session was begun or loaded.
  /// - Returns: The session of the id that is in the table now.
  package func insert(_ session: Session, asOf count: UInt64) -> Session {
    let present = shard(of: session.id).sessions.withLock { sessions in
      if let present = sessions[session.id] { return present }
      sessions[session.id] = session
      ids.withLock { $0[session.key] = session.id }
      total.add(1, ordering: .relaxed)
      return session
    }
    // While it was not in the table, a slice may have changed that it shares.
    present.slices?.mayHaveChanged()
    present.screens.didEnterMemory()
    // While it was not in the table, a change of it may have been reported, or it may have ended.
    if present === session, changeCount != count { session.validity.invalidate() }
    return present
  }

  // MARK: - Changes of what was loaded

  private let changes = Atomic<UInt64>(0)

  /// The number of changes by other servers that were reported, and of sessions that left the table.
  package var changeCount: UInt64 { changes.load(ordering: .acquiring) }

  /// Notes that another server may have changed a session.
  ///
  /// - Parameter key: The key in the storage; nil for all sessions.
  /// - Returns: The session of the key, if it is in memory.
  package func noteChange(of key: SessionKey?) -> Session? {
    changes.add(1, ordering: .acquiringAndReleasing)  // before the look into the table, see `insert`
    guard let key else {
      forEach { $0.validity.invalidate() }
      return nil
    }
    let session = session(of: key)
    session?.validity.invalidate()
    return session
  }

  // MARK: - Ends

  /// Remembers that a session ended, for the next request of its browser.
  func noteEnded(_ key: SessionKey) {
    ended.withLock { ended in
      if ended.count >= Self.maxEnded { ended.removeFirst(Self.maxEnded / 2) }
      ended.append(key)
    }
  }

  /// Whether a session ended without its browser being told. True once.
  package func takeEnded(_ key: SessionKey) -> Bool {
    ended.withLock { ended in
      guard let index = ended.firstIndex(of: key) else { return false }
      ended.remove(at: index)
      return true
    }
  }

  package func forEach(_ body: (Session) -> Void) {
    for session in sessions(unusedSince: .max) { body(session) }
  }

  /// Removes a session from memory, in a turn of its own, if it is idle and was not used since `limit`.
  func evict(_ session: Session, ifUnusedSince limit: Int64) {
    session.queue.submit { [self] in
      if session.lifetime.lastUse.load(ordering: .relaxed) <= limit { evict(session) }
    }
  }

  /// Evicts a session from memory, or ends its scenes that are not in use, in a turn of it.
  ///
  /// - Parameters:
  ///   - use: When the session was last used, in the seconds of `Session.Lifetime.lastUse`. If it was used later, it is not evicted.
  ///   - evicts: Whether to evict it if it is idle. Otherwise only scenes end.
  ///   - done: Called when that is done.
  func free(_ session: Session, unusedSince use: Int64, evicts: Bool, _ done: @escaping () -> Void) {
    session.queue.submit { [self] in
      defer { done() }
      if evicts, session.lifetime.lastUse.load(ordering: .relaxed) <= use { evict(session) }
      if session.life == .live { session.screens.endSpare() }
    }
  }

  /// Evicts a session that is idle and stored. Call it in a turn of the session.
  package func evict(_ session: Session) {
    // A session that the storage failed to remove stays: removing it is tried again.
    guard session.isIdle, session.life == .live, session.storesChanges else { return }
    session.screens.remember()
    guard session.noteKeptFiles() else { return }
    session.takeKeptChanges()
    guard !session.isUnsaved else { return }  // which is stored after this
    remove(session)
    session.runtime.metrics.evicted.increment()
    session.evict()
  }

  /// Removes a session from the table. Call it in a turn of the session.
  package func remove(_ session: Session) {
    for attachment in session.attachments { attachment.willLeaveMemory(session) }
    if take(session) { total.subtract(1, ordering: .relaxed) }
  }

  /// Replaces the id that a session is found by. Call it in a turn of the session.
  ///
  /// - Returns: False if a request has loaded the session under that id already. Then nothing is replaced.
  func rename(_ session: Session, to id: SessionID) -> Bool {
    guard self[session.id] === session else { return true }  // it is new, or has left
    let present = shard(of: id).sessions.withLock { sessions in
      if sessions[id] == nil { sessions[id] = session }
      return sessions[id]
    }
    guard present === session else { return false }
    ids.withLock { $0[SessionKey(of: id)] = id }
    _ = take(session)
    session.validity.invalidate()  // `noteChange(of: nil)` may have looked for it in both shards in vain
    return true
  }

  /// Puts a session in the place of another one of the same id.
  ///
  /// - Returns: False if that one has left.
  package func replace(_ old: Session, by new: Session) -> Bool {
    shard(of: old.id).sessions.withLock { sessions in
      guard sessions[old.id] === old else { return false }
      sessions[old.id] = new
      return true
    }
  }

  private func take(_ session: Session) -> Bool {
    shard(of: session.id).sessions.withLock { sessions in
      guard sessions[session.id] === session else { return false }  // it has left, and another object may have its id
      sessions[session.id] = nil
      ids.withLock { $0[session.key] = nil }
      // It may have ended or got another id, and a request may have loaded it before that: see `insert`.
      changes.add(1, ordering: .acquiringAndReleasing)
      return true
    }
  }

  /// Frees what an idle session can make again, in a turn of its own, if it was not used since `limit`: all of it, or at least
  /// its cached markup. Once after each use.
  func shrink(_ session: Session, ifUnusedSince limit: Int64) {
    let use = session.lifetime.lastUse.load(ordering: .relaxed)
    guard session.lifetime.shrunkUse.exchange(use, ordering: .relaxed) != use else { return }
    session.queue.submit { [self] in
      guard session.lifetime.lastUse.load(ordering: .relaxed) <= limit else { return }
      if session.screens.canBeMadeAgain { evict(session) } else { session.screens.dropMarkup() }
    }
  }

  /// Returns the sessions that were not used after `limit`, in the seconds of `Session.Lifetime.lastUse`.
  package func sessions(unusedSince limit: Int64) -> [Session] {
    shards.flatMap { shard in
      shard.sessions.withLock { $0.values.filter { $0.lifetime.lastUse.load(ordering: .relaxed) <= limit } }
    }
  }
}

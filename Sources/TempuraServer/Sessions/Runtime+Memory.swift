internal import Basics
internal import Dispatch
internal import Hydra
internal import Sessions
internal import Synchronization

/// The limit of the memory of sessions, and how far freeing it has come.
final class MemoryBudget: Sendable {
  /// The heap size in bytes above which sessions give memory back.
  fileprivate let limit: Int
  /// The bytes that scenes have grown by since the heap was measured.
  fileprivate let growth = Atomic<Int>(0)
  /// Whether a thread evicts sessions.
  fileprivate let isFreeing = Atomic(false)
  /// Sessions that were idle since this time have given back what they can make again.
  fileprivate let shrinkingLimit = Atomic<Int64>(.min)

  init(limit: Int) { self.limit = limit }
}

// Which sessions leave memory, and when.

extension Runtime {
  /// How long an idle session stays in memory if memory is scarce, in seconds. Otherwise it stays for `memoryLifetime`,
  /// because to make it again costs several times as much as a tap.
  private static let shortLifetime: Int64 = 30

  /// How long the scene of a closed tab stays, in seconds: long enough to load a page again.
  private static let closedTabLifetime: Int64 = 15

  /// Frees what sessions that were idle since `limit` can make again.
  func shrinkSessions(unusedSince limit: Int64) {
    let start = sessions.memory.shrinkingLimit.exchange(limit, ordering: .relaxed)
    for session in sessions.sessions(unusedSince: limit, usedAfter: start) {
      sessions.shrink(session, ifUnusedSince: limit)
    }
  }

  /// Gives memory back on another thread if far too many sessions are in memory, and at every 1,024th session.
  func cleanUpIfCrowded() {
    let count = sessions.count
    // Not for each request: measuring the heap takes longer than a request.
    guard count > options.sessionsInMemory + options.sessionsInMemory / 4 || count % 1024 == 0 else { return }
    startFreeingMemory()
  }

  /// Notes that scenes grew. Measures the heap each time that they have grown by a 64th of its limit.
  func noteGrowth(_ bytes: Int) {
    guard sessions.memory.growth.add(bytes, ordering: .relaxed).newValue > sessions.memory.limit / 64 else { return }
    sessions.memory.growth.store(0, ordering: .relaxed)
    startFreeingMemory()
  }

  /// Evicts sessions on another thread if too many are in memory, or if they take too much of it.
  private func startFreeingMemory() {
    guard !sessions.memory.isFreeing.exchange(true, ordering: .relaxed) else { return }
    ThreadPool.shared.start { [self] in
      evictSurplus()
      freeMemory()
      sessions.memory.isFreeing.store(false, ordering: .relaxed)
    }
  }

  /// Evicts idle sessions from memory, and removes expired ones from the storage.
  func cleanUp() {
    freeIdleSessions(isMemoryScarce: HeapUse.current > sessions.memory.limit / 2)
    startFreeingMemory()
    HeapUse.giveBackIfMuch()
  }

  /// Evicts idle sessions from memory, ends the scenes of closed tabs, and removes expired sessions from the storage.
  ///
  /// - Parameter isMemoryScarce: Whether more than half of the heap's limit is used.
  func freeIdleSessions(isMemoryScarce: Bool) {
    let now = now
    for session in sessions.sessions(unusedSince: now - Int64(options.memoryLifetime)) {
      sessions.evict(session, ifUnusedSince: now - Int64(options.memoryLifetime))
    }
    if isMemoryScarce { shrinkSessions(unusedSince: now - Self.shortLifetime) }
    sessions.forEach { session in
      // The session is stored again after its turn.
      if session.freshness.hasError { session.queue.submit {} }
      if session.scenes.hasClosedTabs.load(ordering: .relaxed) {
        session.queue.submit { session.scenes.endClosed(by: now - Self.closedTabLifetime) }
      }
    }
    streams.tellExpired(at: time, again: lifetime(isUsed: false))
    turns.run { [storage, log] in
      do throws(StorageError) { _ = try await storage.removeExpired() } catch {
        log.report("Expired sessions could not be removed: \(error)")
      }
    }
  }

  /// Evicts the sessions that were idle longest, if too many are in memory.
  private func evictSurplus() {
    let surplus = sessions.count - options.sessionsInMemory
    guard surplus > 0 else { return }
    let candidates = sessions.sessions(unusedSince: now)
      .map { (session: $0, lastUse: $0.lifetime.lastUse.load(ordering: .relaxed)) }
      .sorted { $0.lastUse < $1.lastUse }
    for (session, lastUse) in candidates.prefix(surplus) { sessions.evict(session, ifUnusedSince: lastUse) }
  }

  /// Lets sessions give memory back until the heap is within its limit, or has nothing more to give.
  private func freeMemory() {
    var use = HeapUse.current
    // The sizes of sessions are estimates, and not all of the heap is theirs.
    for round in 0..<Self.maxRounds where use > sessions.memory.limit {
      // Below the limit, or the next page would be over it again.
      let surplus = use - (sessions.memory.limit - sessions.memory.limit / 16)
      free(part: Double(surplus) / Double(use), endsSpareScenes: round == 0)
      HeapUse.giveBack()
      let before = use
      use = HeapUse.current
      if round > 0, use >= before { return }
    }
  }

  private static let maxRounds = 8

  private func free(part: Double, endsSpareScenes: Bool) {
    let all = sessions.sessions(unusedSince: .max)
    let uses = all.map { session in
      let (all, spare) = session.scenes.memory.withLock { $0 }
      return MemoryPlan.Use(all: all, spare: spare, lastUse: session.lifetime.lastUse.load(ordering: .relaxed))
    }
    let turns = DispatchGroup()
    for step in MemoryPlan.steps(uses, part: part, endsSpareScenes: endsSpareScenes) {
      turns.enter()
      sessions.free(all[step.index], unusedSince: uses[step.index].lastUse, evicts: step.evicts) { turns.leave() }
    }
    // A session that waits for its storage takes its turn later.
    _ = turns.wait(timeout: .now() + .seconds(1))
  }
}

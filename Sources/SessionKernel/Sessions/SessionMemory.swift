internal import Basics
internal import Dispatch
internal import Hydra
internal import JSONEncoding
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

  init(limit: Int) { self.limit = limit }
}

// Which sessions leave memory, and when.

extension SessionRuntime {
  /// How long an idle session stays in memory, in seconds, if memory is scarce or its pages are closed. Otherwise it stays for
  /// `memoryLifetime`, because to make it again costs several times as much as a tap.
  private static let shortLifetime: Int64 = 30

  /// How long the scene of a closed tab stays, in seconds: long enough to load a page again.
  private static let closedTabLifetime: Int64 = 15

  /// Frees what sessions that were idle since `limit` can make again.
  ///
  /// - Parameter isMemoryScarce: Whether all sessions do that. Otherwise only those whose live pages are closed.
  func shrinkSessions(unusedSince limit: Int64, isMemoryScarce: Bool = true) {
    for session in sessions.sessions(unusedSince: limit) where isMemoryScarce || session.hasClosedPages {
      sessions.shrink(session, ifUnusedSince: limit)
    }
  }

  /// Gives memory back on another thread if far too many sessions are in memory, and at every 1,024th session.
  package func cleanUpIfCrowded() {
    let count = sessions.count
    // Not for each request: measuring the heap takes longer than a request.
    guard count > limits.sessionsInMemory + limits.sessionsInMemory / 4 || count % 1024 == 0 else { return }
    startFreeingMemory()
  }

  /// Notes that scenes grew. Measures the heap each time that they have grown by a 64th of its limit.
  package func noteGrowth(_ bytes: Int) {
    guard sessions.memory.growth.add(bytes, ordering: .relaxed).newValue > sessions.memory.limit / 64 else { return }
    sessions.memory.growth.store(0, ordering: .relaxed)
    startFreeingMemory()
  }

  /// Evicts sessions on another thread if too many are in memory, or if they take too much of it.
  private func startFreeingMemory() {
    guard !sessions.memory.isFreeing.exchange(true, ordering: .relaxed) else { return }
    FairExecutor.shared.start { [self] in
      evictSurplus()
      freeMemory()
      sessions.memory.isFreeing.store(false, ordering: .relaxed)
    }
  }

  /// Evicts idle sessions from memory, and removes expired ones from the storage.
  package func cleanUp() {
    freeIdleSessions(isMemoryScarce: HeapUse.current > sessions.memory.limit / 2)
    startFreeingMemory()
    HeapUse.giveBackIfMuch()
  }

  /// Evicts idle sessions from memory, ends the scenes of closed tabs, and removes expired sessions from the storage.
  ///
  /// - Parameter isMemoryScarce: Whether more than half of the heap's limit is used.
  package func freeIdleSessions(isMemoryScarce: Bool) {
    let now = now
    for session in sessions.sessions(unusedSince: now - Int64(limits.memoryLifetime)) {
      sessions.evict(session, ifUnusedSince: now - Int64(limits.memoryLifetime))
    }
    shrinkSessions(unusedSince: now - Self.shortLifetime, isMemoryScarce: isMemoryScarce)
    sessions.forEach { session in
      if session.lifetime.lastUse.load(ordering: .relaxed) <= now - Self.shortLifetime { session.earlier.forget() }
      // The session is stored again after its turn.
      if session.validity.hasError.load(ordering: .relaxed) { session.queue.submit {} }
      if session.screens.hasClosedTabs {
        session.queue.submit { session.screens.endClosed(by: now - Self.closedTabLifetime) }
      }
    }
    pages.tellExpired(at: time, again: lifetime(isUsed: false))
    turns.run { [storage, log] in
      do throws(StorageError) { _ = try await storage.removeExpired() } catch {
        log.report("Expired sessions could not be removed: \(error)")
      }
    }
  }

  /// Evicts the sessions that were idle longest, if too many are in memory.
  private func evictSurplus() {
    let surplus = sessions.count - limits.sessionsInMemory
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
      let (all, spare) = session.screens.size
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

/// Which sessions give memory back when the heap is over its limit: the largest ones first, and of those of a similar size the
/// ones that were idle longest.
enum MemoryPlan {
  /// The memory of a session, in bytes, about.
  struct Use {
    /// The memory of all its scenes.
    var all: Int
    /// The memory of its spare scenes: all but the one that was used last.
    var spare: Int
    /// When it was last used, in seconds of `SessionRuntime.now`.
    var lastUse: Int64
  }

  /// What to do with a session.
  struct Eviction: Equatable {
    /// The index of the session in the list.
    let index: Int
    /// Whether the session leaves memory. Otherwise only its spare scenes end.
    let evicts: Bool
  }

  // An estimate of what a session takes besides its scenes, such as its state.
  private static let smallest = 16 << 10

  /// - Parameters:
  ///   - part: The part of the memory of all sessions to give back, from 0 to 1.
  ///   - endsSpareScenes: Whether spare scenes end first. Otherwise only whole sessions leave.
  static func steps(_ uses: [Use], part: Double, endsSpareScenes: Bool) -> [Eviction] {
    let sizes = uses.map { $0.all + smallest }
    let order = uses.indices.sorted {
      let (first, second) = (sizes[$0].leadingZeroBitCount, sizes[$1].leadingZeroBitCount)
      return (first, uses[$0].lastUse, $0) < (second, uses[$1].lastUse, $1)
    }
    var rest = Int(Double(sizes.reduce(0, +)) * min(max(part, 0), 1))
    var steps: [Eviction] = []
    if endsSpareScenes {
      for index in order where rest > 0 && uses[index].spare > 0 {
        steps.append(Eviction(index: index, evicts: false))
        rest -= uses[index].spare
      }
    }
    for index in order where rest > 0 {
      steps.append(Eviction(index: index, evicts: true))
      rest -= sizes[index] - (endsSpareScenes ? uses[index].spare : 0)
    }
    return steps
  }
}

private import Basics
internal import Hydra
private import Synchronization

/// Runs side effects on threads that they may block.
///
/// Each session has a ``SideEffectLane``. A side effect is *nested* if a running side effect of its lane dispatched it,
/// else it is a *root*. A running side effect is *active* unless it waits in `Hydra.await`.
///
/// 1. `start` appends a side effect to those of its dispatcher that wait. The dispatcher of a root is the lane itself.
/// 2. `takeNext` takes side effects as long as the limits allow it. They start in the order of their dispatch. The addresses
///    of clients take turns, and so do the lanes of one, the dispatchers of a lane, and roots and nested side effects.
/// 3. `launch` gives each of them a thread. When it ends, its thread continues with the next one.
///
/// The limits are:
///
/// - The active side effects, of each lane and of all. Roots of one address start while it has less than half of all, so that
///   others need not wait for its slow ones.
/// - The side effects of each dispatcher. A lane has as many roots as it has slots. A root that waits keeps its slot,
///   but it may run one nested side effect for each wait. So side effects that await each other do not deadlock.
/// - The threads. Roots use no more than half of them, and those of one address a quarter. Of the third quarter, each address that has
///   none may use one. A nested side effect that finds none is refused.
///
/// A side effect may also await one that it did not dispatch. If all side effects of a lane wait, and none continues for a
/// second, the lane starts the newest one that has not started.
package final class SideEffectQueue: @unchecked Sendable {
  // Safe because all mutable state, also of lanes and dispatchers, is only accessed under `lock`.

  private let lock = Lock()
  private let maxActive: Int
  private let maxThreads: Int
  private let stallTimeout: Double

  private var running = 0
  /// Those that are active. Of one address, `maxActiveOfClient` count: its others leave room.
  private var active = 0
  /// Lanes that may start a root. Each is there once.
  private var lanesWithRoots = FairQueue<SideEffectLane>()
  /// What clients have, by the numbers of their addresses.
  private var shares: [UInt64: Share] = [:]
  private var waitingRoots = 0

  /// The side effects of an address.
  private struct Share: Equatable {
    var running = 0
    var active = 0
    var waitingRoots = 0
  }
  /// Lanes that may start a nested side effect. Each is there once.
  private var lanesWithNested = FIFO<SideEffectLane>()
  private var isNestedNext = false
  /// Side effects to launch when the lock is released.
  private var taken: [SideEffectRun] = []

  /// - Parameters:
  ///   - atOnce: The number of active side effects at most.
  ///   - threads: The number of threads at most.
  ///   - stallTimeout: How long all side effects of a lane may wait until it starts one more, in seconds.
  package init(atOnce: Int = 64, threads: Int = 512, stallTimeout: Double = 1) {
    maxActive = max(atOnce, 1)
    maxThreads = max(threads, 2)
    self.stallTimeout = stallTimeout
  }

  // MARK: - Whether there is room

  /// Whether so many side effects wait that no request should dispatch others: of the session, of the client's address, or of all.
  /// An address of which none waits may dispatch some all the same.
  ///
  /// - Parameter client: The number of its address; 0 for one without a limit.
  func isFull(for client: UInt64, in lane: SideEffectLane) -> Bool {
    lock.withLock {
      let waiting = shares[client]?.waitingRoots ?? 0
      return lane.roots.waiting.count >= 2 * maxActive || waiting >= 4 * maxActive
        || waitingRoots >= 64 * maxActive && (client == 0 || waiting > 0)
    }
  }

  /// Whether a root of an address may start.
  private func mayStart(_ client: UInt64) -> Bool {
    let share = shares[client] ?? Share()
    return share.active < maxActiveOfClient && share.running < max(1, maxThreads / 4)
      && running < (share.running == 0 ? max(1, maxThreads * 3 / 4) : maxThreads / 2)
  }

  private var maxActiveOfClient: Int { max(1, maxActive / 2) }

  private func countShare(of run: SideEffectRun, _ change: (inout Share) -> Void) {
    guard run.client != 0 else { return }
    var share = shares[run.client] ?? Share()
    change(&share)
    shares[run.client] = share == Share() ? nil : share
  }

  private func setIsWaitingRoot(_ isWaiting: Bool, _ run: SideEffectRun) {
    guard isWaiting != run.isWaitingRoot else { return }
    run.isWaitingRoot = isWaiting
    waitingRoots += isWaiting ? 1 : -1
    countShare(of: run) { $0.waitingRoots += isWaiting ? 1 : -1 }
  }

  func cancelWaiting(for cause: Cause, in lane: SideEffectLane) -> Bool {
    let cancelled: [SideEffectRun]? = lock.withLock {
      if cause.hasRun.load(ordering: .relaxed) { return nil }
      var (kept, cancelled) = (FIFO<SideEffectRun>(), [SideEffectRun]())
      while let run = lane.roots.waiting.popFirst() {
        if run.cause === cause { cancelled.append(run) } else { kept.append(run) }
      }
      lane.roots.waiting = kept
      for run in cancelled {
        run.phase = .over
        setIsWaitingRoot(false, run)
      }
      return cancelled
    }
    for run in cancelled ?? [] { run.cancel() }
    return cancelled != nil
  }

  // MARK: - Starting

  /// Runs `work` on a thread: at once if the limits allow it, else later.
  func start(_ work: any Work, in lane: SideEffectLane) {
    let run = SideEffectRun(work, in: lane)
    let current = Main.slotOwner as? SideEffectRun
    let runs = lock.withLock {
      lane.add(run, from: current?.lane === lane ? current?.nearestRunning : nil)
      if run.dispatcher === lane.roots { setIsWaitingRoot(true, run) }
      defer { run.reportsWait = run.phase == .waiting }
      return takeNext(after: lane)
    }
    if run.reportsWait { work.waitDidChange(isWaiting: true) }
    launch(runs)
    watch(lane)
  }

  func beginWait(of run: SideEffectRun) {
    let runs = lock.withLock {
      countActive(run, -1)
      run.maxRunning = run.running + 1
      return takeNext(after: run.lane)
    }
    launch(runs)
    watch(run.lane)
  }

  func endWait(of run: SideEffectRun) {
    lock.withLock {
      countActive(run, 1)
      run.lane.watch.noteProgress()
    }
  }

  /// Takes all side effects that may start after a change of `lane`.
  private func takeNext(after lane: SideEffectLane) -> [SideEffectRun] {
    enlist(lane)
    while active < maxActive {
      isNestedNext.toggle()
      guard let run = isNestedNext ? nextNested() ?? nextRoot() : nextRoot() ?? nextNested() else { break }
      take(run)
      enlist(run.lane)
    }
    return exchange(&taken, with: [])
  }

  private func enlist(_ lane: SideEffectLane) {
    if !lane.isInRoots, lane.mayStartRoot {
      lane.isInRoots = true
      lanesWithRoots.append(lane, of: lane.nextClient)
    }
    if !lane.isInNested, lane.mayStartNested {
      lane.isInNested = true
      lanesWithNested.append(lane)
    }
  }

  private func nextRoot() -> SideEffectRun? {
    while let lane = lanesWithRoots.popFirst(where: mayStart) {
      lane.isInRoots = false
      if lane.mayStartRoot { return lane.roots.waiting.popFirst() }
    }
    return nil
  }

  private func nextNested() -> SideEffectRun? {
    while let lane = lanesWithNested.popFirst() {
      lane.isInNested = false
      if lane.mayStartNested { return lane.popNested() }
    }
    return nil
  }

  private func take(_ run: SideEffectRun, isRefused: Bool = false) {
    run.lane.watch.noteProgress()
    run.cause?.hasRun.store(true, ordering: .relaxed)
    setIsWaitingRoot(false, run)
    taken.append(run)
    if isRefused || running >= maxThreads {
      run.phase = .over
    } else {
      run.phase = .running
      count(run, 1)
    }
  }

  private func count(_ run: SideEffectRun, _ change: Int) {
    running += change
    run.lane.running += change
    run.dispatcher.running += change
    countShare(of: run) { $0.running += change }
    countActive(run, change)
  }

  private func countActive(_ run: SideEffectRun, _ change: Int) {
    run.lane.active += change
    guard run.client != 0 else { return active += change }
    let before = shares[run.client]?.active ?? 0
    countShare(of: run) { $0.active += change }
    active += min(before + change, maxActiveOfClient) - min(before, maxActiveOfClient)
  }

  // MARK: - Running

  /// Runs each on a thread, unless it is refused.
  private func launch(_ runs: [SideEffectRun]) {
    for run in runs {
      if run.phase == .over {
        run.refuse()
      } else {
        ThreadPool.shared.start { self.work(run) }
      }
    }
  }

  /// Runs `first`, and then others until none may start.
  private func work(_ first: SideEffectRun) {
    var next: SideEffectRun? = first
    while let run = next {
      run.run()
      var runs = lock.withLock {
        end(run)
        return takeNext(after: run.lane)
      }
      next = runs.firstIndex { $0.phase == .running }.map { runs.remove(at: $0) }
      launch(runs)
      watch(run.lane)
    }
  }

  func isOver(_ run: SideEffectRun) -> Bool { lock.withLock { run.phase == .over } }

  private func end(_ run: SideEffectRun) {
    count(run, -1)
    run.phase = .over
    run.lane.watch.noteProgress()
    run.lane.handOver(from: run)
  }

  // MARK: - Lanes in which all side effects wait

  /// Starts one more side effect, or refuses it if very many run, if none of the lane continues for a while.
  private func watch(_ lane: SideEffectLane) {
    guard let beginning = lock.withLock({ lane.watch.begin(if: lane.isStalled) }) else { return }
    Timers.shared.after(stallTimeout) { [self] in
      let runs = lock.withLock {
        if lane.watch.end(beginning), lane.isStalled, active < maxActive, let run = lane.popNewest(ifRoot: mayStart) {
          take(run, isRefused: lane.running / 8 >= lane.slots)
        }
        return takeNext(after: lane)
      }
      launch(runs)
      watch(lane)
    }
  }
}

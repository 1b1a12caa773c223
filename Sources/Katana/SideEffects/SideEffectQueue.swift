private import Glibc
internal import Hydra
private import Basics
private import Synchronization

/// Work that has to wait for a place and a thread.
protocol Work: AnyObject, Sendable {
  func run()

  /// There is no place or no thread for the work: it is not run.
  func refuse()

  /// Called when the work begins to wait for its turn, and when it stops.
  func waitDidChange(isWaiting: Bool)
}

/// Runs side effects on threads that they may block.
///
/// A limited number runs at once, in all and in each lane. A lane starts its side effects in the order of their
/// dispatch, and lanes take turns.
///
/// A side effect is *nested* if a running side effect of its lane dispatched it, else it is a *root*. Roots hold the
/// places of a lane. A side effect that waits in `Hydra.await` keeps its place, and one that it dispatched needs none of
/// its own. So side effects that await each other do not deadlock.
///
/// A side effect may also await one that it did not dispatch. If all of a lane wait and none goes on for a second, the
/// lane starts one more.
package final class SideEffectQueue: @unchecked Sendable {
  // Safe because all mutable state, that of lanes and of runs included, is only touched under `lock`.

  /// The queue of stores that no server runs. Their side effects have one lane.
  static let shared = SideEffectQueue()
  static let sharedLane = SideEffectLane(of: shared, places: .max)

  /// Side effects to run, and those to refuse.
  private struct Batch {
    var starts: [SideEffectRun] = []
    var refusals: [SideEffectRun] = []
  }

  private let lock = Lock()
  private let threads: ThreadPool
  private let mostAtWork: Int
  private let mostThreads: Int
  private let patience: Double

  /// Side effects that run and do not wait in `Hydra.await`.
  private var atWork = 0
  /// Side effects that run.
  private var running = 0
  /// Lanes that may start a root. Each is there once.
  private var lanesWithRoots = FIFO<SideEffectLane>()
  /// Lanes that may start a nested side effect. Each is there once.
  private var lanesWithNested = FIFO<SideEffectLane>()
  private var isNestedNext = false

  /// - Parameters:
  ///   - atOnce: The number of side effects that run at once, without those that wait in `Hydra.await`.
  ///   - threads: The number of threads at most. Roots start while fewer than half of them are in use. Nested side
  ///     effects are refused if there is no thread left.
  ///   - patience: How long all side effects of a lane may wait without going on before it starts one more, in seconds.
  package init(atOnce: Int = 64, threads: Int = 512, patience: Double = 1) {
    mostAtWork = max(atOnce, 1)
    mostThreads = max(threads, 2)
    self.patience = patience
    self.threads = ThreadPool(threads: 0, ceiling: .max)  // the queue counts what runs
  }

  // MARK: - Starting

  /// Runs `work`: at once if there is a place for it, else when it is its turn.
  func start(_ work: any Work, in lane: SideEffectLane) {
    let run = SideEffectRun(work, in: lane)
    let current = Main.placeOwner as? SideEffectRun
    let (batch, isWaiting) = lock.withLock {
      add(run, dispatcher: current?.lane === lane ? current?.nearestRunning : nil)
      enlist(lane)
      let batch = next()
      run.isToldOfWait = run.phase == .waiting
      return (batch, run.isToldOfWait)
    }
    if isWaiting { work.waitDidChange(isWaiting: true) }
    launch(batch)
    watch(lane)
  }

  private func add(_ run: SideEffectRun, dispatcher: SideEffectRun?) {
    run.dispatcher = dispatcher
    guard let dispatcher else { return run.lane.roots.append(run) }
    if dispatcher.nested.isEmpty { run.lane.dispatchers.append(dispatcher) }
    dispatcher.nested.append(run)
  }

  /// Puts the lane where it is found, if it may start something.
  private func enlist(_ lane: SideEffectLane) {
    if !lane.isInRoots, lane.canStartRoot {
      lane.isInRoots = true
      lanesWithRoots.append(lane)
    }
    if !lane.isInNested, lane.canStartNested {
      lane.isInNested = true
      lanesWithNested.append(lane)
    }
  }

  /// Takes all that can start now.
  private func next() -> Batch {
    var batch = Batch()
    while atWork < mostAtWork {
      isNestedNext.toggle()
      guard let run = isNestedNext ? nextNested() ?? nextRoot() : nextRoot() ?? nextNested() else { break }
      take(run, into: &batch)
      enlist(run.lane)
    }
    return batch
  }

  private func nextRoot() -> SideEffectRun? {
    while running < mostThreads / 2, let lane = lanesWithRoots.popFirst() {
      lane.isInRoots = false
      if lane.canStartRoot { return lane.roots.popFirst() }
    }
    return nil
  }

  private func nextNested() -> SideEffectRun? {
    while let lane = lanesWithNested.popFirst() {
      lane.isInNested = false
      if lane.canStartNested, let run = lane.popNested() { return run }
    }
    return nil
  }

  /// Begins the run, or refuses it if all threads are in use.
  private func take(_ run: SideEffectRun, into batch: inout Batch) {
    run.lane.progress += 1
    guard running < mostThreads else {
      run.phase = .over
      return batch.refusals.append(run)
    }
    run.phase = .running
    count(run, 1)
    batch.starts.append(run)
  }

  private func count(_ run: SideEffectRun, _ change: Int) {
    running += change
    run.lane.running += change
    countHeld(by: run.nearestDispatcher, change, in: run.lane)
    countAtWork(run.lane, change)
  }

  private func countHeld(by dispatcher: SideEffectRun?, _ change: Int, in lane: SideEffectLane) {
    if let dispatcher { dispatcher.runningNested += change } else { lane.holding += change }
  }

  private func countAtWork(_ lane: SideEffectLane, _ change: Int) {
    atWork += change
    lane.atWork += change
  }

  /// Runs what was taken, each on a thread.
  private func launch(_ batch: Batch) {
    var (starts, refusals) = (batch.starts[...], batch.refusals)
    while let run = starts.popFirst() {
      if threads.startAtOnce({ self.work(run) }) { continue }
      lock.withLock {
        // The system has no thread left. A root can wait as long as another side effect runs, whose end starts it.
        if run.nearestDispatcher == nil, running > 1 { return putBack(run) }
        end(run)
        refusals.append(run)
        let batch = next()
        starts += batch.starts
        refusals += batch.refusals
      }
    }
    for run in refusals { run.refuse() }
  }

  private func putBack(_ run: SideEffectRun) {
    count(run, -1)
    run.phase = .waiting
    run.lane.roots.prepend(run)
    enlist(run.lane)
  }

  /// Works on a thread until there is nothing to start.
  private func work(_ run: SideEffectRun) {
    var current: SideEffectRun? = run
    while let run = current {
      run.run()
      var batch = lock.withLock {
        end(run)
        return next()
      }
      current = batch.starts.isEmpty ? nil : batch.starts.removeFirst()
      launch(batch)
      watch(run.lane)
    }
  }

  // MARK: - Ending and waiting

  private func end(_ run: SideEffectRun) {
    let (lane, dispatcher) = (run.lane, run.nearestDispatcher)
    count(run, -1)
    run.phase = .over
    lane.progress += 1
    // What it dispatched belongs to its own dispatcher now.
    countHeld(by: dispatcher, run.runningNested, in: lane)
    if !run.nested.isEmpty { lane.dispatchers.removeAll { $0 === run } }
    while let nested = run.nested.popFirst() { add(nested, dispatcher: dispatcher) }
    enlist(lane)
  }

  fileprivate func beginWait(of run: SideEffectRun) {
    let batch = lock.withLock {
      countAtWork(run.lane, -1)
      run.mostNested = run.runningNested + 1
      enlist(run.lane)
      return next()
    }
    launch(batch)
    watch(run.lane)
  }

  fileprivate func endWait(of run: SideEffectRun) {
    lock.withLock {
      countAtWork(run.lane, 1)
      run.lane.progress += 1
    }
  }

  // MARK: - Lanes in which all wait

  private func watch(_ lane: SideEffectLane) {
    let progress: Int? = lock.withLock {
      guard !lane.isWatched, lane.isStuck else { return nil }
      lane.isWatched = true
      return lane.progress
    }
    guard let progress else { return }
    Timers.shared.after(patience) { [self] in
      help(lane, unlessPast: progress)
      watch(lane)
    }
  }

  /// Starts one side effect more if none of the lane went on for a while, or refuses it if too many run.
  private func help(_ lane: SideEffectLane, unlessPast progress: Int) {
    let batch = lock.withLock {
      var batch = Batch()
      lane.isWatched = false
      guard lane.isStuck, lane.progress == progress, atWork < mostAtWork else { return batch }
      guard let run = lane.popNewest() else { return batch }
      if lane.running < lane.ceiling {
        take(run, into: &batch)
      } else {
        run.phase = .over
        lane.progress += 1
        batch.refusals.append(run)
      }
      enlist(lane)
      return batch
    }
    launch(batch)
  }
}

/// The side effects of one session: they start in the order of their dispatch.
package final class SideEffectLane: @unchecked Sendable {
  // Safe because all mutable state is only touched under the queue's lock.

  fileprivate let queue: SideEffectQueue
  fileprivate let places: Int
  /// Side effects that may run when one more starts because all others wait.
  fileprivate let ceiling: Int
  /// Roots that have not started.
  fileprivate var roots = FIFO<SideEffectRun>()
  /// Running side effects that dispatched some that have not started.
  fileprivate var dispatchers: [SideEffectRun] = []
  /// Side effects that run and were dispatched by none that still runs.
  fileprivate var holding = 0
  /// Side effects that run and do not wait in `Hydra.await`.
  fileprivate var atWork = 0
  fileprivate var running = 0
  /// Counts starts, ends and ends of waits.
  fileprivate var progress = 0
  fileprivate var isInRoots = false
  fileprivate var isInNested = false
  fileprivate var isWatched = false

  /// - Parameter places: The number of side effects that run at once, without those that they dispatch and await.
  package init(of queue: SideEffectQueue, places: Int = 4) {
    self.queue = queue
    self.places = max(places, 1)
    ceiling = self.places.multipliedReportingOverflow(by: 8).overflow ? .max : self.places * 8
  }

  /// The lane of stores that no server runs.
  package static var shared: SideEffectLane { SideEffectQueue.sharedLane }

  func start(_ work: any Work) { queue.start(work, in: self) }

  fileprivate var canStartRoot: Bool { !roots.isEmpty && holding < places && atWork < places }
  fileprivate var canStartNested: Bool { atWork < places && dispatchers.contains(where: canNest) }

  /// Whether all that run wait, and others wait for them.
  fileprivate var isStuck: Bool { running > 0 && atWork == 0 && !(roots.isEmpty && dispatchers.isEmpty) }

  /// Each side effect may start one nested for each wait, however deep it is nested itself. It may start more only while
  /// few run in the lane: else one that awaits a thousand would take all threads.
  private func canNest(_ dispatcher: SideEffectRun) -> Bool {
    dispatcher.runningNested < dispatcher.mostNested || running < places
  }

  /// Takes a nested side effect that can start. Dispatchers take turns.
  fileprivate func popNested() -> SideEffectRun? {
    guard let index = dispatchers.firstIndex(where: canNest) else { return nil }
    let dispatcher = dispatchers.remove(at: index)
    defer { if !dispatcher.nested.isEmpty { dispatchers.append(dispatcher) } }
    return dispatcher.nested.popFirst()
  }

  /// Takes the newest nested side effect of one of the dispatchers, or else the newest root.
  fileprivate func popNewest() -> SideEffectRun? {
    guard let dispatcher = dispatchers.last else { return roots.popLast() }
    defer { if dispatcher.nested.isEmpty { dispatchers.removeLast() } }
    return dispatcher.nested.popLast()
  }
}

/// One side effect on its way.
private final class SideEffectRun: PlaceOwner, @unchecked Sendable {
  // Safe because all mutable state is only touched under the queue's lock, but `work`, which only the
  // thread touches that runs or refuses it.

  enum Phase {
    case waiting
    case running
    case over
  }

  let lane: SideEffectLane
  private var work: (any Work)?
  private let thread = Atomic<UInt>(0)
  var isToldOfWait = false
  var phase = Phase.waiting
  /// The side effect that dispatched it. When that has ended, the one that dispatched that.
  var dispatcher: SideEffectRun?
  /// Side effects that it dispatched and that have not started.
  var nested = FIFO<SideEffectRun>()
  /// Side effects that run and of whose dispatchers this is the first that still runs.
  var runningNested = 0
  /// What `runningNested` may be however many run in the lane.
  var mostNested = 1

  init(_ work: any Work, in lane: SideEffectLane) {
    self.work = work
    self.lane = lane
  }

  /// This one, or the first of its dispatchers that still runs.
  var nearestRunning: SideEffectRun? { phase == .running ? self : nearestDispatcher }

  var nearestDispatcher: SideEffectRun? {
    while let one = dispatcher, one.phase != .running { dispatcher = one.dispatcher }
    return dispatcher
  }

  func run() {
    guard let work else { return }
    self.work = nil  // which holds an app instance
    if isToldOfWait { work.waitDidChange(isWaiting: false) }
    thread.store(Self.currentThread, ordering: .relaxed)
    Main.$placeOwner.withValue(self) { work.run() }
    thread.store(0, ordering: .relaxed)
  }

  func refuse() {
    guard let work else { return }
    self.work = nil
    if isToldOfWait { work.waitDidChange(isWaiting: false) }
    work.refuse()
  }

  func wait(_ wait: () -> Void) {
    guard thread.load(ordering: .relaxed) == Self.currentThread else { return wait() }
    lane.queue.beginWait(of: self)
    wait()
    lane.queue.endWait(of: self)
  }

  private static var currentThread: UInt { UInt(pthread_self()) }
}

private import Glibc
internal import Hydra
private import Locks
private import Synchronization

/// Work that has to wait for a place and a thread.
protocol Work: AnyObject, Sendable {
  func run()

  /// There is no place or no thread for the work: it is not run.
  func refuse()

  /// Called when the work has to wait for its place, and when it no longer has to.
  func waits(_ isWaiting: Bool)
}

/// Runs side effects on threads that they may block: a limited number at once, in order, and fair between lanes.
///
/// A side effect that waits in `Hydra.await` keeps its place in its lane. It lends it to what it has dispatched, one at a
/// time, so that side effects that await each other never wait for a place. What a side effect awaits without having
/// dispatched it may have to wait for a place, too: a lane in which all wait and none goes on gets one place more every
/// second, for what was dispatched last.
package final class SideEffectQueue: @unchecked Sendable {
  // Safe because all mutable state, that of lanes and of runs included, is only touched under `lock`.

  /// That of stores that no server runs. Their side effects have one lane.
  static let shared = SideEffectQueue()
  static let sharedLane = SideEffectLane(of: shared, places: .max)

  private let lock = Lock()
  private let threads: ThreadPool
  private let mostAtWork: Int
  private let mostThreads: Int
  private let patience: Double

  /// Side effects that run and do not wait in `Hydra.await`.
  private var atWork = 0
  /// Side effects that run.
  private var running = 0
  /// Lanes that have a place and something that waits for it. Each is there once.
  private var lanes = FIFO<SideEffectLane>()
  /// Side effects that wait and have a place to lend. Each is there once.
  private var lenders = FIFO<SideEffectRun>()
  /// Whether a lender's turn is next, and not a lane's.
  private var isLendersTurn = false

  /// - Parameters:
  ///   - atOnce: The number of side effects that run at once, without those that wait in `Hydra.await`.
  ///   - threads: The number of threads at most. Half of them are for what running side effects dispatch and await: it is
  ///     refused if there is no thread left. Everything else waits.
  ///   - patience: How long all side effects of a lane may wait without going on before it gets another place, in seconds.
  package init(atOnce: Int = 64, threads: Int = 512, patience: Double = 1) {
    mostAtWork = max(atOnce, 1)
    mostThreads = max(threads, 2)
    self.patience = patience
    self.threads = ThreadPool(threads: 0, ceiling: .max)  // this counts for itself what runs
  }

  // MARK: - Starting

  /// Runs `work`: at once if there is a place for it, else when it is its turn.
  func start(_ work: any Work, in lane: SideEffectLane) {
    let item = SideEffectRun(work, in: lane)
    let current = Main.occupant as? SideEffectRun
    let (starts, waits) = lock.withLock {
      lane.waiting.append(item)
      lane.waitingCount += 1
      if let current, current.lane === lane, let parent = current.nearestThatRuns {
        item.parent = parent
        parent.children.append(item)
        enlist(parent)
      }
      enlist(lane)
      let starts = next()
      item.isToldOfWait = item.isWaitingForPlace
      return (starts, item.isToldOfWait)
    }
    if waits { work.waits(true) }
    launch(starts)
    watch(lane)
  }

  /// Puts the lane where it is found, if it can start anything.
  private func enlist(_ lane: SideEffectLane) {
    guard !lane.isEnlisted, lane.taken < lane.places, lane.waitingCount > 0 else { return }
    lane.isEnlisted = true
    lanes.append(lane)
  }

  private func enlist(_ lender: SideEffectRun) {
    guard !lender.isEnlisted, lender.canLend, !lender.children.isEmpty else { return }
    lender.isEnlisted = true
    lenders.append(lender)
  }

  /// Takes all that can start now.
  private func next() -> [SideEffectRun] {
    var starts: [SideEffectRun] = []
    while atWork < mostAtWork {
      isLendersTurn.toggle()
      guard let run = isLendersTurn ? nextOfLender() ?? nextOfLane() : nextOfLane() ?? nextOfLender() else { break }
      starts.append(run)
    }
    return starts
  }

  private func nextOfLane() -> SideEffectRun? {
    while running < mostThreads / 2, let lane = lanes.popFirst() {
      lane.isEnlisted = false
      guard lane.taken < lane.places, let run = lane.waiting.popFirst() else { continue }
      lane.taken += 1
      begin(run)
      enlist(lane)
      return run
    }
    return nil
  }

  private func nextOfLender() -> SideEffectRun? {
    while let lender = lenders.popFirst() {
      lender.isEnlisted = false
      guard lender.canLend, let run = lender.children.popFirst() else { continue }
      lender.borrower = run
      run.lender = lender
      begin(run)
      return run
    }
    return nil
  }

  private func begin(_ run: SideEffectRun) {
    run.phase = .running
    run.isTooMany = running >= mostThreads || run.lane.running >= run.lane.ceiling && run.lender == nil
    run.lane.waitingCount -= 1
    run.lane.progress += 1
    run.lane.running += 1
    running += 1
    setAtWork(run, true)
  }

  private func setAtWork(_ run: SideEffectRun, _ isAtWork: Bool) {
    run.lane.atWork += isAtWork ? 1 : -1
    atWork += isAtWork ? 1 : -1
  }

  /// Runs what was taken, each on a thread.
  private func launch(_ starts: [SideEffectRun]) {
    var starts = starts[...]
    while let run = starts.popFirst() {
      if !run.isTooMany, threads.startAtOnce({ self.work(run) }) { continue }
      // What was not dispatched by a side effect that waits can wait, as long as something is left to go on after.
      let (isPutBack, others) = lock.withLock { () -> (Bool, [SideEffectRun]) in
        if run.lender == nil, !run.isTooMany, running > 1 {
          putBack(run)
          return (true, [])
        }
        end(run)
        return (false, next())
      }
      if isPutBack { continue }
      run.refuse()
      starts += others
    }
  }

  private func putBack(_ run: SideEffectRun) {
    let lane = run.lane
    setAtWork(run, false)
    running -= 1
    lane.running -= 1
    lane.taken -= 1
    run.phase = .waiting
    lane.waitingCount += 1
    lane.waiting.prepend(run)
    enlist(lane)
  }

  /// Works on a thread until there is nothing to start.
  private func work(_ run: SideEffectRun) {
    var current: SideEffectRun? = run
    while let run = current {
      run.run()
      var starts = lock.withLock {
        end(run)
        return next()
      }
      current = starts.isEmpty ? nil : starts.removeFirst()
      launch(starts)
      watch(run.lane)
    }
  }

  // MARK: - Ending and waiting

  private func end(_ run: SideEffectRun) {
    let lane = run.lane
    setAtWork(run, false)
    running -= 1
    lane.running -= 1
    lane.progress += 1
    run.phase = .over
    // The place goes to what it was lent to, or back to where it came from.
    if let borrower = run.borrower {
      borrower.lender = run.lender
      run.lender?.borrower = borrower
    } else if let lender = run.lender {
      lender.borrower = nil
    } else {
      lane.taken -= 1
    }
    let parent = run.parent?.nearestThatRuns
    while let child = run.children.popFirst() {
      child.parent = parent
      parent?.children.append(child)
    }
    if let lender = run.lender { enlist(lender) }
    if let parent { enlist(parent) }
    enlist(lane)
    (run.parent, run.borrower, run.lender) = (parent, nil, nil)
  }

  fileprivate func beginWait(of run: SideEffectRun) {
    let starts = lock.withLock {
      run.phase = .awaiting
      setAtWork(run, false)
      enlist(run)
      return next()
    }
    launch(starts)
    watch(run.lane)
  }

  fileprivate func endWait(of run: SideEffectRun) {
    lock.withLock {
      run.phase = .running
      setAtWork(run, true)
      run.lane.progress += 1
      // What still runs in the place that was lent goes on in one of its own.
      if let borrower = run.borrower {
        (run.borrower, borrower.lender) = (nil, nil)
        run.lane.taken += 1
      }
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

  /// Starts what was dispatched last in a lane in which none went on for a while, or refuses it if too many wait.
  private func help(_ lane: SideEffectLane, unlessPast progress: Int) {
    let run: SideEffectRun? = lock.withLock {
      lane.isWatched = false
      guard lane.isStuck, lane.progress == progress, atWork < mostAtWork, let run = lane.waiting.popLast() else {
        return nil
      }
      lane.taken += 1
      begin(run)
      return run
    }
    if let run { launch([run]) }
  }
}

/// The side effects of one session: they start in the order of their dispatch.
package final class SideEffectLane: @unchecked Sendable {
  // Safe because all mutable state is only touched under the queue's lock.

  fileprivate let queue: SideEffectQueue
  fileprivate let places: Int
  /// Side effects that may run at most, with those that got a place because all others wait.
  fileprivate let ceiling: Int
  fileprivate var waiting = WaitingList()
  fileprivate var waitingCount = 0
  /// Places that are taken, those included that are lent.
  fileprivate var taken = 0
  fileprivate var running = 0
  fileprivate var atWork = 0
  fileprivate var progress = 0
  fileprivate var isEnlisted = false
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

  /// Whether all that run wait, and others wait for them.
  fileprivate var isStuck: Bool { waitingCount > 0 && running > 0 && atWork == 0 }
}

/// Side effects that wait for a place. Those that started by another list are still in it, for a while.
private struct WaitingList {
  private var runs = FIFO<SideEffectRun>()
  private var limit = 64

  var isEmpty: Bool { runs.isEmpty }

  mutating func append(_ run: SideEffectRun) {
    if runs.count >= limit {
      var rest = FIFO<SideEffectRun>()
      while let run = popFirst() { rest.append(run) }
      runs = rest
      limit = max(64, 2 * runs.count)
    }
    runs.append(run)
  }

  mutating func prepend(_ run: SideEffectRun) { runs.prepend(run) }

  mutating func popFirst() -> SideEffectRun? {
    while let run = runs.popFirst() { if run.isWaitingForPlace { return run } }
    return nil
  }

  mutating func popLast() -> SideEffectRun? {
    while let run = runs.popLast() { if run.isWaitingForPlace { return run } }
    return nil
  }
}

/// One side effect on its way.
private final class SideEffectRun: Occupant, @unchecked Sendable {
  // Safe because all mutable state is only touched under the queue's lock, but `work`, which only the
  // thread touches that runs or refuses it.

  enum Phase {
    /// For a place.
    case waiting
    case running
    /// For a promise.
    case awaiting
    case over
  }

  let lane: SideEffectLane
  private var work: (any Work)?
  private let thread = Atomic<UInt>(0)
  var isToldOfWait = false
  var phase = Phase.waiting
  /// The side effect that dispatched it, as long as that runs.
  var parent: SideEffectRun?
  /// What it dispatched.
  var children = WaitingList()
  /// The one whose place it has; nil if it has its own.
  var lender: SideEffectRun?
  /// The one that has its place.
  var borrower: SideEffectRun?
  var isEnlisted = false
  /// Whether there is no thread for it.
  var isTooMany = false

  init(_ work: any Work, in lane: SideEffectLane) {
    self.work = work
    self.lane = lane
  }

  var isWaitingForPlace: Bool { phase == .waiting }
  var canLend: Bool { phase == .awaiting && borrower == nil }

  var nearestThatRuns: SideEffectRun? {
    var run: SideEffectRun? = self
    while let one = run, one.phase == .over { run = one.parent }
    return run
  }

  func run() {
    guard let work else { return }
    self.work = nil  // which holds an app instance
    if isToldOfWait { work.waits(false) }
    thread.store(Self.currentThread, ordering: .relaxed)
    Main.$occupant.withValue(self) { work.run() }
    thread.store(0, ordering: .relaxed)
  }

  func refuse() {
    guard let work else { return }
    self.work = nil
    if isToldOfWait { work.waits(false) }
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

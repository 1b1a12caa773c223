internal import Basics
package import Hydra
private import Synchronization

/// Work that waits until it may run, and then for a thread.
protocol Work: AnyObject, Sendable {
  /// What the host notes of it.
  var record: (any DispatchRecord)? { get }

  /// Runs the work.
  ///
  /// - Parameter slot: Whose slot it has; nil for work that needs none.
  func run(in slot: (any SlotOwner)?)

  /// Called instead of `run` if too much work runs already.
  func refuse()

  /// Called instead of `run` if the client has left for which the work was dispatched.
  func cancel()

  /// Called when the work begins to wait, and when it stops waiting.
  func waitDidChange(isWaiting: Bool)
}

extension Work {
  func cancel() { refuse() }
}

/// The side effects of one session. They start in the order of their dispatch.
package final class SideEffectLane: @unchecked Sendable {
  // Safe because all mutable state is only accessed under the queue's lock.

  /// The lane of stores that no server runs.
  package static let shared = SideEffectLane(of: SideEffectQueue(), slots: .max)

  let queue: SideEffectQueue
  let slots: Int
  /// The dispatcher of the roots.
  let roots: Dispatcher
  /// Running side effects that dispatched some that have not started.
  private var dispatchers: [Dispatcher] = []
  var running = 0
  /// The number of running side effects that do not wait in `Hydra.await`.
  var active = 0
  /// Starts, ends and ends of waits are progress.
  var watch = StallWatch()

  // Whether the queue has the lane in its lists.
  var isInRoots = false
  var isInNested = false

  /// - Parameter slots: The number of active side effects at most. If all wait, up to eight times as many run.
  package init(of queue: SideEffectQueue, slots: Int = 4) {
    self.queue = queue
    self.slots = max(slots, 1)
    roots = Dispatcher(maxRunning: self.slots)
  }

  func start(_ work: any Work) { queue.start(work, in: self) }

  // MARK: - What may start

  var mayStartRoot: Bool { active < slots && !roots.waiting.isEmpty && mayStartOne(of: roots) }
  var mayStartNested: Bool { active < slots && dispatchers.contains(where: mayStartOne) }

  /// Whether side effects have not started while all that run wait.
  var isStalled: Bool { running > 0 && active == 0 && !(roots.waiting.isEmpty && dispatchers.isEmpty) }

  /// While few side effects of the lane run, any dispatcher may start one. Then each dispatcher has its own limit: else one
  /// that awaits a thousand side effects would use all threads.
  private func mayStartOne(of dispatcher: Dispatcher) -> Bool {
    running < slots || dispatcher.running < dispatcher.maxRunning
  }

  // MARK: - What waits

  /// The client of the first waiting root. A root without one counts as a client of its own.
  var nextClient: UInt64 {
    let client = roots.waiting.first?.client ?? 0
    return client == 0 ? UInt64(UInt(bitPattern: ObjectIdentifier(self))) : client
  }

  /// Drops what a request has dispatched, unless something has run for it.
  ///
  /// - Returns: False if something has run.
  package func cancelWaiting(for cause: Cause) -> Bool { queue.cancelWaiting(for: cause, in: self) }

  /// Appends a side effect to those of its dispatcher. Without one it is a root.
  func add(_ run: SideEffectRun, from dispatcher: Dispatcher?) {
    run.dispatcher = dispatcher ?? roots
    if run.dispatcher !== roots, run.dispatcher.waiting.isEmpty { dispatchers.append(run.dispatcher) }
    run.dispatcher.waiting.append(run)
  }

  /// Gives the side effects of an ended dispatcher to its own dispatcher.
  func handOver(from run: SideEffectRun) {
    run.dispatcher.running += run.running
    if !run.waiting.isEmpty { dispatchers.removeAll { $0 === run } }
    while let nested = run.waiting.popFirst() { add(nested, from: run.dispatcher) }
  }

  /// Takes a nested side effect that may start. Dispatchers take turns.
  func popNested() -> SideEffectRun? {
    guard let index = dispatchers.firstIndex(where: mayStartOne) else { return nil }
    let dispatcher = dispatchers.remove(at: index)
    defer { if !dispatcher.waiting.isEmpty { dispatchers.append(dispatcher) } }
    return dispatcher.waiting.popFirst()
  }

  /// Whether so many side effects wait that no request of a client should dispatch others.
  package func isFull(for client: UInt64) -> Bool { queue.isFull(for: client, in: self) }

  /// Takes the newest nested side effect of a dispatcher, or else the newest root if one of its client may start.
  func popNewest(ifRoot mayStart: (UInt64) -> Bool) -> SideEffectRun? {
    guard let dispatcher = dispatchers.last else { return mayStart(nextClient) ? roots.waiting.popLast() : nil }
    defer { if dispatcher.waiting.isEmpty { dispatchers.removeLast() } }
    return dispatcher.waiting.popLast()
  }
}

/// The roots of a lane, or the side effects that one side effect dispatched.
class Dispatcher: @unchecked Sendable {
  // Safe because all mutable state is only accessed under the queue's lock.

  /// The side effects that have not started.
  final var waiting = FIFO<SideEffectRun>()
  /// The number of running side effects. If one ends, it leaves those that it dispatched to this dispatcher.
  final var running = 0
  /// What `running` may be even if many side effects of the lane run.
  final var maxRunning: Int

  init(maxRunning: Int) { self.maxRunning = maxRunning }
}

extension Main {
  /// What the host notes of the side effect that the running code is part of; nil if there is none.
  package static var dispatchRecord: (any DispatchRecord)? { (slotOwner as? SideEffectRun)?.record }

  /// Whether the running code is a task that a side effect started, and that goes on after the end of the side effect.
  package static var isTaskOfEndedSideEffect: Bool {
    guard let run = Origin.ofTaskItself?.slotOwner as? SideEffectRun else { return false }
    return run.lane.queue.isOver(run)
  }
}

/// One side effect that waits, runs or has ended.
final class SideEffectRun: Dispatcher, SlotOwner, @unchecked Sendable {
  // Safe because all mutable state is only accessed under the queue's lock. One exception is `thread`. The others are
  // `work` and `reportsWait`: they are set before the side effect starts, and then used by the thread that runs or refuses it.

  enum Phase {
    case waiting
    case running
    /// Ended or refused.
    case over
  }

  let lane: SideEffectLane
  /// What the host notes of the side effect.
  let record: (any DispatchRecord)?
  /// The request that it works for; nil if there is none.
  let cause = Main.cause
  var phase = Phase.waiting
  /// Whether it is one of the queue's waiting roots.
  var isWaitingRoot = false
  /// Whether `work` was told that it waits.
  var reportsWait = false
  private var work: (any Work)?
  private let thread = Atomic<UInt>(0)
  private var lastDispatcher: Dispatcher

  init(_ work: any Work, in lane: SideEffectLane) {
    self.work = work
    self.lane = lane
    record = work.record
    lastDispatcher = lane.roots
    super.init(maxRunning: 1)
  }

  /// The lane's roots, or the side effect that dispatched this one. When that has ended, its own dispatcher.
  var dispatcher: Dispatcher {
    get {
      while let run = lastDispatcher as? SideEffectRun, run.phase == .over { lastDispatcher = run.lastDispatcher }
      return lastDispatcher
    }
    set { lastDispatcher = newValue }
  }

  /// The number of the client's address; 0 for one without a limit.
  var client: UInt64 { cause?.client ?? 0 }

  /// This side effect, or its dispatcher if it has ended.
  var nearestRunning: Dispatcher { phase == .running ? self : dispatcher }

  func run() {
    guard let work else { return }
    self.work = nil  // It retains an app instance.
    if reportsWait { work.waitDidChange(isWaiting: false) }
    thread.store(Self.currentThread, ordering: .relaxed)
    work.run(in: self)
    thread.store(0, ordering: .relaxed)
  }

  func refuse() { end { $0.refuse() } }
  func cancel() { end { $0.cancel() } }

  /// Ends the work without running it.
  private func end(_ body: (any Work) -> Void) {
    guard let work else { return }
    self.work = nil
    if reportsWait { work.waitDidChange(isWaiting: false) }
    body(work)
  }

  func wait(_ wait: () -> Void) {
    guard thread.load(ordering: .relaxed) == Self.currentThread else { return wait() }
    lane.queue.beginWait(of: self)
    wait()
    lane.queue.endWait(of: self)
  }

  private static var currentThread: UInt { SystemThread.currentNumber }
}

internal import Basics
internal import CLinux
internal import Dispatch
internal import Hydra
internal import Synchronization
internal import TempuraMetrics

/// Runs the work of one session: one thing at a time, each to completion.
///
/// A request of an idle session runs at once, on the thread that brings it. Work that it submits (updaters, promise
/// continuations) runs right after it, before the next request.
final class TurnQueue: Sendable {
  private struct Job: @unchecked Sendable {
    // Safe because a job runs once, in one turn, and its submitter does not use it any more.
    let run: () -> Void
    /// Since it began to wait.
    var age: Stopwatch?
  }

  private struct State {
    var work = FIFO<Job>()
    var requests = FIFO<Job>()
    var isRunning = false
    /// Wakes the turn, which waits inside a job and has run out of work.
    var sleeper: DispatchSemaphore?
  }

  private let state = Locked(State())
  private let runner = Atomic<UInt>(0)
  /// In a worker, the last request that ran code of the app: see `noteForCrash`.
  nonisolated(unsafe) var crashNote: UInt64 = 0  // Safe because it is used in turns only.

  /// What ran a short time ago, for the log of slow requests.
  let recentRuns = RecentRuns()

  // Unowned, because the session owns its queue, and every thread that runs the queue holds the session. A weak reference
  // would make every use of a session slower.
  private unowned let session: Session

  // After so many requests, a thread leaves the queue to another one, after the turns that wait for a thread.
  private static let maxRequestsInOneGo = 32

  init(session: Session) { self.session = session }

  /// Whether the caller is in a turn of this session.
  var isCurrent: Bool { runner.load(ordering: .relaxed) == Self.currentThread }

  /// Whether a thread runs a turn of this session at this moment. For tests.
  var isRunningNow: Bool { runner.load(ordering: .acquiring) != 0 }

  /// How many requests wait for their turn.
  var waitingRequests: Int { state.withLock { $0.requests.count } }

  /// How much submitted work waits. For tests.
  var waitingWork: Int { state.withLock { $0.work.count } }

  private static var currentThread: UInt { SystemThread.currentNumber }

  /// Runs a request: now and here if the session is idle, else after the requests that came before it.
  func perform(_ request: @escaping () -> Void) {
    let isIdle = state.withLock { state in
      if state.isRunning {
        state.requests.append(Job(run: request, age: Stopwatch()))
        return false
      }
      state.isRunning = true
      return true
    }
    guard isIdle else { return }
    let session = session
    defer { withExtendedLifetime(session) {} }
    runner.store(Self.currentThread, ordering: .relaxed)
    request()
    run()
  }

  /// Runs work later, after all that was submitted before. An idle session takes it up on another thread.
  func submit(_ work: @escaping () -> Void) {
    let job = Job(run: work)
    let (isIdle, sleeper) = state.withLock { state in
      state.work.append(job)
      defer { state.isRunning = true }
      return (!state.isRunning, state.sleeper)
    }
    sleeper?.signal()
    if isIdle { runElsewhere() }
  }

  /// Runs submitted work inside a job, in its order, until a wait is over. Requests are not begun meanwhile, and nothing is
  /// stored. Call it in a turn.
  ///
  /// - Parameter begin: Begins the wait. Gets a function to call, on any thread, when the wait is over.
  func wait(_ begin: (_ whenOver: @escaping @Sendable () -> Void) -> Void) {
    let isOver = Locked(false)
    let news = DispatchSemaphore(value: 0)
    begin {
      isOver.withLock { $0 = true }
      news.signal()
    }
    while !isOver.withLock({ $0 }) {
      let job = state.withLock { state in
        let job = state.work.popFirst()
        state.sleeper = job == nil ? news : nil
        return job
      }
      // A job has a scene, a side effect and a cause of its own, if any.
      if let job {
        Main.run(as: nil) {
          Main.$slotOwner.withValue(nil) { Main.$cause.withValue(nil, operation: job.run) }
        }
      } else {
        news.wait()
      }
    }
    state.withLock { $0.sleeper = nil }
  }

  /// Runs `work` as a job of a turn, on the thread that calls, which waits for it. Not for callers in a turn.
  ///
  /// The turn's own thread lends the turn and waits meanwhile. So `work` does not leave its thread and may use what the caller
  /// has there.
  func borrow<Result>(_ work: () throws -> Result) rethrows -> Result {
    let isLent = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    submit { [self] in
      isLent.signal()
      isOver.wait()
      runner.store(Self.currentThread, ordering: .relaxed)
    }
    isLent.wait()
    runner.store(Self.currentThread, ordering: .relaxed)
    crash_note(crashNote)
    defer {
      crash_note(0)
      runner.store(0, ordering: .relaxed)
      isOver.signal()
    }
    return try work()
  }

  /// Runs `body` as the last turn, and drops all work that waits. Only if no thread runs the queue any more.
  func end(_ body: () -> Void) {
    runner.store(Self.currentThread, ordering: .relaxed)
    body()
    state.withLock { ($0.work, $0.requests) = (FIFO(), FIFO()) }
  }

  /// Continues on another thread.
  ///
  /// - Parameter isResumed: Whether the storage has answered.
  private func runElsewhere(isResumed: Bool = false) {
    session.runtime.turns.start { [self, session] in
      defer { withExtendedLifetime(session) {} }
      runner.store(Self.currentThread, ordering: .relaxed)
      run(isResumed: isResumed)
    }
  }

  /// - Parameter isResumed: Whether the storage has answered: then the session is flushed before anything else runs.
  private func run(isResumed: Bool = false) {
    let session = session
    crash_note(crashNote)
    defer { crash_note(0) }
    var requests = 0
    var isResumed = isResumed
    while true {
      if !isResumed { while let job = state.withLock({ $0.work.popFirst() }) { job.run() } }
      isResumed = false
      let hasMore: Bool
      switch session.flush() {
      case .flushed(let more): hasMore = more
      case .waiting(let whenOver):
        runner.store(0, ordering: .relaxed)
        if whenOver({ [session] in session.queue.runElsewhere(isResumed: true) }) { return }
        runner.store(Self.currentThread, ordering: .relaxed)  // the answer came meanwhile
        isResumed = true
        continue
      }
      let next = state.withLock { state -> Next in
        if hasMore || !state.work.isEmpty { return .work }
        if state.requests.isEmpty {
          // Work that runs later, such as the end of a side effect, is not a part of the request.
          crashNote = 0
          state.isRunning = false
          runner.store(0, ordering: .relaxed)
          return .idle
        }
        if requests >= Self.maxRequestsInOneGo { return .handOver }
        return state.requests.popFirst().map(Next.request) ?? .idle
      }
      switch next {
      case .work: break
      case .idle: return
      case .handOver:
        runner.store(0, ordering: .relaxed)  // this thread goes on elsewhere
        return runElsewhere()
      case .request(let job):
        requests += 1
        if let age = job.age { session.runtime.metrics.turnWaits.observe(age.seconds) }
        job.run()
      }
    }
  }

  private enum Next {
    case work, idle, handOver
    case request(Job)
  }
}

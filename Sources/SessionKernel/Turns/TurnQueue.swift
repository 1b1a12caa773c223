internal import Basics
internal import CLinux
internal import Dispatch
package import Hydra
internal import Synchronization
internal import TempuraMetrics

/// Gives the turns of one session: one at a time, first come first served. Keeps the work that the next turn runs.
package final class TurnQueue: Sendable {
  typealias Continuation = UnsafeContinuation<Void, Never>

  private struct Job: @unchecked Sendable {
    // Safe because a job runs once, in one turn, and its submitter does not use it any more.
    let origin: Origin
    let work: () -> Void

    func run() { origin.run(work) }
  }

  /// A use of the turn by another thread, which waits until it is lent.
  private final class Loan: @unchecked Sendable {
    // Safe because the turn's holder sets the function before the borrower has the turn.
    private let isLent = DispatchSemaphore(value: 0)
    private var whenOver: () -> Void = {}

    /// Lends the turn. On the thread of its holder.
    func begin(_ whenOver: @escaping () -> Void) {
      self.whenOver = whenOver
      isLent.signal()
    }

    func wait() { isLent.wait() }
    func end() { whenOver() }
  }

  private enum Work {
    case job(Job)
    case loan(Loan)
  }

  private struct WaitingTurn {
    let continuation: Continuation
    let age = Stopwatch()
  }

  private struct State {
    var work = FIFO<Work>()
    var requests = FIFO<WaitingTurn>()
    var isTaken = false
    /// Signalled when work is submitted while a job waits inside the turn.
    var sleeper: DispatchSemaphore?
  }

  private let state = Locked(State())
  private let runner = Atomic<UInt>(0)
  /// In a worker, the request whose code of the app runs in the turn: see `CrashNotes`.
  package nonisolated(unsafe) var crashNote: UInt64 = 0  // Safe because it is used in turns only.

  // Unowned, because the session owns its queue, and every task that has a turn holds the session. A weak reference would make
  // every use of a session slower.
  private unowned let session: Session

  init(session: Session) { self.session = session }

  /// Whether the caller is in a turn of this session.
  package var isCurrent: Bool { runner.load(ordering: .relaxed) == Self.currentThread }

  /// Whether a thread runs a turn of this session at this moment. For tests.
  var isRunningNow: Bool { runner.load(ordering: .acquiring) != 0 }

  /// How many requests wait for their turn. For tests.
  var waitingRequests: Int { state.withLock { $0.requests.count } }

  /// How much submitted work waits. For tests.
  var waitingWork: Int { state.withLock { $0.work.count } }

  private static var currentThread: UInt { SystemThread.currentNumber }

  // MARK: - Turns

  /// Waits for the turn, which an idle session gives at once.
  func take() async {
    await withUnsafeContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isTaken = true }
        if state.isTaken { state.requests.append(WaitingTurn(continuation: continuation)) }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
    attachThread()
  }

  /// Gives the turn away: to a turn that was paused, else to work that was submitted, else to the next request.
  func pass(to paused: Continuation?) {
    detachThread()
    // Work that runs later, such as the end of a side effect, is not a part of the request.
    crashNote = 0
    if let paused { return paused.resume() }
    let (next, hasWork) = state.withLock { state -> (WaitingTurn?, Bool) in
      guard state.work.isEmpty else { return (nil, true) }
      let next = state.requests.popFirst()
      if next == nil { state.isTaken = false }
      return (next, false)
    }
    if hasWork { return runElsewhere() }
    guard let next else { return }
    session.runtime.metrics.turnWaits.observe(next.age.seconds)
    next.continuation.resume()
  }

  /// Notes that the turn runs on this thread from now on.
  func attachThread() {
    runner.store(Self.currentThread, ordering: .relaxed)
    crash_note(crashNote)
  }

  /// Notes that the turn is over, or waits without a thread.
  func detachThread() {
    crash_note(0)
    runner.store(0, ordering: .relaxed)
  }

  /// Runs `body`, and then the work that it submits, as a turn of a session that nothing else uses. Nothing is stored.
  package func runAlone(_ body: () -> Void) {
    state.withLock { $0.isTaken = true }  // or work that is submitted would begin another turn
    attachThread()
    body()
    while let next = nextWork() { runBlocking(next) }
    pass(to: nil)
  }

  // MARK: - Work

  /// Runs work later, after all that was submitted before. An idle session takes it up on another thread.
  package func submit(as origin: Origin = .none, _ work: @escaping () -> Void) {
    let job = Job(origin: origin, work: work)
    let (isIdle, sleeper) = state.withLock { state in
      state.work.append(.job(job))
      defer { state.isTaken = true }
      return (!state.isTaken, state.sleeper)
    }
    sleeper?.signal()
    if isIdle { runElsewhere() }
  }

  private func nextWork() -> Work? { state.withLock { $0.work.popFirst() } }

  /// Takes a turn on another thread, for the work alone.
  private func runElsewhere() {
    session.runtime.turns.run { [session] in await session.runSubmittedWork() }
  }

  /// Runs all work that was submitted. Call it in a turn.
  func runWork() async {
    while let next = nextWork() {
      switch next {
      case .job(let job): job.run()
      case .loan(let loan):
        detachThread()
        await withUnsafeContinuation { continuation in loan.begin { continuation.resume() } }
        attachThread()
      }
    }
  }

  /// Runs work inside a job, whose thread waits meanwhile if it is a loan.
  private func runBlocking(_ work: Work) {
    switch work {
    case .job(let job): job.run()
    case .loan(let loan):
      let isOver = DispatchSemaphore(value: 0)
      detachThread()
      loan.begin { isOver.signal() }
      isOver.wait()
      attachThread()
    }
  }

  /// Runs submitted work inside a job, in its order, until a wait is over. Requests are not begun meanwhile, and nothing is
  /// stored. Call it in a turn.
  ///
  /// - Parameter begin: Begins the wait. Gets a function to call, on any thread, when the wait is over.
  package func wait(_ begin: (_ whenOver: @escaping @Sendable () -> Void) -> Void) {
    let isOver = Locked(false)
    let news = DispatchSemaphore(value: 0)
    begin {
      isOver.withLock { $0 = true }
      news.signal()
    }
    while !isOver.withLock({ $0 }) {
      let next = state.withLock { state in
        let next = state.work.popFirst()
        state.sleeper = next == nil ? news : nil
        return next
      }
      if let next { runBlocking(next) } else { news.wait() }
    }
    state.withLock { $0.sleeper = nil }
  }

  /// Runs `work` in a turn, on the thread that calls, which waits for it. Not for callers in a turn.
  ///
  /// A turn that has begun is lent after the work that was submitted before, and waits without a thread. So `work` does not
  /// leave its thread and may use what the caller has there.
  package func borrow<Result>(_ work: () throws -> Result) rethrows -> Result {
    let loan = Loan()
    let (isIdle, sleeper) = state.withLock { state in
      if state.isTaken { state.work.append(.loan(loan)) }
      defer { state.isTaken = true }
      return (!state.isTaken, state.sleeper)
    }
    sleeper?.signal()
    if !isIdle { loan.wait() }
    attachThread()
    defer {
      detachThread()
      if isIdle { runElsewhere() } else { loan.end() }
    }
    return try work()
  }
}

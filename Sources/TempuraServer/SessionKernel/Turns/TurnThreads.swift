internal import Basics
internal import Hydra
internal import Synchronization

/// Threads for turns of sessions. The threads that serve connections run no code of the app, so that they accept clients,
/// answer health checks and send heartbeats, whatever the app does.
///
/// The jobs of one address run on few threads at a time, so that it does not take most of the processors' time. That holds
/// for a request until it asks for its session's turn. Further jobs wait in a line of the address. If none of
/// it ends for 0.1 seconds, one more runs, until one ends.
final class TurnThreads: TaskExecutor {
  private struct Job: @unchecked Sendable {
    // Safe because a job runs once, on one thread, and its submitter does not use it any more.
    let run: () -> Void
    let since = Clock.now()
  }

  /// The requests of an address.
  private struct Line {
    var running = 0
    var maxRunning = TurnThreads.usualShare
    var waiting = FIFO<Job>()
    /// How many have ended.
    var ended = 0
    var isWatched = false
  }

  // Threads above the usual number start soon, because the turns that run may be long ones.
  private let pool = ThreadPool(threads: max(4, 2 * cores), ceiling: 64, stackSize: 8 << 20, growthDelay: 0.01)
  private let lines = Locked<[UInt64: Line]>([:])

  private let platform: Platform

  init(on platform: Platform = .system) { self.platform = platform }

  private static let cores = max(1, ThreadPool.cores)
  /// How many requests of an address run at a time, as long as they end.
  private static let usualShare = cores
  /// How many run at most if they block.
  private static let maxShare = 16
  /// In seconds.
  private static let stallTimeout = 0.1

  /// Runs a task on these threads.
  func run(_ body: @escaping @Sendable () async -> Void) { Task.detached(executorPreference: self, operation: body) }

  func enqueue(_ job: UnownedJob) { start { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }

  /// Runs a turn that has begun already, or one that no request begins.
  func start(_ work: @escaping () -> Void) {
    if let start = platform.start { start(work) } else { pool.start(work) }
  }

  /// Runs the work of a request.
  ///
  /// - Parameter client: The number of its address; 0 for one without a limit.
  func start(for client: UInt64, _ work: @escaping () -> Void) {
    guard client != 0 else { return start(work) }
    let job = Job(run: work)
    let starts = lines.withLock { lines in Self.starts(job, in: &lines[client, default: Line()]) }
    if starts { run(job, for: client) } else { watch(client) }
  }

  /// - Returns: False if the job waits in the line.
  private static func starts(_ job: Job, in line: inout Line) -> Bool {
    guard line.running < line.maxRunning else {
      line.waiting.append(job)
      return false
    }
    line.running += 1
    return true
  }

  private func run(_ job: Job, for client: UInt64) {
    start { [self] in
      job.run()
      let next = lines.withLock { lines in
        let next = Self.next(in: &lines[client, default: Line()])
        if lines[client]?.running == 0 { lines[client] = nil }
        return next
      }
      if let next { run(next, for: client) } else { watch(client) }
    }
  }

  /// Notes the end of a job. If more than the usual number run, there is no next one.
  private static func next(in line: inout Line) -> Job? {
    line.ended += 1
    let isUsual = line.maxRunning == usualShare
    if !isUsual { line.maxRunning -= 1 }
    let next = isUsual ? line.waiting.popFirst() : nil
    if next == nil { line.running -= 1 }
    return next
  }

  /// Runs one more request of an address each time that none ends for `stallTimeout`, as long as some wait.
  private func watch(_ client: UInt64) {
    let ended: Int? = lines.withLock { lines in
      guard let line = lines[client], !line.isWatched, !line.waiting.isEmpty, line.maxRunning < Self.maxShare else {
        return nil
      }
      lines[client]?.isWatched = true
      return line.ended
    }
    guard let ended else { return }
    platform.after(Self.stallTimeout) { [self] in
      let next = lines.withLock { lines -> Job? in
        guard lines[client] != nil else { return nil }
        lines[client]?.isWatched = false
        guard lines[client]?.ended == ended, let next = lines[client]?.waiting.popFirst() else { return nil }
        lines[client]?.maxRunning += 1
        lines[client]?.running += 1
        return next
      }
      if let next { run(next, for: client) }
      watch(client)
    }
  }

  /// How many requests of an address run at a time at most. For tests.
  func share(of client: UInt64) -> Int { lines.withLock { $0[client]?.maxRunning ?? Self.usualShare } }

  /// How long a request would wait if it came now, by those that wait already, in nanoseconds.
  func wait(for client: UInt64) -> UInt64 {
    guard client != 0 else { return pool.wait }
    let since = lines.withLock { $0[client]?.waiting.first?.since }
    return max(pool.wait, since.map { Clock.now() &- $0 } ?? 0)
  }
}

/// Runs the tasks of the requests of one address.
final class AddressExecutor: TaskExecutor {
  private let threads: TurnThreads
  private let client: UInt64
  /// Whether the task has a turn, or waits for one. Then it does not wait in the line of its address, as other addresses may use the
  /// session, too.
  private let skipsLine = Atomic(false)

  /// Stands for the address of ``Session/takeInParts()``.
  static let updates = UInt64.max

  /// - Parameter client: The number of the address; 0 for one without a limit.
  init(_ threads: TurnThreads, client: UInt64) {
    self.threads = threads
    self.client = client
  }

  /// Runs `body` in a turn of a session.
  func inTurn<Result>(of session: Session, _ body: (borrowing Turn) async -> Result) async -> Result {
    skipsLine.store(true, ordering: .relaxed)
    defer { skipsLine.store(false, ordering: .relaxed) }
    return await session.turn(body)
  }

  func enqueue(_ job: UnownedJob) {
    let isFree = skipsLine.load(ordering: .relaxed)
    threads.start(for: isFree ? 0 : client) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

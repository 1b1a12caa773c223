internal import Basics
internal import Hydra

/// Threads for turns of sessions. The threads that serve connections run no code of the app, so that they accept clients,
/// answer health checks and send heartbeats, whatever the app does.
///
/// The system divides the processors between the threads. So that one address does not have most of them, its requests run
/// on few threads at a time. More of them wait in the address's own line. If all that run block, and none ends for 0.1
/// seconds, one more runs.
final class TurnThreads: Sendable {
  private struct Job: @unchecked Sendable {
    // Safe because a job runs once, on one thread, and its submitter does not use it any more.
    let run: () -> Void
    let since = Clock.now()
  }

  /// The requests of an address.
  private struct Line {
    var running = 0
    var mostRunning: Int
    var waiting = FIFO<Job>()
    /// How many have ended.
    var ended = 0
    var isWatched = false
  }

  // Threads above the usual number start soon, because the turns that run may be long ones.
  private let pool = ThreadPool(threads: max(4, 2 * cores), ceiling: 64, stackSize: 8 << 20, patience: 0.01)
  private let lines = Locked<[UInt64: Line]>([:])

  private static let cores = max(1, ThreadPool.cores)
  /// How many requests of an address run at a time, as long as they end.
  private static let usualShare = cores
  /// How many run at most if they block.
  private static let mostShare = 16
  /// In seconds.
  private static let patience = 0.1

  /// Runs a turn that has begun already, or one that no request begins.
  func start(_ work: @escaping () -> Void) { pool.start(work) }

  /// Runs the work of a request.
  ///
  /// - Parameter client: The number of its address; 0 for one without a limit.
  func start(for client: UInt64, _ work: @escaping () -> Void) {
    guard client != 0 else { return pool.start(work) }
    let job = Job(run: work)
    let starts = lines.withLock { lines in
      var line = lines[client] ?? Line(mostRunning: Self.usualShare)
      defer { lines[client] = line }
      guard line.running < line.mostRunning else {
        line.waiting.append(job)
        return false
      }
      line.running += 1
      return true
    }
    if starts { run(job, for: client) } else { watch(client) }
  }

  private func run(_ job: Job, for client: UInt64) {
    pool.start { [self] in
      job.run()
      let next = lines.withLock { lines in
        lines[client]?.ended += 1
        let next = lines[client]?.waiting.popFirst()
        if next == nil { lines[client]?.running -= 1 }
        if lines[client]?.running == 0 { lines[client] = nil }
        return next
      }
      if let next { run(next, for: client) }
    }
  }

  /// Runs one more request of an address each time that none ends for `patience`, as long as some wait.
  private func watch(_ client: UInt64) {
    let ended: Int? = lines.withLock { lines in
      guard let line = lines[client], !line.isWatched, !line.waiting.isEmpty, line.mostRunning < Self.mostShare else {
        return nil
      }
      lines[client]?.isWatched = true
      return line.ended
    }
    guard let ended else { return }
    Timers.shared.after(Self.patience) { [self] in
      let next = lines.withLock { lines -> Job? in
        guard lines[client] != nil else { return nil }
        lines[client]?.isWatched = false
        guard lines[client]?.ended == ended, let next = lines[client]?.waiting.popFirst() else { return nil }
        lines[client]?.mostRunning += 1
        lines[client]?.running += 1
        return next
      }
      if let next { run(next, for: client) }
      watch(client)
    }
  }

  /// How long a request would wait if it came now, by those that wait already, in nanoseconds.
  func wait(for client: UInt64) -> UInt64 {
    guard client != 0 else { return pool.wait }
    let since = lines.withLock { $0[client]?.waiting.first?.since }
    return max(pool.wait, since.map { Clock.now() &- $0 } ?? 0)
  }
}

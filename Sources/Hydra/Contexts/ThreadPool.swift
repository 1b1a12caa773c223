private import Basics
private import Dispatch
private import Glibc
private import Synchronization

/// Threads for work that may block.
///
/// Code that blocks libdispatch's shared threads does not block these. Work starts in the order of submission, on an idle
/// thread or else on a new one. Threads that are idle for ten seconds end.
package final class ThreadPool: @unchecked Sendable {
  // Safe because `lock` guards all mutable state.

  /// The number of the machine's processor cores.
  package static let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Runs bodies of promises, and the server's work in the background.
  package static let shared = ThreadPool(threads: max(4, cores), ceiling: 64)

  private struct Job: @unchecked Sendable {
    // Safe because a job is run once, on one thread, and its submitter does not use it any more.
    let run: () -> Void
    let since = Clock.now()
  }

  private let usual: Int
  private let ceiling: Int
  private let stackSize: Int
  private let growthDelay: Double

  private let lock = Monitor()
  private var queue = FIFO<Job>()
  private var threads = 0
  /// The number of threads that wait for work or were woken and have not taken any yet.
  private var idle = 0
  /// The number of jobs that threads took from the queue.
  private var taken = 0
  private var isWatched = false
  /// Whether the queue has jobs. Can be read without the lock.
  private let hasWork = Atomic(false)

  private static let idleTime = 10

  /// - Parameters:
  ///   - threads: The usual number of threads at most.
  ///   - ceiling: The number of threads at most if work waits and no thread becomes idle.
  ///   - stackSize: The size of a thread's stack in bytes, of which the system provides the part that is used.
  ///   - growthDelay: The seconds that work waits before the pool starts a thread above the usual number.
  package init(threads: Int, ceiling: Int, stackSize: Int = 1 << 20, growthDelay: Double = 0.1) {
    usual = threads
    self.ceiling = max(threads, ceiling)
    self.stackSize = stackSize
    self.growthDelay = growthDelay
  }

  /// The number of threads.
  package var count: Int { lock.withLock { threads } }

  /// How long the oldest work has waited that no thread has taken, in nanoseconds; 0 if none waits.
  package var wait: UInt64 {
    // Every request asks.
    guard hasWork.load(ordering: .relaxed) else { return 0 }
    return lock.withLock { queue.first?.since }.map { Clock.now() &- $0 } ?? 0
  }

  /// Runs `work` at once if there is an idle thread or fewer threads than usual, else when a thread becomes idle.
  package func start(_ work: @escaping () -> Void) {
    let (wakes, spawns) = lock.withLock {
      append(Job(run: work))
      if queue.count <= idle { return (true, false) }
      guard threads < usual else { return (false, false) }
      threads += 1
      return (false, true)
    }
    if wakes { return lock.signal() }
    if !spawns || !spawn() { watch() }
  }

  /// Runs `work` at once, on an idle thread or a new one.
  ///
  /// - Returns: False if the pool has its largest number of threads, or the system has none left. `work` is not run then.
  package func startAtOnce(_ work: @escaping () -> Void) -> Bool {
    let job = Job(run: work)
    let (wakes, spawns) = lock.withLock {
      if queue.count < idle {
        append(job)
        return (true, false)
      }
      guard threads < ceiling else { return (false, false) }
      threads += 1
      return (false, true)
    }
    if wakes { lock.signal() }
    return wakes || spawns && spawn(job)
  }

  /// Starts a thread, which its caller has counted in `threads`.
  private func spawn(_ first: Job? = nil) -> Bool {
    let thread = try? SystemThread(stackSize: stackSize) {
      first?.run()
      while let job = self.next() { job.run() }
    }
    if let thread { thread.detach() } else { spawnDidFail() }
    return thread != nil
  }

  /// Leaves the work in the queue to the other threads. If there are none, libdispatch runs it.
  private func spawnDidFail() {
    var jobs = lock.withLock {
      threads -= 1
      defer { if threads == 0 { queue = FIFO() } }
      return threads == 0 ? queue : FIFO()
    }
    while let job = jobs.popFirst() { DispatchQueue.global().async { job.run() } }
  }

  /// Takes the next job; nil after a long time without any, when the thread has to end.
  private func next() -> Job? {
    lock.withLock {
      while queue.isEmpty {
        idle += 1
        let isSignalled = lock.wait(seconds: Self.idleTime)
        idle -= 1
        if !isSignalled, queue.isEmpty {
          threads -= 1
          return nil
        }
      }
      taken += 1
      let job = queue.popFirst()
      hasWork.store(!queue.isEmpty, ordering: .relaxed)
      return job
    }
  }

  /// Adds a job. Call it with the lock.
  private func append(_ job: Job) {
    queue.append(job)
    hasWork.store(true, ordering: .relaxed)
  }

  // MARK: - Threads above the usual number

  /// Adds a thread each time that work waits and no thread takes any for `growthDelay`, until no work waits.
  private func watch() {
    let taken: Int? = lock.withLock {
      guard !isWatched, !queue.isEmpty else { return nil }
      isWatched = true
      return self.taken
    }
    guard let taken else { return }
    Timers.shared.after(growthDelay) { [self] in
      let spawns = lock.withLock {
        isWatched = false
        guard self.taken == taken, !queue.isEmpty, threads < ceiling else { return false }
        threads += 1
        return true
      }
      if spawns { _ = spawn() }
      watch()
    }
  }
}

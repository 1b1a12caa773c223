private import Dispatch
private import Glibc
private import Basics

/// Threads for work that may block.
///
/// No other code runs on them: code that blocks libdispatch's shared threads does not block these. Work starts in the
/// order in which it is submitted, on an idle thread or else on a new one. Threads that idle for ten seconds end.
package final class ThreadPool: @unchecked Sendable {
  // Safe because all mutable state is only touched under `lock`.

  /// Runs the turns of sessions, and what promises have to do.
  package static let shared = ThreadPool(threads: max(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))), ceiling: 64)

  private struct Job: @unchecked Sendable {
    // Safe because a job is run once, on one thread, and its submitter keeps no use of it.
    let run: () -> Void
  }

  private let usual: Int
  private let ceiling: Int
  private let stackSize: Int
  private let patience: Double

  private let lock = Monitor()
  private var queue = FIFO<Job>()
  private var threads = 0
  /// Threads that wait for work, those included that were woken and have not taken any yet.
  private var idle = 0
  /// How many jobs were taken from the queue.
  private var taken = 0
  private var isWatched = false

  private static let idleTime = 10

  /// - Parameters:
  ///   - threads: The number of threads above which work waits for one of them.
  ///   - ceiling: The number of threads at most. It is reached if work waits and no thread takes any for a while.
  ///   - stackSize: The size of a thread's stack in bytes, of which the system provides the part that is used.
  ///   - patience: How long that while is, in seconds.
  package init(threads: Int, ceiling: Int, stackSize: Int = 1 << 20, patience: Double = 0.1) {
    usual = threads
    self.ceiling = max(threads, ceiling)
    self.stackSize = stackSize
    self.patience = patience
  }

  /// How many threads there are.
  package var count: Int { lock.withLock { threads } }

  /// Runs `work` on a thread: at once if there are fewer than usual, else when one has nothing to do.
  package func start(_ work: @escaping () -> Void) {
    let (wakes, spawns) = lock.withLock {
      queue.append(Job(run: work))
      if queue.count <= idle { return (true, false) }
      guard threads < usual else { return (false, false) }
      threads += 1
      return (false, true)
    }
    if wakes { return lock.signal() }
    if !spawns || !spawn() { watch() }
  }

  /// Runs `work` on an idle thread or a new one.
  ///
  /// - Returns: False if there are as many threads as there may be, or the system has no more. `work` is not run then.
  package func startAtOnce(_ work: @escaping () -> Void) -> Bool {
    let job = Job(run: work)
    let (wakes, spawns) = lock.withLock {
      if queue.count < idle {
        queue.append(job)
        return (true, false)
      }
      guard threads < ceiling else { return (false, false) }
      threads += 1
      return (false, true)
    }
    if wakes { lock.signal() }
    return wakes || spawns && spawn(job)
  }

  /// Starts a thread, which `threads` counts already.
  private func spawn(_ first: Job? = nil) -> Bool {
    let hasStarted = Self.detach(stackSize: stackSize) {
      first?.run()
      while let job = self.next() { job.run() }
    }
    if !hasStarted { spawnDidFail() }
    return hasStarted
  }

  /// Work in the queue is for the threads that there are. If there are none, libdispatch runs it.
  private func spawnDidFail() {
    var jobs = lock.withLock {
      threads -= 1
      defer { if threads == 0 { queue = FIFO() } }
      return threads == 0 ? queue : FIFO()
    }
    while let job = jobs.popFirst() { DispatchQueue.global().async { job.run() } }
  }

  /// Takes a job, or returns nil if the thread has waited for long.
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
      return queue.popFirst()
    }
  }

  // MARK: - Threads that are busy for long

  /// Adds a thread whenever work waits and no thread takes any for a while.
  private func watch() {
    let taken: Int? = lock.withLock {
      guard !isWatched, !queue.isEmpty else { return nil }
      isWatched = true
      return self.taken
    }
    guard let taken else { return }
    Timers.shared.after(patience) { [self] in
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

  // MARK: - Threads

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread.
  ///
  /// - Returns: False if the system has no thread left (pthread_create(3)). `body` is not run then.
  static func detach(stackSize: Int, _ body: @escaping () -> Void) -> Bool {
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
      let attributes = buffer.baseAddress!
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      pthread_attr_setstacksize(attributes, stackSize)
      // Safe because the thread releases what is retained for it, and so does this function if there is no thread.
      let retained = Unmanaged.passRetained(Body(body))
      var thread = pthread_t()
      let failure = pthread_create(&thread, attributes, enter, retained.toOpaque())
      if failure != 0 { retained.release() }
      return failure == 0
    }
  }

  private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { body in
    // Safe because `detach` retained it for this thread.
    Unmanaged<Body>.fromOpaque(body!).takeRetainedValue().run()
    return nil
  }
}

private import Dispatch
private import Glibc
private import Locks

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

  private let lock = Lock()
  private let wakeUps = DispatchSemaphore(value: 0)
  private var queue = FIFO<Job>()
  private var threads = 0
  /// Threads that wait for work. Those are included that were woken and have not taken their work yet.
  private var idle = 0
  /// Wake-ups that no thread has taken yet.
  private var waking = 0
  /// How many jobs were taken from the queue.
  private var taken = 0
  private var isWatched = false

  private static let idleTime = 10.0

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
    let job = Job(run: work)
    guard !wake(for: job), !spawn(for: job, limit: usual) else { return }
    let isAlone = lock.withLock {
      guard threads > 0 else { return true }
      // A thread may have become idle meanwhile.
      queue.append(job)
      if waking < idle {
        waking += 1
        wakeUps.signal()
      }
      return false
    }
    if isAlone { DispatchQueue.global().async { job.run() } } else { watch() }
  }

  /// Runs `work` on an idle thread or a new one.
  ///
  /// - Returns: False if there are as many threads as there may be, or the system has no more. `work` is not run then.
  package func startAtOnce(_ work: @escaping () -> Void) -> Bool {
    let job = Job(run: work)
    return wake(for: job) || spawn(for: job, limit: ceiling)
  }

  private func wake(for job: Job) -> Bool {
    let wakes = lock.withLock {
      guard waking < idle else { return false }
      queue.append(job)
      waking += 1
      return true
    }
    if wakes { wakeUps.signal() }
    return wakes
  }

  private func spawn(for job: Job, limit: Int) -> Bool {
    let mayStart = lock.withLock {
      guard threads < limit else { return false }
      threads += 1
      return true
    }
    guard mayStart else { return false }
    let hasStarted = Self.detach(stackSize: stackSize) {
      job.run()
      while let job = self.next() { job.run() }
    }
    if !hasStarted { lock.withLock { threads -= 1 } }
    return hasStarted
  }

  private func next() -> Job? {
    while true {
      let job: Job? = lock.withLock {
        if let job = queue.popFirst() {
          taken += 1
          return job
        }
        idle += 1
        return nil
      }
      if let job { return job }
      let timedOut = wakeUps.wait(timeout: .now() + Self.idleTime) == .timedOut
      let leaves = lock.withLock {
        if timedOut {
          // A wake-up given meanwhile is for one of those that wait: leave only if another can take it.
          guard waking < idle else { return false }
          threads -= 1
        } else {
          waking -= 1
        }
        idle -= 1
        return timedOut
      }
      if leaves { return nil }
      if timedOut { takeWakeUp() }
    }
  }

  /// Takes the wake-up that is on its way.
  private func takeWakeUp() {
    wakeUps.wait()
    lock.withLock {
      waking -= 1
      idle -= 1
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
      let job: Job? = lock.withLock {
        isWatched = false
        return self.taken == taken && threads < ceiling ? queue.popFirst() : nil
      }
      if let job, !spawn(for: job, limit: ceiling) { lock.withLock { queue.prepend(job) } }
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

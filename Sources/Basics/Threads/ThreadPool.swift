private import Dispatch

/// The threads of the process for work that may block, as many as there is work at a time. Who starts work limits it: see
/// ``FairExecutor``.
///
/// Code that blocks libdispatch's shared threads does not block these. Threads that are idle for ten seconds end.
package final class ThreadPool: @unchecked Sendable {
  // Safe because `lock` guards all mutable state.

  package static let shared = ThreadPool()

  private static let idleTime = 10

  private let stackSize: Int
  private let lock = Monitor()
  /// The number of threads that wait for work or were woken and have not taken any yet.
  private var idle = 0
  /// Work for idle threads, which were woken.
  private var work = FIFO<Job>()

  /// - Parameter stackSize: The size of a thread's stack in bytes, of which the system provides the part that is used.
  init(stackSize: Int = 8 << 20) { self.stackSize = stackSize }

  /// Runs `work` at once, on an idle thread or a new one; if the system has none left, on libdispatch's threads.
  package func start(_ work: @escaping () -> Void) {
    let job = Job(work)
    let isTaken = lock.withLock {
      guard self.work.count < idle else { return false }
      self.work.append(job)
      return true
    }
    if isTaken { return lock.signal() }
    let thread = try? SystemThread(stackSize: stackSize) { [self] in
      job.run()
      while let job = next() { job.run() }
    }
    if let thread { thread.detach() } else { DispatchQueue.global().async { job.run() } }
  }

  /// Waits for work; nil after a long time without any, when the thread has to end.
  private func next() -> Job? {
    lock.withLock {
      while work.isEmpty {
        idle += 1
        let isSignalled = lock.wait(seconds: Self.idleTime)
        idle -= 1
        if !isSignalled, work.isEmpty { return nil }
      }
      return work.popFirst()
    }
  }
}

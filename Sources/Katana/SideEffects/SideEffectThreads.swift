private import Dispatch
internal import Glibc
internal import Hydra

/// Something to be done on a thread.
protocol Work: AnyObject, Sendable {
  func run()
}

/// Threads for side effects, which may block for as long as they like.
///
/// Work starts at once and in order: on an idle thread, or else on a new one. Threads that idle for a while end. (The
/// pool behind concurrent queues adds a thread per second when all are blocked; side effects that await each other
/// would wait for it.)
final class SideEffectThreads: @unchecked Sendable {
  // Safe because all mutable state is only touched under `lock`.
  static let shared = SideEffectThreads()

  private let lock = Lock()
  private let wakeUps = DispatchSemaphore(value: 0)
  private var queue: [(any Work)?] = []
  private var head = 0
  /// Threads that wait for work, those included that have been woken and did not get to it yet.
  private var idle = 0
  /// Wake-ups that no thread has taken yet.
  private var waking = 0

  private static let patience = 10.0
  private static let stackSize = 1 << 20

  /// Has `work` started on some thread.
  func start(_ work: any Work) {
    let wakes = lock.withLock {
      queue.append(work)
      guard waking < idle else { return false }
      waking += 1
      return true
    }
    if wakes { wakeUps.signal() } else { spawn() }
  }

  /// A new thread. If the system has none left, the work is done on the process's shared ones.
  private func spawn() {
    let failure = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
      let attributes = buffer.baseAddress!
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      pthread_attr_setstacksize(attributes, Self.stackSize)
      var thread = pthread_t()
      return pthread_create(&thread, attributes, sideEffectThread, nil)
    }
    guard failure != 0 else { return }
    DispatchQueue.global().async {
      while let work = self.lock.withLock({ self.take() }) { work.run() }
    }
  }

  /// Works until there has been nothing to do for a while.
  fileprivate func work() {
    while let work = next() { work.run() }
  }

  private func next() -> (any Work)? {
    while true {
      if let work = lock.withLock({ take() ?? rest() }) { return work }
      let timedOut = wakeUps.wait(timeout: .now() + Self.patience) == .timedOut
      let leaves = lock.withLock {
        if timedOut {
          // A wake-up given meanwhile is for one of those that wait: leave only if another can take it.
          guard waking < idle else { return false }
        } else {
          waking -= 1
        }
        idle -= 1
        return timedOut
      }
      if leaves { return nil }
      if timedOut { resume() }
    }
  }

  /// Takes the wake-up that is on its way.
  private func resume() {
    wakeUps.wait()
    lock.withLock {
      waking -= 1
      idle -= 1
    }
  }

  private func take() -> (any Work)? {
    guard head < queue.count else { return nil }
    let work = queue[head]
    queue[head] = nil
    head += 1
    if head == queue.count || head == 1024 {
      queue.removeFirst(head)
      head = 0
    }
    return work
  }

  private func rest() -> (any Work)? {
    idle += 1
    return nil
  }
}

/// A thread's entry.
private let sideEffectThread: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
  SideEffectThreads.shared.work()
  return nil
}

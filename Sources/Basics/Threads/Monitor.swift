private import Glibc

/// A lock and a condition that threads wait for.
///
/// Both are pthread's, because the thread sanitizer understands their waits.
final class Monitor: @unchecked Sendable {
  // Safe because any thread may call pthread's functions, and the addresses of the two do not change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` while no other thread is inside and returns its result.
  func withLock<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Wakes one of the threads that wait.
  func signal() { pthread_cond_signal(condition) }

  /// Releases the lock until the thread is woken. Call it inside `withLock`. A thread may also wake without a signal.
  ///
  /// - Returns: False if the time is over.
  func wait(seconds: Int) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_sec += seconds
    return pthread_cond_timedwait(condition, mutex, &deadline) == 0
  }
}

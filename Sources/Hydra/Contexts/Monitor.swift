private import Glibc

/// A lock and a condition that threads wait for.
///
/// It is pthread's, whose waits the thread sanitizer understands.
final class Monitor: @unchecked Sendable {
  // Safe because pthread's functions may be called from any thread, and the two do not move.
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

  /// Lets others inside until the thread is woken. Called inside `withLock`. Threads may also wake without a signal.
  ///
  /// - Returns: False if the time is over.
  func wait(seconds: Int) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_sec += seconds
    return pthread_cond_timedwait(condition, mutex, &deadline) == 0
  }
}

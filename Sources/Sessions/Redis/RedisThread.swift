internal import Glibc

/// A thread that is waited for.
struct RedisThread: @unchecked Sendable {
  // Safe because a thread's name is a number, which nobody changes.
  private let thread: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts `body` on a thread of its own.
  ///
  /// - Throws: When the system has no thread left.
  init(_ body: @escaping @Sendable () -> Void) throws(RedisProblem) {
    var started = pthread_t()
    // Safe because the new thread takes over the one reference.
    let argument = Unmanaged.passRetained(Body(body))
    let failed = pthread_create(
      &started, nil,
      { argument in
        guard let argument else { return nil }
        // Safe because it was retained for this thread.
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    if failed != 0 {
      argument.release()
      throw .system(operation: "pthread_create", code: failed)
    }
    thread = started
  }

  /// Leaves it alone: nobody waits for its end.
  func detach() { pthread_detach(thread) }

  /// Waits for its end. To be called once, and not by itself.
  func join() {
    precondition(pthread_equal(thread, pthread_self()) == 0, "An answer must not close the storage that it comes from.")
    pthread_join(thread, nil)
  }
}

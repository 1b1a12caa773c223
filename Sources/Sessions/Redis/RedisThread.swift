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

/// What wakes a thread that waits for a socket.
final class RedisBell: Sendable {
  /// Readable once it rang.
  let descriptor: Int32
  private let ringing: Int32

  init() throws(RedisProblem) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system(operation: "socketpair", code: errno) }
    (descriptor, ringing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(ringing)
  }

  func ring() {
    var byte: UInt8 = 0
    _ = write(ringing, &byte, 1)  // a full one rings already
  }

  /// Whether it rang since the last time.
  var isRinging: Bool {
    var bytes: (UInt64, UInt64) = (0, 0)
    return read(descriptor, &bytes, 16) > 0
  }

  /// Waits for some time, nil for any, or until it rings; not at all if nothing is to be waited for any more, which whoever
  /// rings has made so.
  func pause(_ time: Duration?, unless isOver: () -> Bool) {
    while isRinging {}
    if !isOver() { RedisSocket.wait(for: [(descriptor, events: POLLIN)], until: time.map { .now + $0 }) }
  }
}

internal import CLinux
public import Glibc

/// A thread of the operating system (pthreads(7)). Either `join()` or `detach()` has to be called once.
public struct SystemThread: @unchecked Sendable {
  // Safe because the name of a thread is a number, which never changes.
  private let name: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread.
  ///
  /// - Parameter stackSize: The size of the stack in bytes, of which the system provides the part that is used; nil for
  ///   the size that the system chooses.
  /// - Throws: If the system has no thread left (pthread_create(3)). `body` is not run then.
  package init(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    var name = pthread_t()
    // Safe because the new thread releases the reference, and so does this function if there is no thread.
    let retained = Unmanaged.passRetained(Body(body))
    let failure = pthread_create(
      &name, &attributes,
      { body in
        crash_prepare_thread()
        // Safe because it was retained for this thread.
        Unmanaged<Body>.fromOpaque(body!).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    if failure != 0 {
      retained.release()
      throw SystemError("pthread_create", failure)
    }
    self.name = name
  }

  /// Waits until the thread has ended. A thread must not wait for itself.
  package func join() { pthread_join(name, nil) }

  /// Lets the thread end by itself.
  package func detach() { pthread_detach(name) }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool { pthread_equal(name, pthread_self()) != 0 }

  /// The number of the thread that calls; never 0. After a thread has ended, a new one may have its number.
  @inlinable public static var currentNumber: UInt { UInt(pthread_self()) }
}

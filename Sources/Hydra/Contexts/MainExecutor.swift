package import Basics
internal import Glibc
package import Synchronization

/// The serial executor that "main" means to running code.
///
/// A phone has one main queue for its one app. A server runs many apps in one process, and each has its own main executor.
package protocol MainExecutor: AnyObject, Sendable {
  /// Runs `work` later, in the order of submission; never inline. Sets `Main.executor` to this executor for `work`.
  func async(_ work: @escaping () -> Void)

  /// Runs `work` and returns its result: inline when the caller is in a turn of this executor, else by waiting for one.
  func sync<T>(_ work: () throws -> T) rethrows -> T

  /// Whether the caller is in a turn of this executor.
  var isCurrent: Bool { get }

  /// Runs submitted work until a wait is over, if the caller is in a turn of this executor.
  ///
  /// The wait may be for submitted work, which needs the turn of the code that waits: without this, neither would go on.
  ///
  /// - Parameter begin: Begins the wait. Gets a function to call, on any thread, when the wait is over. Not called if the
  ///   result is false.
  /// - Returns: False if the caller is not in a turn, or if the executor cannot run work inside of other work.
  func wait(_ begin: (_ whenOver: @escaping @Sendable () -> Void) -> Void) -> Bool

  /// The object that stands for the app whose main executor this is; nil for a plain queue.
  var app: AnyObject? { get }

  /// Code of the app waits for a notification. To be kept by a weak reference.
  func didObserve(_ observation: Observation)

  /// What code of the app is to run later; nil if the app never ends.
  var pending: PendingWork.List? { get }
}

extension MainExecutor {
  package func wait(_ begin: (_ whenOver: @escaping @Sendable () -> Void) -> Void) -> Bool { false }
  package var app: AnyObject? { nil }
  package func didObserve(_ observation: Observation) {}
  package var pending: PendingWork.List? { nil }
  // For executors of tests: all of a test's code is in a turn.
  package var isCurrent: Bool { true }
}

/// The executor that "main" means to running code.
package enum Main {
  /// The request that the running code works for; nil if that is not known. Restored like ``scoped``.
  @TaskLocal package static var cause: Cause?

  /// The trace of that request; nil if there is none.
  package static var trace: Trace? { cause?.trace }

  /// The value of ``scoped`` that a task has, so that `Task { }` inherits it.
  @TaskLocal package static var ofTask: (any MainExecutor)?

  /// The main executor of the app that the running code belongs to; nil outside apps, as in a unit test or a tool.
  ///
  /// Code that moves a closure to another thread captures the value and restores it by `run(as:)`: see ``Origin``.
  package static var scoped: (any MainExecutor)? {
    guard let scope = pthread_getspecific(Scope.key) else { return ofTask }
    return scope.assumingMemoryBound(to: Scope.self).pointee.executor
  }

  /// The object that stands for the app that the running code belongs to; nil outside apps.
  package static var app: AnyObject? {
    guard let scope = pthread_getspecific(Scope.key) else { return ofTask?.app }
    return scope.assumingMemoryBound(to: Scope.self).pointee.app
  }

  /// Runs `body` with an executor as ``scoped``.
  ///
  /// A thread points to the innermost call on it, because to read a value of a task takes ten times as long. `body` is
  /// synchronous, so it stays on the thread. A run loop in `body` runs other tasks with this executor, too.
  package static func run<Result>(
    as executor: (any MainExecutor)?, _ body: () throws -> Result
  ) rethrows -> Result {
    try $ofTask.withValue(executor) {
      try withUnsafePointer(to: Scope(executor: executor, app: executor?.app)) { scope in
        let outer = pthread_getspecific(Scope.key)
        pthread_setspecific(Scope.key, scope)
        defer { pthread_setspecific(Scope.key, outer) }
        return try body()
      }
    }
  }

  /// What a call of `run(as:)` set.
  private struct Scope {
    let executor: (any MainExecutor)?
    let app: AnyObject?

    // Safe because only `run(as:)` stores a pointer under this key, and restores the one before when it returns. `ThreadLocal`
    // keeps objects, and would need one for each call.
    static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()
  }

  /// The scoped executor, or else the process's main queue.
  package static var executor: any MainExecutor { scoped ?? MainQueue.shared }
}

/// A request, for the work that it begins: its dispatches, side effects and promises. Compared by identity.
package final class Cause: Sendable {
  /// The trace that the client names; nil if it names none.
  package let trace: Trace?

  /// Whether what was done for the request was undone: what is done for it from then on must not last.
  package let isUndone = Atomic(false)

  /// In development, what the request does.
  package let story: (any Sendable)?

  package init(trace: Trace?, story: (any Sendable)? = nil) { (self.trace, self.story) = (trace, story) }
}

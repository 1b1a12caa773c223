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

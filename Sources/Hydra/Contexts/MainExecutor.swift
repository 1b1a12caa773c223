/// The serial executor that "main" means to the code that is running.
///
/// On a phone there is one main queue, and with it one of everything that is process-wide. A server runs many apps
/// in one process: each has a main executor of its own, which runs one thing at a time.
package protocol MainExecutor: AnyObject, Sendable {
  /// Runs `work` later, after all that was submitted before; never inline. `Main.executor` is this one meanwhile.
  func async(_ work: @escaping () -> Void)

  /// Runs `work` and returns its result: inline when the caller is in a turn of this executor, else by waiting for one.
  func sync<T>(_ work: () throws -> T) rethrows -> T
}

/// Which executor is "main" here and now.
package enum Main {
  /// The executor that the running code was started for; nil outside any, as in a unit test or a tool.
  ///
  /// A task-local, so that it follows `Task { }` too. Whoever moves a closure to another thread captures it there and
  /// restores it around the call.
  @TaskLocal package static var scoped: (any MainExecutor)?

  /// The scoped executor, or else the process's main queue.
  package static var executor: any MainExecutor { scoped ?? MainQueue.shared }
}

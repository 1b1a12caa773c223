/// The app and the request that running code works for. A closure that runs later takes its origin along.
package struct Origin: Sendable {
  package let executor: any MainExecutor
  package let cause: Cause?

  package init(_ executor: any MainExecutor, cause: Cause?) {
    self.executor = executor
    self.cause = cause
  }

  /// The origin of the running code; nil outside apps.
  package static var current: Origin? { Main.scoped.map { Origin($0, cause: Main.cause) } }

  /// Runs `body` on the thread that calls.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Main.run(as: executor) { try Main.$cause.withValue(cause, operation: body) }
  }

  /// Runs `work` later in a turn of the app. Drops it there if the app has ended.
  package func async(_ work: @escaping () -> Void) {
    let checked = { [executor] in
      if executor.pending?.hasEnded != true { work() }
    }
    if cause === Main.cause { return executor.async(checked) }
    Main.$cause.withValue(cause) { executor.async(checked) }
  }
}

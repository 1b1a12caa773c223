/// Runs the jobs of a task in turns of an app.
package final class TurnExecutor: TaskExecutor {
  private let app: any MainExecutor

  private init(_ app: any MainExecutor) { self.app = app }

  /// The executor of the running code, if this is in a turn; nil for code on other threads, and outside apps.
  package static var current: TurnExecutor? {
    guard let app = Main.scoped, app.isCurrent else { return nil }
    return TurnExecutor(app)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Also after the end of the app: a task that is never resumed is never released.
    app.async { Origin.runJob { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
  }
}

/// Runs a task on the thread that resumes it: what follows a reply runs on the thread of the connection, before the next reply is
/// read.
///
/// So the steps of calls keep the order of the calls, and a step costs no change of threads.
final class ImmediateExecutor: TaskExecutor {
  static let shared = ImmediateExecutor()

  func enqueue(_ job: consuming ExecutorJob) { UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor()) }
}

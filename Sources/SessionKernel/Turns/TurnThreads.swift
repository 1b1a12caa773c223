internal import Basics
internal import Synchronization

/// Threads for turns of sessions. The threads that serve connections run no code of the app, so that they accept clients,
/// answer health checks and send heartbeats, whatever the app does.
///
/// The jobs of one address run on few threads at a time, so that it does not take most of the processors' time. That holds
/// for a request until it asks for its session's turn.
package final class TurnThreads: TaskExecutor {
  private let executor: FairExecutor

  init(on platform: Platform = .system) {
    let cores = FairExecutor.cores
    executor = FairExecutor(
      // Those above the usual number start soon, because the turns that run may be long ones.
      all: FairExecutor.Limit(usual: max(4, 2 * cores), ceiling: 64, patience: 0.01),
      ofKey: FairExecutor.Limit(usual: cores, ceiling: 16, patience: 0.1), on: platform.start, after: platform.after)
  }

  /// Runs a task on these threads.
  package func run(_ body: @escaping @Sendable () async -> Void) {
    Task.detached(executorPreference: self, operation: body)
  }

  package func enqueue(_ job: UnownedJob) { start { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }

  /// Runs work: a turn that has begun already, one that no request begins, or a request before its turn.
  ///
  /// - Parameter client: The number of the request's address; 0 for one without a limit, and for turns.
  package func start(for client: UInt64 = 0, _ work: @escaping () -> Void) { executor.start(for: client, work) }

  /// How long a request would wait if it came now, by those that wait already, in nanoseconds.
  package func wait(for client: UInt64) -> UInt64 { executor.wait(for: client) }
}

/// Runs the tasks of the requests of one address.
package final class AddressExecutor: TaskExecutor {
  private let threads: TurnThreads
  private let client: UInt64
  /// Whether the task has a turn, or waits for one. Then it does not wait for others of its address, as other addresses may use
  /// the session, too.
  private let isInTurn = Atomic(false)

  /// Stands for the address of ``SharedSlices/takeInNews()``.
  package static let updates = UInt64.max

  /// - Parameter client: The number of the address; 0 for one without a limit.
  package init(_ threads: TurnThreads, client: UInt64) {
    self.threads = threads
    self.client = client
  }

  /// Runs `body` in a turn of a session.
  package func inTurn<Result>(of session: Session, _ body: (borrowing Turn) async -> Result) async -> Result {
    isInTurn.store(true, ordering: .relaxed)
    defer { isInTurn.store(false, ordering: .relaxed) }
    return await session.turn(body)
  }

  package func enqueue(_ job: UnownedJob) {
    let isFree = isInTurn.load(ordering: .relaxed)
    threads.start(for: isFree ? 0 : client) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

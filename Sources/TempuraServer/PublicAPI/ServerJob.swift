internal import Basics
internal import Dispatch
public import Foundation

/// Work that a server does again and again: see ``ServerLifecycle/jobs``.
///
/// Each process that serves runs the jobs of its app. If only one of several may do the work, let a database decide: see docs/data.md.
public struct ServerJob: Sendable {
  let name: String
  let interval: TimeInterval
  let run: @Sendable () throws -> Void

  /// - Parameters:
  ///   - name: The name in the log.
  ///   - interval: The seconds from the beginning of a run to the beginning of the next one. The first run begins when the server
  ///     serves. There is never more than one run at a time: after one that takes longer, the next one begins at once.
  ///   - run: The work. It has a thread of its own, and may block. An error is logged, and the next run comes in its time. A server
  ///     that stops begins no runs, and waits for a running one as long as for side effects (`--drain`).
  public init(_ name: String, every interval: TimeInterval, _ run: @escaping @Sendable () throws -> Void) {
    precondition(interval > 0, "The job \(name) must have an interval of more than 0 seconds.")
    self.name = name
    self.interval = interval
    self.run = run
  }
}

/// The jobs of a server, from its start to its stop.
final class RunningJobs: Sendable {
  /// One for each job, which ends it.
  private let signals: [DispatchSemaphore]
  private let all = DispatchGroup()
  /// The names of the jobs that run now.
  private let running = Locked<Set<String>>([])

  /// Runs each job on a thread of its own.
  ///
  /// - Throws: If the system has no thread left.
  init(_ jobs: [ServerJob], _ log: Log) throws(SystemError) {
    signals = jobs.map { _ in DispatchSemaphore(value: 0) }
    for (job, signal) in zip(jobs, signals) {
      all.enter()
      do throws(SystemError) {
        try SystemThread { [self] in
          run(job, until: signal, log)
          all.leave()
        }.detach()
      } catch {
        all.leave()
        end()
        throw error
      }
    }
  }

  private func run(_ job: ServerJob, until end: DispatchSemaphore, _ log: Log) {
    var begin = DispatchTime.now()
    repeat {
      _ = running.withLock { $0.insert(job.name) }
      do { try job.run() } catch { log.report("The job \(job.name) failed: \(error)") }
      _ = running.withLock { $0.remove(job.name) }
      begin = max(begin + job.interval, .now())
    } while end.wait(timeout: begin) == .timedOut
  }

  /// Begins no more runs.
  func end() { for signal in signals { signal.signal() } }

  /// Waits until no job runs any more, after ``end()``.
  ///
  /// - Returns: The names of jobs that still run.
  func wait(until deadline: DispatchTime) -> [String] {
    all.wait(timeout: deadline) == .success ? [] : running.withLock { $0.sorted() }
  }
}

internal import Basics
internal import Dispatch
internal import Foundation

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

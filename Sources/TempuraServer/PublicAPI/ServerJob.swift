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

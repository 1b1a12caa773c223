internal import Dispatch
internal import Hydra
internal import Katana
package import Sessions

/// What all sessions of a server share: the storage, clocks and threads, the table of those in memory. What belongs to the app comes
/// from a ``SessionHost``.
package final class SessionRuntime: Sendable {
  let limits: any SessionLimits
  package let storage: any SessionStorage
  /// Reads what is stored.
  package let states: StateReader
  let log: any SessionLog
  let metrics: SessionMetrics
  /// Clocks, timers and threads.
  package let platform: Platform
  package let sessions: SessionTable
  package let turns: TurnThreads
  package let longWork: LongWork
  /// The open pages of sessions.
  package let pages: any OpenPages

  /// - Parameter memoryLimit: The heap size in bytes above which sessions give memory back.
  package init(
    _ limits: any SessionLimits, storage: any SessionStorage, states: StateReader, pages: any OpenPages,
    memoryLimit: Int, log: any SessionLog, metrics: SessionMetrics, platform: Platform
  ) {
    self.limits = limits
    self.storage = storage
    self.states = states
    self.pages = pages
    self.log = log
    self.metrics = metrics
    self.platform = platform
    sessions = SessionTable(MemoryBudget(limit: memoryLimit))
    turns = TurnThreads(on: platform)
    longWork = LongWork(limits, log)
  }

  // MARK: - Time

  /// Seconds since 1970.
  package var time: Int64 { platform.time() }

  /// The seconds of a monotonic clock.
  package var now: Int64 { platform.uptime() }

  /// How long an idle session is stored, in seconds.
  package func lifetime(isUsed: Bool) -> Int64 { Int64(isUsed ? limits.sessionLifetime : limits.visitLifetime) }

  /// When a session expires if it is used now, in seconds since 1970.
  ///
  /// - Parameter created: When it began, in the same seconds.
  package func expiry(isUsed: Bool, created: Int64) -> Int64 {
    let expiry = time + lifetime(isUsed: isUsed)
    guard let longest = limits.longestSessionLifetime else { return expiry }
    // The stored time of its beginning can be any number.
    let (end, isTooLate) = created.addingReportingOverflow(Int64(longest))
    return isTooLate ? expiry : min(expiry, end)
  }

  // MARK: - Stopping

  /// Waits for running side effects for a while, and stores all sessions.
  package func stop(within timeout: Duration) {
    let deadline = DispatchTime.now() + .milliseconds(Int(timeout / .milliseconds(1)))
    for name in longWork.wait(until: deadline) {
      log.report("\(name) was still running when the server stopped. Its later dispatches are lost.", .warning)
    }
    let turns = DispatchGroup()
    sessions.forEach { session in
      turns.enter()
      self.turns.run { [log] in
        await session.turn { turn in
          await session.flush(turn)
          if session.life != .evicted, session.isUnsaved {
            let names = session.state?.journal.map(\.updater.debugDescription).joined(separator: ", ") ?? ""
            log.report(
              "Session \(session.key.shortened) could not be stored before the server stopped. Lost: \(names).",
              session: session.key)
          }
        }
        turns.leave()
      }
    }
    _ = turns.wait(timeout: max(deadline, .now() + .seconds(2)))
    longWork.close()
  }
}

internal import Dispatch
internal import Hydra
internal import Katana
internal import Sessions

/// What all sessions of a server share: the storage, clocks and threads, the table of those in memory. ``Runtime`` adds the app, and
/// what attaches to its sessions.
class SessionRuntime: @unchecked Sendable {
  // Safe because all is immutable. What a subclass adds is, too, or is behind a lock.

  let options: ServerConfiguration
  let storage: MeasuredStorage
  /// Reads what is stored.
  let states: StateReader
  let log: Log
  let metrics: RuntimeMetrics
  /// Clocks, timers and threads.
  let platform: Platform
  let sessions: SessionTable
  let turns: TurnThreads
  let longWork: LongWork
  /// The open pages of sessions.
  let pages: any OpenPages

  /// - Parameter memoryLimit: The heap size in bytes above which sessions give memory back.
  init(
    _ options: ServerConfiguration, storage: any SessionStorage, states: StateReader, pages: any OpenPages,
    memoryLimit: Int,
    log: Log, platform: Platform
  ) {
    self.options = options
    self.states = states
    self.pages = pages
    self.log = log
    self.platform = platform
    metrics = RuntimeMetrics()
    self.storage = MeasuredStorage(storage, metrics)
    sessions = SessionTable(MemoryBudget(limit: memoryLimit))
    turns = TurnThreads(on: platform)
    longWork = LongWork(options, log)
  }

  // MARK: - What attaches to a session

  /// Makes the screens of a session.
  func screens(of session: Session, _ content: StateContent?) -> any SessionScreens {
    preconditionFailure("A runtime without screens cannot make a session.")
  }

  /// The slices of the state that a session shares with others; nil if the app shares none.
  func slices(of session: Session, _ content: StateContent?) -> (any SharedSlices)? { nil }

  /// What else follows a session that begins, or comes back to memory.
  func attachments(of session: Session) -> [any SessionAttachment] { [] }

  /// A session has another key. Its pages open their streams again.
  func didRename(_ session: SessionKey, to new: SessionKey) { pages.close(session) }

  /// A session has left memory.
  func didLeaveMemory(_ session: SessionKey) {}

  // MARK: - Time

  /// Seconds since 1970.
  var time: Int64 { platform.time() }

  /// The seconds of a monotonic clock.
  var now: Int64 { platform.uptime() }

  /// How long an idle session is stored, in seconds.
  func lifetime(isUsed: Bool) -> Int64 { Int64(isUsed ? options.sessionLifetime : options.visitLifetime) }

  /// When a session expires if it is used now, in seconds since 1970.
  ///
  /// - Parameter created: When it began, in the same seconds.
  func expiry(isUsed: Bool, created: Int64) -> Int64 {
    let expiry = time + lifetime(isUsed: isUsed)
    guard let longest = options.longestSessionLifetime else { return expiry }
    // The stored time of its beginning can be any number.
    let (end, isTooLate) = created.addingReportingOverflow(Int64(longest))
    return isTooLate ? expiry : min(expiry, end)
  }

  // MARK: - Stopping

  /// Waits for running side effects for a while, and stores all sessions.
  func stop(within timeout: Duration) {
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

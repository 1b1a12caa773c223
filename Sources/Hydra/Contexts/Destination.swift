internal import Basics
internal import Dispatch

/// Where an operator's closure runs: its context, and what `Main` said when the operator was attached.
struct Destination: @unchecked Sendable {
  // Safe because all parts are immutable, and queues and executors may be used from any thread.
  private let queue: DispatchQueue?
  private let scoped: (any MainExecutor)?
  private let slotOwner: (any SlotOwner)?
  private let cause: Cause?

  init(_ context: Context) {
    scoped = Main.scoped
    slotOwner = Main.slotOwner
    cause = Main.cause
    if case .main = context { queue = nil } else { queue = context.queue }
  }

  /// Runs `work` later, never inline, with the captured executor as `Main.executor`.
  func async(_ work: @escaping () -> Void) {
    guard slotOwner != nil || cause != nil else { return submit(work) }
    submit { Main.$slotOwner.withValue(slotOwner) { Main.$cause.withValue(cause) { work() } } }
  }

  private func submit(_ work: @escaping () -> Void) {
    guard let queue else {
      (scoped ?? MainQueue.shared).async(work)
      return
    }
    // Safe because the closure is run once, and its submitter does not use it any more.
    nonisolated(unsafe) let work = work
    if let scoped {
      queue.async { Main.run(as: scoped) { work() } }
    } else {
      queue.async { work() }
    }
  }

  /// Runs `work` as ``async(_:)`` does, `seconds` from now.
  func async(after seconds: Double, _ work: @escaping () -> Void) {
    guard seconds > 0 else { return async(work) }
    Timers.shared.after(seconds) { async(work) }
  }
}

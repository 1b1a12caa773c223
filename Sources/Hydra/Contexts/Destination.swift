internal import Basics
internal import Dispatch

/// Where an operator's closure runs: its context, and the origin of the code that attached the operator.
struct Destination: @unchecked Sendable {
  // Safe because all parts are immutable, and queues may be used from any thread.
  private let queue: DispatchQueue?
  private let origin = Origin.current

  init(_ context: Context) {
    if case .main = context { queue = nil } else { queue = context.queue }
  }

  /// Runs `work` later, never inline.
  func async(_ work: @escaping () -> Void) {
    guard let queue else { return (origin.executor ?? MainQueue.shared).async { origin.run(work) } }
    // Safe because the closure is run once, and its submitter does not use it any more.
    nonisolated(unsafe) let work = work
    queue.async { origin.run(work) }
  }

  /// Runs `work` as ``async(_:)`` does, `seconds` from now.
  func async(after seconds: Double, _ work: @escaping () -> Void) {
    guard seconds > 0 else { return async(work) }
    Timers.shared.after(seconds) { async(work) }
  }
}

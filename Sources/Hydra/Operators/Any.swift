private import Synchronization

/// Makes a promise that settles as the first of several promises that is resolved or rejected.
///
/// It starts the promises when it is started itself. It is cancelled if all are cancelled. Without promises it is rejected
/// with ``PromiseError/invalidInput``.
public func any<L>(in context: Context? = nil, _ promises: Promise<L>...) -> Promise<L> {
  any(in: context, promises)
}

/// Makes a promise that settles as the first of several promises that is resolved or rejected.
///
/// It starts the promises when it is started itself. It is cancelled if all are cancelled. Without promises it is rejected
/// with ``PromiseError/invalidInput``.
public func any<L>(in context: Context? = nil, _ promises: [Promise<L>]) -> Promise<L> {
  guard !promises.isEmpty else { return Promise(rejected: PromiseError.invalidInput) }
  return Promise(lazy: promises[0].token) { next in
    let cancellations = Countdown(from: promises.count)
    for promise in promises {
      promise.observe { _, outcome, depth in
        if case .cancelled = outcome, !cancellations.isLast() { return }
        next.settle(outcome, depth: depth) { any(in: context, promises.map { $0.rerun() }) }
      }
      promise.start()
    }
  }
}

/// Counts down to the last event.
private final class Countdown: Sendable {
  private let left: Atomic<Int>

  init(from count: Int) { left = Atomic(count) }

  func isLast() -> Bool { left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

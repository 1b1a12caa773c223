private import Basics

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
private final class Countdown: @unchecked Sendable {
  // Safe because the number is only accessed under the lock.
  private let lock = Lock()
  private var left: Int

  init(from count: Int) { left = count }

  func isLast() -> Bool {
    lock.withLock {
      left -= 1
      return left == 0
    }
  }
}

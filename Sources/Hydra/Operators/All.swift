private import Basics

/// Makes a promise of the values of all promises, in their order. It is rejected at the first failure.
///
/// It starts the promises when it is started itself. After a failure the others continue.
/// - Parameter concurrency: The number of pending promises that it starts at the same time.
public func all<L>(_ promises: Promise<L>..., concurrency: UInt = UInt.max) -> Promise<[L]> {
  all(promises, concurrency: concurrency)
}

/// Makes a promise of the values of all promises, in their order. It is rejected at the first failure.
///
/// It starts the promises when it is started itself. After a failure the others continue.
/// - Parameter concurrency: The number of pending promises that it starts at the same time.
public func all<L, S: Sequence>(
  _ promises: S, concurrency: UInt = UInt.max
) -> Promise<[L]> where S.Iterator.Element == Promise<L> {
  let promises = Array(promises)
  guard !promises.isEmpty, concurrency > 0 else { return Promise(resolved: []) }
  return Promise(lazy: promises[0].token) { next in
    PromiseGroup(promises, concurrency: concurrency, settling: next).pump()
  }
}

/// The promises of one `all`.
private final class PromiseGroup<L>: @unchecked Sendable {
  // Safe because all mutable state is only accessed under `lock`.
  private let lock = Lock()
  private let promises: [Promise<L>]
  private let concurrency: UInt
  private let next: Promise<[L]>
  private var values: [L?]
  private var missing: Int
  private var free: UInt
  private var upcoming = 0
  private var isPumping = false

  init(_ promises: [Promise<L>], concurrency: UInt, settling next: Promise<[L]>) {
    self.promises = promises
    self.concurrency = concurrency
    self.next = next
    values = Array(repeating: nil, count: promises.count)
    missing = promises.count
    free = concurrency
  }

  /// Starts as many promises as may run. Only one call at a time does so: with settled promises, calls would be nested.
  func pump() {
    if lock.withLock({ exchange(&isPumping, with: true) }) { return }
    while let index = lock.withLock({ takeNext() }) {
      promises[index].observe { _, outcome, depth in self.didSettle(index, outcome, depth) }
      promises[index].start()
    }
  }

  private func takeNext() -> Int? {
    guard free > 0, upcoming < promises.count else {
      isPumping = false
      return nil
    }
    free -= 1
    upcoming += 1
    return upcoming - 1
  }

  private func didSettle(_ index: Int, _ outcome: Outcome<L>, _ depth: Int) {
    switch outcome {
    case .resolved(let value):
      let complete: [L]? = lock.withLock {
        values[index] = .some(value)
        missing -= 1
        free += 1
        return missing == 0 ? values.map { $0.unsafelyUnwrapped } : nil
      }
      if let complete { next.settle(.resolved(complete), depth: depth) } else { pump() }
    case .rejected(let error):
      next.settle(.rejected(error), depth: depth) { [promises, concurrency] in
        all(promises.map { $0.rerun() }, concurrency: concurrency)
      }
    case .cancelled: next.settle(.cancelled, depth: depth)
    }
  }
}

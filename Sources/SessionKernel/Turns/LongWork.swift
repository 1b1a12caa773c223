internal import Dispatch
package import Katana
internal import Basics
internal import Synchronization

/// The running side effects of all sessions. A server that stops waits for them.
package final class LongWork: Sendable {
  private struct Running: @unchecked Sendable {
    // Safe because it lives in the lock, and types are immutable.
    /// The number of running side effects by their type.
    var counts: [ObjectIdentifier: (type: any AnySideEffect.Type, count: Int)] = [:]
  }

  /// Says which side effects start.
  let queue: SideEffectQueue

  private let running = Locked(Running())
  private let all = DispatchGroup()
  private let isOver = Atomic(false)
  private let log: any SessionLog

  init(_ limits: any SessionLimits, _ log: any SessionLog) {
    queue = SideEffectQueue(atOnce: limits.sideEffectsAtOnce, threads: limits.sideEffectThreads)
    self.log = log
  }

  package func begin(_ effect: any AnySideEffect) {
    all.enter()
    let type = Swift.type(of: effect)
    running.withLock { $0.counts[ObjectIdentifier(type), default: (type, 0)].count += 1 }
  }

  /// To be called in a turn of its session. Changes of the side effect are stored after the turn.
  package func end(_ effect: any AnySideEffect) {
    running.withLock { running in
      let id = ObjectIdentifier(Swift.type(of: effect))
      running.counts[id]?.count -= 1
      if running.counts[id]?.count == 0 { running.counts[id] = nil }
    }
    all.leave()
  }

  /// Waits until nothing is running.
  ///
  /// - Returns: The names of side effects that did not end in time.
  func wait(until deadline: DispatchTime) -> [String] {
    guard all.wait(timeout: deadline) == .timedOut else { return [] }
    return running.withLock { running in
      running.counts.values.map { "\($0.type.unscoped)" + ($0.count > 1 ? " (\($0.count))" : "") }.sorted()
    }
  }

  /// The number of side effects that were dispatched and have not ended.
  package var count: Int { running.withLock { $0.counts.values.reduce(0) { $0 + $1.count } } }

  /// Notes that nothing is stored any more: later changes are lost.
  func close() { isOver.store(true, ordering: .relaxed) }

  /// Whether nothing is stored any more.
  var isClosed: Bool { isOver.load(ordering: .relaxed) }

  /// Reports a dispatch that comes after `close`.
  package func willDispatch(_ item: any Dispatchable) {
    guard isClosed else { return }
    log.report("\(item.debugDescription) was dispatched after the server had stopped, and is lost.")
  }
}

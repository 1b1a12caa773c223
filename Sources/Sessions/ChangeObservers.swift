internal import Basics

/// The observers of sessions that other processes change.
package final class ChangeObservers: Sendable {
  package typealias Observer = @Sendable (SessionKey?) -> Void

  private struct State {
    var observers: [Int: Observer] = [:]
    var last = 0
  }

  /// Removes its observer when it is released.
  private final class Subscription: Sendable {
    private let observers: ChangeObservers
    private let number: Int

    init(_ observers: ChangeObservers, _ number: Int) {
      self.observers = observers
      self.number = number
    }

    deinit { observers.remove(number) }
  }

  private let state = Locked(State())

  package init() {}

  package var isEmpty: Bool { state.withLock(\.observers.isEmpty) }

  /// - Returns: The subscription.
  package func add(_ observer: @escaping Observer) -> AnyObject {
    let number = state.withLock { state in
      state.last += 1
      state.observers[state.last] = observer
      return state.last
    }
    return Subscription(self, number)
  }

  private func remove(_ number: Int) {
    // Returned, so that the observer is released after the lock.
    _ = state.withLock { $0.observers.removeValue(forKey: number) }
  }

  /// - Parameter key: The session; nil if any session may have changed.
  package func notify(_ key: SessionKey?) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(key) }
  }
}

internal import Basics
internal import Synchronization

/// The observers of what other processes do.
package final class ChangeObservers: Sendable {
  /// What another process has done.
  package enum News: Sendable {
    /// It has changed a session; nil if any session may have changed.
    case change(of: SessionKey?)
    /// It has published a message.
    case message(String)
  }

  package typealias Observer = @Sendable (News) -> Void

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
  private let lacksReader = Atomic(false)

  package init() {}

  /// Whether the storage has refused to note which sessions this server has, and may still do so. The server does not hear of
  /// their changes then.
  package var lackChanges: Bool { lacksReader.load(ordering: .acquiring) }

  /// Takes in whether the storage has noted that this server has a session, because it has loaded it.
  package func didAddReader(_ isAdded: Bool) {
    let wasRefused = lacksReader.exchange(!isAdded, ordering: .acquiringAndReleasing)
    // Changes of the sessions that were refused were not reported.
    if isAdded, wasRefused { notify(.change(of: nil)) }
  }

  package var isEmpty: Bool { state.withLock(\.observers.isEmpty) }

  /// - Parameter observer: Gets the key of a changed session; nil if any session may have changed.
  /// - Returns: The subscription.
  package func addForChanges(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    add { if case .change(let key) = $0 { observer(key) } }
  }

  /// - Returns: The subscription.
  package func addForMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    add { if case .message(let message) = $0 { observer(message) } }
  }

  private func add(_ observer: @escaping Observer) -> AnyObject {
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

  package func notify(_ news: News) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(news) }
  }
}

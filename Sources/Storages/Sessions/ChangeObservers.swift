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

  /// The sessions that this server has loaded without becoming a reader. The storage does not report their changes.
  private struct Unheard {
    var keys: Set<SessionKey> = []
    /// Whether there were more of them.
    var isIncomplete = false
    static let maxKeys = 10_000
  }

  private let state = Locked(State())
  private let unheard = Locked(Unheard())
  private let hearsAll = Atomic(true)
  private let load: Locked<(@Sendable (SessionKey) -> Void)?> = Locked(nil)

  package init() {}

  /// Whether this server is a reader of all sessions that it has loaded. Otherwise some changes are not reported.
  package var hearsOfAllChanges: Bool { hearsAll.load(ordering: .acquiring) }

  /// - Parameter load: Loads a session, which makes this server a reader.
  package func retry(by load: @escaping @Sendable (SessionKey) -> Void) { self.load.withLock { $0 = load } }

  /// Notes whether this server, which has loaded a session, is a reader of it.
  package func didLoad(_ key: SessionKey, isReader: Bool) {
    if isReader, hearsOfAllChanges { return }
    let news = unheard.withLock { unheard -> News? in
      guard isReader else {
        hearsAll.store(false, ordering: .releasing)
        if unheard.keys.count < Unheard.maxKeys { unheard.keys.insert(key) } else { unheard.isIncomplete = true }
        return nil
      }
      guard unheard.keys.remove(key) != nil else { return nil }
      // A change may not have been reported.
      guard unheard.keys.isEmpty else { return .change(of: key) }
      defer { unheard.isIncomplete = false }
      hearsAll.store(true, ordering: .releasing)
      return .change(of: unheard.isIncomplete ? nil : key)
    }
    if let news { notify(news) }
  }

  /// Loads some of the sessions again of which this server is no reader. Call it at each beat.
  package func retryUnheard() {
    if hearsOfAllChanges { return }
    guard let load = load.value else { return }
    for key in unheard.withLock({ Array($0.keys.prefix(100)) }) { load(key) }
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

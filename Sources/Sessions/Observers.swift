internal import Locks

/// Those who want to hear of changes. Each is forgotten when its subscription is released.
final class Observers: Sendable {
  typealias Observer = @Sendable (SessionID, UInt64) -> Void

  private struct Entry {
    let observer: Observer
    weak var subscription: Subscription?
  }

  private final class Subscription: Sendable {}

  private let entries = Mutex<[Entry]>([])

  func add(_ observer: @escaping Observer) -> AnyObject {
    let subscription = Subscription()
    entries.withLock { entries in
      entries.removeAll { $0.subscription == nil }
      entries.append(Entry(observer: observer, subscription: subscription))
    }
    return subscription
  }

  func notify(_ id: SessionID, version: UInt64) {
    let current = entries.withLock { entries in
      if entries.contains(where: { $0.subscription == nil }) { entries.removeAll { $0.subscription == nil } }
      return entries
    }
    for entry in current { entry.observer(id, version) }
  }
}

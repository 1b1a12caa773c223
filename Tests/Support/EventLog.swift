import Basics
internal import Hydra

/// Records events of any thread in their order, and waits until there are enough.
package final class EventLog<Event>: @unchecked Sendable {
  // Safe because all is only accessed under the lock.
  private let lock = Lock()
  private var list: [Event] = []
  private var waiters: [(count: Int, promise: Promise<Void>)] = []

  package init() {}

  package var entries: [Event] { lock.withLock { list } }
  package var count: Int { entries.count }

  /// Adds an event and returns the number of events.
  @discardableResult
  package func add(_ event: Event) -> Int {
    let (count, due) = lock.withLock {
      list.append(event)
      let due = waiters.filter { $0.count <= list.count }
      waiters.removeAll { $0.count <= list.count }
      return (list.count, due)
    }
    for waiter in due { waiter.promise.resolve(()) }
    return count
  }

  /// Waits until there are `count` events.
  package func reached(_ count: Int) async throws {
    let promise = Promise<Void>()
    let isReached = lock.withLock {
      if list.count < count { waiters.append((count, promise)) }
      return list.count >= count
    }
    if !isReached { try await promise.value() }
  }
}

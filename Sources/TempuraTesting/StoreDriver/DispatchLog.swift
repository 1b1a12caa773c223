internal import Hydra
internal import Katana
internal import Recordings

/// The items that were dispatched in a store, in their order.
final class DispatchLog<S: State>: @unchecked Sendable {
  // Safe because all mutable state, that of the entries included, is only accessed under `monitor`. `storeDispatch` is
  // set once, before the first dispatch.

  /// One dispatch.
  final class Entry: @unchecked Sendable {
    // Safe because its mutable state is only accessed under the log's monitor.
    /// As a feature made it, if a feature did.
    let item: any Dispatchable
    /// As the store handles it.
    fileprivate let handled: any Dispatchable
    /// The state before and after the updater.
    var states: (before: S, after: S)?
    /// The state after the updaters that the test skipped before this item.
    var stateBefore: S?
    /// The error of an interceptor or of the side effect.
    var error: (any Error)?
    var hasEnded = false

    init(_ item: any Dispatchable) {
      self.item = item.unscoped
      handled = item
    }

    var isUpdater: Bool { item is any AnyStateUpdater }
    /// Whether the test can check it already.
    var isComplete: Bool { !isUpdater || states != nil || hasEnded }
    var text: String { ValueText.of(item) }
  }

  let monitor = Monitor()
  /// The dispatch function of the store.
  var storeDispatch: AnyDispatch?
  /// The items that the test has neither dispatched nor received.
  private var unreceived: [Entry] = []
  private var running: [Entry] = []

  /// Dispatches an item in the store.
  ///
  /// - Parameter isReceived: Whether the test does not have to receive it.
  func dispatch(_ item: any Dispatchable, isReceived: Bool = false) -> (entry: Entry, promise: Promise<Any>) {
    let entry = Entry(item)
    // Under the lock, so that log and store have the same order.
    let promise = monitor.withLock {
      append(entry, isReceived)
      return storeDispatch?(wrapped(entry)) ?? Promise(rejected: StoreError.storeReleased(item.debugDescription))
    }
    promise.whenSettled { outcome in
      if case .rejected(let error) = outcome { self.close(entry, error) } else { self.close(entry, nil) }
    }
    return (entry, promise)
  }

  private func append(_ entry: Entry, _ isReceived: Bool) {
    running.append(entry)
    if !isReceived { unreceived.append(entry) }
  }

  private func close(_ entry: Entry, _ error: (any Error)?) {
    monitor.withLock {
      entry.error = error
      entry.hasEnded = true
      running.removeAll { $0 === entry }
    }
  }

  private func wrapped(_ entry: Entry) -> any Dispatchable {
    switch (entry.item is any AnyStateUpdater, entry.item is any AnySideEffect) {
    case (true, false): LoggedUpdater(entry: entry)
    case (false, true): LoggedSideEffect(entry: entry)
    default: entry.handled
    }
  }

  // MARK: - In the store

  /// The first interceptor: records each item and the states before and after it.
  var interceptor: StoreInterceptor {
    { context in
      { next in
        { item in
          let known = (item as? LoggedUpdater<S>)?.entry ?? (item as? LoggedSideEffect<S>)?.entry
          // An unknown item was dispatched by another interceptor, or with the store itself.
          let entry = known ?? Entry(item)
          if known == nil { self.monitor.withLock { self.append(entry, false) } }
          let before = context.getAnyState()
          let result = Result { try next(entry.handled) }
          let after = context.getAnyState()
          // The state can change even if there is an error: an interceptor can throw after it called `next`.
          self.monitor.withLock {
            if case .failure(let error) = result { entry.error = error }
            if entry.isUpdater, let before = before as? S, let after = after as? S { entry.states = (before, after) }
          }
          if known == nil { self.close(entry, entry.error) }
          try result.get()
        }
      }
    }
  }

  // MARK: - For the test

  /// Waits for the next wanted item, and removes it and the items before it.
  ///
  /// - Returns: Nil if there is none in time.
  nonisolated(nonsending) func receive(
    within seconds: Double, where isWanted: @escaping (any Dispatchable) -> Bool
  ) async -> Entry? {
    await monitor.value(atMost: seconds) { [self] in
      guard let index = unreceived.firstIndex(where: { isWanted($0.item) }),
        unreceived[...index].allSatisfy(\.isComplete)
      else { return nil }
      let entry = unreceived[index]
      entry.stateBefore = unreceived[..<index].compactMap(\.states).last?.after
      unreceived.removeFirst(index + 1)
      return entry
    }
  }

  /// Removes and returns all items that were not received.
  func removeUnreceived() -> [Entry] { monitor.withLock { exchange(&unreceived, with: []) } }

  /// The items that have not ended.
  var unfinished: [Entry] { monitor.withLock { running } }

  /// Blocks the thread until all items have ended.
  func waitUntilIdle(atMost seconds: Double) {
    _ = monitor.wait(atMost: seconds) { [self] in running.isEmpty ? () : nil }
  }

  /// Suspends the task until all items have ended.
  nonisolated(nonsending) func idle(atMost seconds: Double) async {
    _ = await monitor.value(atMost: seconds) { [self] in running.isEmpty ? () : nil }
  }
}

/// Carries the log's entry of an updater to the first interceptor, which passes the updater itself on.
private struct LoggedUpdater<S: State>: AnyStateUpdater {
  let entry: DispatchLog<S>.Entry

  func updatedState(currentState: any State) -> any State { currentState }
}

/// Carries the log's entry of a side effect to the first interceptor, like ``LoggedUpdater``.
private struct LoggedSideEffect<S: State>: AnySideEffect {
  let entry: DispatchLog<S>.Entry

  func anySideEffect(_ context: any AnySideEffectContext) throws -> Any { () }
}

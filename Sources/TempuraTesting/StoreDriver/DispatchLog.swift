internal import Hydra
internal import Katana

/// All that was dispatched in a store, in the order in which it was.
final class DispatchLog<S: State>: @unchecked Sendable {
  // Safe because all mutable state, that of the entries included, is only touched under `monitor`; `dispatch` is set
  // once, before anything is dispatched.

  /// One dispatch.
  final class Entry: @unchecked Sendable {
    // Safe because what changes is only touched under the log's monitor.
    let item: any Dispatchable
    /// The state before and after an updater was handled.
    var states: (before: S, after: S)?
    /// What the updaters led to that a test passed over before it.
    var stateBefore: S?
    /// What kept it from being handled, or what it threw.
    var error: (any Error)?
    var isOver = false

    init(_ item: any Dispatchable) { self.item = item }

    var isUpdater: Bool { item is any AnyStateUpdater }
    /// Whether all is known that a test can say about it.
    var isComplete: Bool { !isUpdater || states != nil || isOver }
    var text: String { ValueText.of(item) }
  }

  let monitor = Monitor()
  /// The store's own.
  var dispatch: AnyDispatch?
  /// What was not dispatched by the test itself, as far as the test has not said that it expects it.
  private var unreceived: [Entry] = []
  private var underWay: [Entry] = []

  /// Dispatches the item in the store.
  ///
  /// - Parameter isReceived: whether the test need not say that it expects it.
  func add(_ item: any Dispatchable, isReceived: Bool = false) -> (entry: Entry, promise: Promise<Any>) {
    let entry = Entry(item)
    // Under the lock, so that the log has the order of the store.
    let promise = monitor.withLock {
      note(entry, isReceived)
      return dispatch?(wrapped(entry)) ?? Promise(rejected: StoreError.storeReleased(item.debugDescription))
    }
    promise.whenSettled { outcome in
      if case .rejected(let error) = outcome { self.close(entry, error) } else { self.close(entry, nil) }
    }
    return (entry, promise)
  }

  private func note(_ entry: Entry, _ isReceived: Bool) {
    underWay.append(entry)
    if !isReceived { unreceived.append(entry) }
  }

  private func close(_ entry: Entry, _ error: (any Error)?) {
    monitor.withLock {
      entry.error = error
      entry.isOver = true
      underWay.removeAll { $0 === entry }
    }
  }

  private func wrapped(_ entry: Entry) -> any Dispatchable {
    switch (entry.item is any AnyStateUpdater, entry.item is any AnySideEffect) {
    case (true, false): LoggedUpdater(entry: entry)
    case (false, true): LoggedSideEffect(entry: entry)
    default: entry.item
    }
  }

  // MARK: In the store

  /// Sees each item first, and notes what it does to the state.
  var interceptor: StoreInterceptor {
    { context in
      { next in
        { item in
          let known = (item as? LoggedUpdater<S>)?.entry ?? (item as? LoggedSideEffect<S>)?.entry
          // What is not known was dispatched by another interceptor, or by way of the store itself.
          let entry = known ?? Entry(item)
          if known == nil { self.monitor.withLock { self.note(entry, false) } }
          let before = context.getAnyState()
          let result = Result { try next(entry.item) }
          let after = context.getAnyState()
          // An error does not mean that the state is the same: an interceptor can throw after it called `next`.
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

  // MARK: For the test

  /// Takes what was dispatched next.
  ///
  /// - Parameter isWanted: what it may be; everything before it is taken, too.
  nonisolated(nonsending) func take(
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

  /// Takes all that was dispatched.
  func takeAll() -> [Entry] {
    monitor.withLock {
      defer { unreceived = [] }
      return unreceived
    }
  }

  /// What has been dispatched and is not over.
  var unfinished: [Entry] { monitor.withLock { underWay } }

  /// Blocks until nothing is under way.
  func waitForEnd(atMost seconds: Double) {
    _ = monitor.wait(atMost: seconds) { [self] in underWay.isEmpty ? () : nil }
  }

  /// Returns when nothing is under way.
  nonisolated(nonsending) func end(atMost seconds: Double) async {
    _ = await monitor.value(atMost: seconds) { [self] in underWay.isEmpty ? () : nil }
  }
}

/// An updater that is in the log already, on its way to the first interceptor, which puts the updater itself in its place.
private struct LoggedUpdater<S: State>: AnyStateUpdater {
  let entry: DispatchLog<S>.Entry

  func updatedState(currentState: any State) -> any State { currentState }
}

/// A side effect that is in the log already, as ``LoggedUpdater``.
private struct LoggedSideEffect<S: State>: AnySideEffect {
  let entry: DispatchLog<S>.Entry

  func anySideEffect(_ context: any AnySideEffectContext) throws -> Any { () }
}

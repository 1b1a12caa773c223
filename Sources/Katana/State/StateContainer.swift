private import Basics
internal import Hydra
internal import Synchronization

/// A state and the listeners to its changes. The stores of one host share one.
package final class StateContainer<S: State>: @unchecked Sendable {
  // Safe because all mutable state is only accessed under `lock`. `refine` and `onUpdate` are set before there is a store.
  private let lock = Lock()
  private var current: S
  private var updates: UInt64
  private var listeners: [Listener] = []
  private var isUpdating = false
  /// The notifications of further changes, while listeners are told of one.
  private var news: [() -> Void] = []
  private var isNotifying = false

  /// Called with the states before and after each updater, before the new one is set. It may change the new one. If it throws, the
  /// dispatch is rejected, and the state stays.
  package var refine: ((_ old: S, _ new: inout S) throws -> Void)?

  /// Called after each updater that changed the state, before the listeners.
  package var onUpdate: ((any AnyStateUpdater) -> Void)?

  /// - Parameters:
  ///   - state: The first state.
  ///   - version: The number of updaters that led to it.
  package init(_ state: S, version: UInt64 = 0) {
    current = state
    updates = version
  }

  /// The state at this moment.
  package var state: S { lock.withLock { current } }

  /// How often updaters or ``replace(with:)`` have set the state.
  package var version: UInt64 { lock.withLock { updates } }

  /// Sets the first state. It does not count as an update, and listeners are not called.
  func initialize(with state: S) {
    var old = state
    lock.withLock { swap(&current, &old) }
  }

  /// Sets the state and returns the previous one.
  @discardableResult
  func set(_ state: S) -> S {
    var old = state
    lock.withLock {
      swap(&current, &old)
      updates += 1
    }
    return old
  }

  /// Sets the state and calls the listeners. Call it in a turn of the host.
  package func replace(with state: S) {
    let old = set(state)
    notify(old, state)
  }

  /// Runs updaters on another state, sets the result and calls the listeners once. Call it in a turn of the host.
  ///
  /// - Returns: The errors of the updaters that could not run.
  package func replay(_ updaters: [any AnyStateUpdater], on base: S) -> [any Error] {
    var state = base
    var problems: [any Error] = []
    for updater in updaters {
      do { state = try result(of: updater, on: state) } catch { problems.append(error) }
    }
    replace(with: state)
    return problems
  }

  /// Runs an updater and calls the listeners. Call it in a turn of the host.
  package func apply(_ updater: any AnyStateUpdater) throws { try update(updater, notifyingOn: nil) }

  private func result(of updater: any AnyStateUpdater, on state: S) throws -> S {
    let isNested = lock.withLock { exchange(&isUpdating, with: true) }
    // The outer updater works on a copy of the state, in which the change would be lost.
    if isNested { throw StoreError.nestedUpdate(updater.debugDescription) }
    defer { lock.withLock { isUpdating = false } }
    let updated = updater.updatedState(currentState: state)
    guard var new = updated as? S else {
      let types = updated as? UnexpectedState ?? UnexpectedState(expected: type(of: updated), actual: S.self)
      throw StoreError.wrongState(
        updater: updater.debugDescription, expected: String(reflecting: types.actual),
        actual: String(reflecting: types.expected))
    }
    try refine?(state, &new)
    return new
  }

  // MARK: Listeners

  /// One subscription.
  final class Listener {
    let call: StoreListener<S>
    let owner: ObjectIdentifier
    let isActive = Atomic(true)
    private let isScoped: Bool
    // Weak, because an executor may own the scene whose store owns this.
    @WeakReference private var executor: (any MainExecutor)?

    init(_ call: @escaping StoreListener<S>, owner: ObjectIdentifier) {
      self.call = call
      self.owner = owner
      let scoped = Main.scoped
      (executor, isScoped) = (scoped, scoped != nil)
    }

    func notify(_ old: S, _ new: S) {
      guard isActive.load(ordering: .acquiring) else { return }
      let executor = executor
      if isScoped, executor == nil { return }  // The listener's app instance has ended.
      if Main.isScoped(to: executor) {
        call(old, new)
      } else {
        Main.run(as: executor) { call(old, new) }
      }
    }
  }

  func add(_ listener: Listener) { lock.withLock { listeners.append(listener) } }

  func remove(_ listener: Listener) {
    listener.isActive.store(false, ordering: .releasing)
    lock.withLock { listeners.removeAll { $0 === listener } }
  }

  /// Calls the current listeners in the order of their subscriptions. A listener that is removed meanwhile is not called.
  ///
  /// If a listener waits for another dispatch, the listeners are told of its change after this one, in the order of the
  /// changes.
  private func notify(_ old: S, _ new: S) {
    let isNested = lock.withLock {
      if isNotifying { news.append { self.tellListeners(old, new) } }
      return exchange(&isNotifying, with: true)
    }
    guard !isNested else { return }
    tellListeners(old, new)
    while let next = nextNews() { next() }
  }

  private func tellListeners(_ old: S, _ new: S) {
    let listeners = lock.withLock { self.listeners }
    for listener in listeners { listener.notify(old, new) }
  }

  private func nextNews() -> (() -> Void)? {
    lock.withLock {
      isNotifying = !news.isEmpty
      return isNotifying ? news.removeFirst() : nil
    }
  }
}

/// A state's container whose type of state is not known.
protocol AnyStateContainer: AnyObject, Sendable {
  /// Changes the state and calls the listeners: on `executor`, or in this call if it is nil.
  func update(_ updater: any AnyStateUpdater, notifyingOn executor: (any Executor)?) throws

  /// Removes the listeners that were added by `owner`.
  func removeListeners(of owner: ObjectIdentifier)
}

extension StateContainer: AnyStateContainer {
  func update(_ updater: any AnyStateUpdater, notifyingOn executor: (any Executor)?) throws {
    let new = try result(of: updater, on: state)
    let old = set(new)
    onUpdate?(updater)
    guard let executor else { return notify(old, new) }
    executor.executeAsync { self.notify(old, new) }
  }

  func removeListeners(of owner: ObjectIdentifier) {
    let removed = lock.withLock {
      let removed = listeners.filter { $0.owner == owner }
      if !removed.isEmpty { listeners.removeAll { $0.owner == owner } }
      return removed
    }
    for listener in removed { listener.isActive.store(false, ordering: .releasing) }
  }
}

internal import Hydra
internal import Synchronization

/// A state, and who is told of its changes. Stores of one host share one.
package final class StateContainer<S: State>: @unchecked Sendable {
  // Safe because all mutable state is only touched under `lock`.
  private let lock = Lock()
  private var current: S
  private var updates: UInt64
  private var listeners: [Listener] = []

  /// Is told of every updater that changed the state, before the listeners are. To be set before there is any store.
  package var onUpdate: ((any AnyStateUpdater) -> Void)?

  /// - Parameters:
  ///   - state: the state to begin with.
  ///   - version: how many updaters led to it.
  package init(_ state: S, version: UInt64 = 0) {
    current = state
    updates = version
  }

  /// The state at this moment.
  package var state: S { lock.withLock { current } }

  /// How often the state has been set since it began, by updaters or ``replace(with:)``.
  package var version: UInt64 { lock.withLock { updates } }

  /// Sets the state and tells the listeners, in this call. To be called in a turn of the host.
  package func replace(with state: S) {
    let old = set(state)
    notify(old, state)
  }

  /// Sets the state to begin with: no update, and nobody is told.
  func begin(with state: S) {
    var old = state
    lock.withLock { swap(&current, &old) }
  }

  /// Sets the state and returns the one before it.
  @discardableResult
  func set(_ state: S) -> S {
    var old = state
    lock.withLock {
      swap(&current, &old)
      updates += 1
    }
    return old
  }

  // MARK: Listeners

  /// One subscription.
  final class Listener {
    let call: StoreListener<S>
    let owner: ObjectIdentifier
    let isActive = Atomic(true)
    private let isScoped: Bool
    // Weak, because an executor may own the scene whose store owns this.
    private weak let executor: (any MainExecutor)?

    init(_ call: @escaping StoreListener<S>, owner: ObjectIdentifier) {
      self.call = call
      self.owner = owner
      executor = Main.scoped
      isScoped = executor != nil
    }

    func notify(_ old: S, _ new: S) {
      guard isActive.load(ordering: .acquiring) else { return }
      let executor = executor
      // Whose app instance is gone has nobody to tell.
      if isScoped, executor == nil { return }
      if executor === Main.scoped {
        call(old, new)
      } else {
        Main.$scoped.withValue(executor) { call(old, new) }
      }
    }
  }

  func add(_ listener: Listener) { lock.withLock { listeners.append(listener) } }

  func remove(_ listener: Listener) {
    listener.isActive.store(false, ordering: .releasing)
    lock.withLock { listeners.removeAll { $0 === listener } }
  }

  /// Ends the subscriptions made through `owner`.
  func removeAll(of owner: ObjectIdentifier) {
    let gone = lock.withLock {
      let gone = listeners.filter { $0.owner == owner }
      if !gone.isEmpty { listeners.removeAll { $0.owner == owner } }
      return gone
    }
    for listener in gone { listener.isActive.store(false, ordering: .releasing) }
  }

  /// Calls those that listen now, in the order in which they began to, unless they end meanwhile.
  func notify(_ old: S, _ new: S) {
    let listeners = lock.withLock { self.listeners }
    for listener in listeners { listener.notify(old, new) }
  }
}

extension StateContainer: Updating {
  func update(_ updater: any AnyStateUpdater, telling executor: (any Executor)?) throws {
    let new = try result(of: updater, on: state)
    let old = set(new)
    onUpdate?(updater)
    guard let executor else { return notify(old, new) }
    executor.executeAsync { self.notify(old, new) }
  }

  private func result(of updater: any AnyStateUpdater, on state: S) throws -> S {
    let updated = updater.updatedState(currentState: state)
    guard let new = updated as? S else {
      let type: any State.Type = (updated as? UnexpectedState)?.expected ?? type(of: updated)
      throw StoreError.wrongState(
        updater: updater.debugDescription, expected: String(reflecting: S.self), actual: String(reflecting: type))
    }
    return new
  }

  /// Sets the state to what updaters make of another one, and tells the listeners once. To be called in a turn of the host.
  ///
  /// - Returns: What went wrong with the updaters that could not be run again.
  package func replay(_ updaters: [any AnyStateUpdater], on base: S) -> [any Error] {
    var state = base
    var problems: [any Error] = []
    for updater in updaters {
      do { state = try result(of: updater, on: state) } catch { problems.append(error) }
    }
    replace(with: state)
    return problems
  }
}

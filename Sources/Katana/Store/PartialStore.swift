public import Hydra

/// A store whose kind of dependencies is not known: what user interface code works with. Every one is a ``Store``.
open class PartialStore<S: State>: AnyStore, @unchecked Sendable {
  // Safe because the engine is thread-safe.

  public typealias StateInitializer<T: State> = () -> T

  let engine: Engine
  let container: StateContainer<S>

  init(engine: Engine, container: StateContainer<S>) {
    self.engine = engine
    self.container = container
  }

  /// The state at this moment.
  open var state: S { container.state }

  public var anyState: any State { state }

  // MARK: Dispatching

  /// Dispatches an item whose kind is not known.
  ///
  /// - Returns: a promise of the side effect's bare value, or of `()`. Rejected with ``StoreError`` if the item is
  ///   neither an updater nor a side effect, or both.
  @discardableResult
  public func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any> {
    engine.submitAny(dispatchable, Product.anyValue)
  }

  /// Has the updater change the state, after all that were dispatched before it.
  ///
  /// - Returns: a promise that resolves once ``state`` contains the change.
  @discardableResult
  public func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void> {
    engine.submit(dispatchable, .updater, Product.done)
  }

  /// Runs the side effect, on a thread of its own.
  ///
  /// - Returns: a promise that resolves when it returns, or is rejected with the very error it throws.
  @discardableResult
  public func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void> {
    engine.submit(dispatchable, .sideEffect) { try Product.ran(dispatchable.debugDescription, $0) }
  }

  /// Runs the side effect, on a thread of its own.
  ///
  /// - Returns: a promise of the value that it returns, rejected with the very error it throws.
  @discardableResult
  public func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
    engine.submit(dispatchable, .sideEffect) {
      try Product.value(dispatchable.debugDescription, as: T.ReturnValue.self, $0)
    }
  }

  // MARK: Listening

  /// Has `listener` called after every handled updater, whether or not it changed anything.
  ///
  /// Listeners are called in the order in which they were added, on the configuration's executor; in a hosted store on
  /// the host, in the updater's own turn.
  /// - Returns: ends the subscription. It may be called anywhere, also in the listener.
  public func addListener(_ listener: @escaping StoreListener<S>) -> StoreUnsubscribe {
    let container = container
    let subscription = StateContainer<S>.Listener(listener, owner: ObjectIdentifier(engine))
    guard case .ordinary(_, let executor) = engine.mode else {
      container.add(subscription)
      return { [weak container] in container?.remove(subscription) }
    }
    executor.executeSync { container.add(subscription) }
    return { [weak container] in
      guard container != nil else { return }
      executor.executeSync { container?.remove(subscription) }
    }
  }

  /// As ``addListener(_:)``, for listeners that do not know the kind of state.
  public func addAnyListener(_ listener: @escaping AnyStoreListener) -> StoreUnsubscribe {
    addListener { old, new in listener(old, new) }
  }
}

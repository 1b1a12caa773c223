public import Hydra

/// A side effect's access to its store.
///
/// One value serves all side effects and interceptors of a store. It does not keep the store alive: what is dispatched
/// in a store that is gone is rejected with ``StoreError/storeReleased(_:)``.
public struct SideEffectContext<S, D> where S: State, D: SideEffectDependencyContainer {
  /// What stands behind the context.
  private enum Access {
    case store(StoreLink<S>)
    /// No store, but what a test puts in its place.
    case closures(getState: () -> S, dispatch: AnyDispatch)
  }

  public let dependencies: D
  private let access: Access

  init(dependencies: D, store: StoreLink<S>) {
    self.dependencies = dependencies
    access = .store(store)
  }

  /// A context without a store, to call a side effect with in a test.
  package init(dependencies: D, getState: @escaping () -> S, dispatch: @escaping AnyDispatch) {
    self.dependencies = dependencies
    access = .closures(getState: getState, dispatch: dispatch)
  }

  /// The state at the time of the call: a second call sees later updates.
  public func getState() -> S {
    switch access {
    case .store(let store): store.state()
    case .closures(let getState, _): getState()
    }
  }

  /// Dispatches an item whose kind is not known; the value is bare, `()` if there is none.
  @discardableResult
  public func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any> {
    switch access {
    case .store(let store): store.submitAny(dispatchable)
    case .closures(_, let dispatch): dispatch(dispatchable)
    }
  }
}

extension SideEffectContext: AnySideEffectContext {
  public var anyDependencies: any SideEffectDependencyContainer { dependencies }

  public func getAnyState() -> any State { getState() }

  @discardableResult
  public func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void> {
    guard case .store(let store) = access else { return anyDispatch(dispatchable).void }
    return store.submit(dispatchable, .updater, Product.done)
  }

  @discardableResult
  public func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void> {
    guard case .store(let store) = access else { return anyDispatch(dispatchable).void }
    return store.submit(dispatchable, .sideEffect, Product.done)
  }

  @discardableResult
  public func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
    func value(_ product: Product) throws -> T.ReturnValue {
      try Product.value(dispatchable.debugDescription, as: T.ReturnValue.self, product)
    }
    guard case .store(let store) = access else { return anyDispatch(dispatchable).relay { try value(.value($0)) } }
    return store.submit(dispatchable, .sideEffect, value)
  }
}

// Safe because the store is thread-safe, and the container is shared by all side effects, whatever their threads.
extension SideEffectContext: @unchecked Sendable {}

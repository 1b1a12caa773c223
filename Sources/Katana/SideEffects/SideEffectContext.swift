public import Hydra

/// A side effect's access to its store.
///
/// One value serves all side effects and interceptors of a store. It does not keep the store alive: what is dispatched
/// in a store that is gone is rejected with ``StoreError/storeReleased(_:)``.
public struct SideEffectContext<S, D> where S: State, D: SideEffectDependencyContainer {
  public let dependencies: D
  private let store: StoreLink<S>

  init(dependencies: D, store: StoreLink<S>) {
    self.dependencies = dependencies
    self.store = store
  }

  /// The state at the time of the call: a second call sees later updates.
  public func getState() -> S { store.state() }

  /// Dispatches an item whose kind is not known; the value is bare, `()` if there is none.
  @discardableResult
  public func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any> { store.submitAny(dispatchable) }
}

extension SideEffectContext: AnySideEffectContext {
  public var anyDependencies: any SideEffectDependencyContainer { dependencies }

  public func getAnyState() -> any State { getState() }

  @discardableResult
  public func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void> {
    store.submit(dispatchable, .updater, Product.done)
  }

  @discardableResult
  public func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void> {
    store.submit(dispatchable, .sideEffect, Product.done)
  }

  @discardableResult
  public func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
    store.submit(dispatchable, .sideEffect) {
      try Product.value(dispatchable.debugDescription, as: T.ReturnValue.self, $0)
    }
  }
}

// Safe because the store is thread-safe, and the container is shared by all side effects, whatever their threads.
extension SideEffectContext: @unchecked Sendable {}

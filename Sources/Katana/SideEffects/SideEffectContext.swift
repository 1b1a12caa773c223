public import Hydra

/// A side effect's access to its store, without the types of the state and the dependencies.
public protocol AnySideEffectContext {
  var anyDependencies: any SideEffectDependencyContainer { get }

  /// Returns the current state.
  func getAnyState() -> any State

  /// Dispatches an item of any kind. The promise has the side effect's value, or `()` if there is none.
  @discardableResult func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any>

  @discardableResult func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void>

  @discardableResult func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void>

  @discardableResult func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue>
}

extension AnySideEffectContext {
  @discardableResult
  public func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void> { anyDispatch(dispatchable).void }

  @discardableResult
  public func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void> { anyDispatch(dispatchable).void }

  @discardableResult
  public func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
    let name = dispatchable.debugDescription
    return anyDispatch(dispatchable).relay { try DispatchResult.value(name, as: T.ReturnValue.self, .value($0)) }
  }
}

/// The store of side effects, for their context.
protocol StoreAccess<S>: AnyObject, Sendable {
  associatedtype S: State

  /// Returns the current state, or the last one if the store was released.
  func state() -> S

  func submit<Value>(
    _ item: any Dispatchable, _ kind: DispatchKind, _ convert: @escaping (DispatchResult) throws -> Value
  ) -> Promise<Value>

  func submitAny(_ item: any Dispatchable) -> Promise<Any>
}

/// A side effect's access to its store.
///
/// One value serves all side effects and interceptors of a store. It does not retain the store: after the store is
/// released, dispatches are rejected with ``StoreError/storeReleased(_:)``.
public struct SideEffectContext<S, D> where S: State, D: SideEffectDependencyContainer {
  private enum Access {
    case store(any StoreAccess<S>)
    /// Closures of a scope, or of a test.
    case closures(getState: () -> S, dispatch: AnyDispatch)
  }

  public let dependencies: D
  private let access: Access

  init(dependencies: D, store: any StoreAccess<S>) {
    self.dependencies = dependencies
    access = .store(store)
  }

  /// Makes a context of closures: for a feature, or to call a side effect in a test.
  package init(dependencies: D, getState: @escaping () -> S, dispatch: @escaping AnyDispatch) {
    self.dependencies = dependencies
    access = .closures(getState: getState, dispatch: dispatch)
  }

  /// Returns the current state. A second call sees later updates.
  public func getState() -> S {
    switch access {
    case .store(let store): store.state()
    case .closures(let getState, _): getState()
    }
  }

  /// Dispatches an item of any kind. The promise has the side effect's value, or `()` if there is none.
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
    return store.submit(dispatchable, .updater, DispatchResult.ignored)
  }

  @discardableResult
  public func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void> {
    guard case .store(let store) = access else { return anyDispatch(dispatchable).void }
    return store.submit(dispatchable, .sideEffect, DispatchResult.ignored)
  }

  @discardableResult
  public func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
    func value(_ result: DispatchResult) throws -> T.ReturnValue {
      try DispatchResult.value(dispatchable.debugDescription, as: T.ReturnValue.self, result)
    }
    guard case .store(let store) = access else { return anyDispatch(dispatchable).relay { try value(.value($0)) } }
    return store.submit(dispatchable, .sideEffect, value)
  }
}

// Safe because the store is thread-safe. All side effects share the dependencies, on any thread, as in Katana.
extension SideEffectContext: @unchecked Sendable {}

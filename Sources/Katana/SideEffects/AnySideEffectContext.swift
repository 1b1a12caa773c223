public import Hydra

/// A side effect's access to its store, where the types of the state and the dependencies are not known.
public protocol AnySideEffectContext {
  var anyDependencies: any SideEffectDependencyContainer { get }

  /// The state at the time of the call.
  func getAnyState() -> any State

  /// Dispatches an item whose kind is not known; the value is bare, `()` if there is none.
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
    return anyDispatch(dispatchable).relay { try Product.value(name, as: T.ReturnValue.self, .value($0)) }
  }
}

public import Hydra

/// A store whose kind of state is not known.
public protocol AnyStore: AnyObject {
  var anyState: any State { get }

  @discardableResult func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any>

  @discardableResult func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void>

  @discardableResult func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void>

  @discardableResult func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue>

  func addAnyListener(_ listener: @escaping AnyStoreListener) -> StoreUnsubscribe
}

public import Hydra

/// Reads a store's state at the time of the call.
public typealias GetState = () -> any State

/// Dispatches in a store.
public typealias AnyDispatch = (_: any Dispatchable) -> Promise<Any>

/// Called after every handled updater, whether or not it changed anything.
public typealias AnyStoreListener = (_ oldState: any State, _ newState: any State) -> Void

/// Called after every handled updater, whether or not it changed anything.
public typealias StoreListener<S: State> = (_ oldState: S, _ newState: S) -> Void

/// Ends a subscription. Once it returns, no new call of the listener begins. Calling it again does nothing.
public typealias StoreUnsubscribe = () -> Void

/// Hands the item, or another one, to the rest of the chain.
public typealias StoreInterceptorNext = (_: any Dispatchable) throws -> Void

/// Sees everything that is dispatched, before and after it is handled.
///
/// The outermost closure is called once per store, the others once per item, on the item's queue or thread. Throwing,
/// or not calling `next`, keeps the item from being handled.
public typealias StoreInterceptor = (_ sideEffectContext: any AnySideEffectContext) -> (
  _ next: @escaping StoreInterceptorNext
) -> (_ dispatchable: any Dispatchable) throws -> Void

@available(*, deprecated, message: "Use the new `Executor` instead")
public typealias AsyncProvider = Executor

public import Hydra

/// Returns the current state of a store.
public typealias GetState = () -> any State

/// Dispatches in a store.
public typealias AnyDispatch = (_: any Dispatchable) -> Promise<Any>
/// The name of `AnyDispatch` in Katana 3.
public typealias PromisableStoreDispatch = AnyDispatch

/// Called after every updater, also if it changed nothing.
public typealias AnyStoreListener = (_ oldState: any State, _ newState: any State) -> Void

/// Called after every updater, also if it changed nothing.
public typealias StoreListener<S: State> = (_ oldState: S, _ newState: S) -> Void

/// Ends a subscription. After it returns, no new call of the listener begins. A second call does nothing.
public typealias StoreUnsubscribe = () -> Void

/// Where the store runs an item.
enum DispatchKind {
  case updater
  case sideEffect
  /// A side effect that runs on the host's executor.
  case nonblocking
}

/// The result of an item that went through the interceptors.
enum DispatchResult {
  /// The interceptors stopped it.
  case notHandled
  /// An interceptor replaced it by an item of the other kind, which was dispatched again.
  case redispatched
  case value(Any)
  /// It was handled, and its value will be that of the promise.
  case promise(Promise<Any>)

  /// Returns the value, or `()` if there is none.
  static func anyValue(_ result: DispatchResult) -> Any {
    if case .value(let value) = result { value } else { () }
  }

  static func ignored(_ result: DispatchResult) {}

  /// Throws if the side effect was neither run nor replaced.
  static func requireRun(_ item: @autoclosure () -> String, _ result: DispatchResult) throws {
    if case .notHandled = result { throw StoreError.sideEffectNotRun(item()) }
  }

  /// Returns the value. Throws if there is none of type `T`.
  static func value<T>(_ item: @autoclosure () -> String, as type: T.Type, _ result: DispatchResult) throws -> T {
    try requireRun(item(), result)
    let value = anyValue(result)
    guard let typed = value as? T else {
      throw StoreError.unexpectedValue(
        sideEffect: item(), expected: String(reflecting: T.self), actual: String(reflecting: Swift.type(of: value)))
    }
    return typed
  }
}

/// What a host notes of one dispatch.
package protocol DispatchRecord: AnyObject, Sendable {
  /// Whether the item is not run: its promise never settles.
  var isDropped: Bool { get }

  /// Called before the item runs: for an updater on the host's executor, for a side effect on any thread.
  func willRun(afterWaiting seconds: Double)

  /// Called when the item has run, before its promise is settled, and for an updater after the listeners.
  ///
  /// - Parameter result: The value, or the error; nil if the dispatch was cancelled.
  func didRun(_ result: Result<Any, any Error>?)
}

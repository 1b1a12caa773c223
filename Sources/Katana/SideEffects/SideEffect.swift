package import Hydra

/// A side effect whose value and context have no known type.
public protocol AnySideEffect: Dispatchable {
  /// Does the work. It runs on a thread of its own and may block.
  ///
  /// - Returns: The value that the promise of the dispatch resolves with; `()` if there is none.
  /// - Throws: The error that the promise is rejected with.
  func anySideEffect(_ context: any AnySideEffectContext) throws -> Any
}

/// A side effect that works with the app's state and dependencies.
public protocol SideEffect: AnySideEffect {
  associatedtype StateType: State
  associatedtype Dependencies: SideEffectDependencyContainer

  func sideEffect(_ context: SideEffectContext<StateType, Dependencies>) throws
}

extension SideEffect {
  public func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    guard let typed = context as? SideEffectContext<StateType, Dependencies> else {
      throw StoreError.wrongContext(
        sideEffect: debugDescription, expected: String(reflecting: SideEffectContext<StateType, Dependencies>.self),
        actual: String(reflecting: type(of: context)))
    }
    return try sideEffect(typed)
  }
}

/// A side effect with a value, which the promise of its dispatch resolves with.
public protocol ReturningSideEffect: AnySideEffect {
  associatedtype ReturnValue

  func sideEffect(_ context: any AnySideEffectContext) throws -> ReturnValue
}

extension ReturningSideEffect {
  public func anySideEffect(_ context: any AnySideEffectContext) throws -> Any { try sideEffect(context) }
}

/// A side effect that starts work and does not wait for it.
///
/// In a hosted store it runs on the host's executor, between updaters, and uses no thread. An ordinary store runs it like
/// any other side effect. Its context is always that of the store of the whole state, because what it starts, such as navigation,
/// is the app's.
package protocol NonblockingSideEffect: AnySideEffect {
  /// Starts the work. The promise of the dispatch settles as the returned one does.
  func promise(_ context: any AnySideEffectContext) throws -> Promise<Any>
}

extension NonblockingSideEffect {
  package func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    try Hydra.await(promise(context))
  }
}

// MARK: - Dependencies

/// What side effects work with: one instance per store.
public protocol SideEffectDependencyContainer: AnyObject {
  /// - Parameters:
  ///   - dispatch: Dispatches in the store. Items that are dispatched before the store is ready wait.
  ///   - getState: Returns the current state of the store. Do not call it before the store is ready.
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState)
}

/// The dependency container of a store that needs none.
public class EmptySideEffectDependencyContainer: SideEffectDependencyContainer {
  public required init(dispatch _: @escaping AnyDispatch, getState _: @escaping GetState) {}
}

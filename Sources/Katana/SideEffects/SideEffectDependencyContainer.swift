/// What side effects work with: one instance per store.
public protocol SideEffectDependencyContainer: AnyObject {
  /// - Parameters:
  ///   - dispatch: dispatches in the store; what is dispatched before the store is ready waits.
  ///   - getState: the store's state at the time of the call; not to be called before the store is ready.
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState)
}

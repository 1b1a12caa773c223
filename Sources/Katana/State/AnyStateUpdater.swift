/// A state updater whose kind of state is not known.
public protocol AnyStateUpdater: Dispatchable {
  /// The state that follows `currentState`; of the same type, or else the store rejects the dispatch.
  func updatedState(currentState: any State) -> any State
}

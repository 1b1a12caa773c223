/// Changes the state. It does nothing else and depends on nothing but its properties and the state.
public protocol StateUpdater: AnyStateUpdater {
  associatedtype StateType: State

  func updateState(_ state: inout StateType)
}

extension StateUpdater {
  public func updatedState(currentState: any State) -> any State {
    guard var state = currentState as? StateType else { return UnexpectedState(expected: StateType.self) }
    updateState(&state)
    return state
  }
}

/// What an updater returns for a state that is not of its type, so that the store rejects the dispatch.
struct UnexpectedState: State {
  let expected: any State.Type

  init() { expected = UnexpectedState.self }

  init(expected: any State.Type) { self.expected = expected }
}

/// Something that a store handles: a state updater or a side effect.
public protocol Dispatchable {}

extension Dispatchable {
  /// The module-qualified name of the item's type, without the values of its properties. For an item of a feature also the place
  /// of its state, such as `Weather.ChooseCity at \.north`.
  public var debugDescription: String {
    let name = String(reflecting: Self.unscoped)
    return scope?.name.map { "\(name) at \($0)" } ?? name
  }
}

/// The whole state of an app: a value that only state updaters change.
///
/// Many threads read it at the same time, so it should consist of values.
public protocol State {
  init()
}

/// A state updater whose type of state is not known.
public protocol AnyStateUpdater: Dispatchable {
  /// Returns the state that follows `currentState`. The store rejects the dispatch if it has another type.
  func updatedState(currentState: any State) -> any State
}

/// Changes the state. It does nothing else, and depends only on its properties and the state.
public protocol StateUpdater: AnyStateUpdater {
  associatedtype StateType: State

  func updateState(_ state: inout StateType)
}

extension StateUpdater {
  public func updatedState(currentState: any State) -> any State {
    guard var state = currentState as? StateType else {
      return UnexpectedState(expected: StateType.self, actual: type(of: currentState))
    }
    updateState(&state)
    return state
  }
}

/// What an updater returns if the state has not its type. The store then rejects the dispatch.
struct UnexpectedState: State {
  let expected: any State.Type
  let actual: any State.Type
}

extension UnexpectedState {
  init() { self.init(expected: UnexpectedState.self, actual: UnexpectedState.self) }
}

/// A view model that is made from the state and the local state of its screen.
public protocol ViewModelWithLocalState: ViewModelWithState {
  /// The type of the state.
  associatedtype SS where S == SS

  /// The type of the local state.
  associatedtype LS: LocalState

  /// - Parameters:
  ///   - state: nil if the screen was not connected yet.
  ///   - localState: the screen's own state.
  init?(state: SS?, localState: LS)
}

extension ViewModelWithLocalState {
  /// Never called: a screen with local state uses `init(state:localState:)`.
  public init?(state _: SS) {
    fatalError("\(Self.self) is made with init(state:localState:), by a ViewControllerWithLocalState.")
  }
}

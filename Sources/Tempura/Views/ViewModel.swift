public import Katana

/// The values that a view shows.
public protocol ViewModel {}

/// A view model that is made from the state.
public protocol ViewModelWithState: ViewModel {
  /// The type of the state.
  associatedtype S: State

  /// - Returns: Nil if there is nothing to show. The view's model is nil then.
  init?(state: S)
}

/// State of one screen that no other screen needs.
public protocol LocalState {}

/// A view model that is made from the state and the local state of its screen.
public protocol ViewModelWithLocalState: ViewModelWithState {
  /// The type of the state.
  associatedtype SS where S == SS

  /// The type of the local state.
  associatedtype LS: LocalState

  /// - Parameters:
  ///   - state: Nil if the screen was never connected.
  ///   - localState: The screen's local state.
  init?(state: SS?, localState: LS)
}

extension ViewModelWithLocalState {
  /// Never called: a screen with local state calls `init(state:localState:)`.
  public init?(state _: SS) {
    fatalError("\(Self.self) is made with init(state:localState:), by a ViewControllerWithLocalState.")
  }
}

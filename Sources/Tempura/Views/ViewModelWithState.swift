public import Katana

/// A view model that is made from the state.
public protocol ViewModelWithState: ViewModel {
  /// The type of the state.
  associatedtype S: State

  /// - Returns: nil if there is nothing to show; the view's model is nil then.
  init?(state: S)
}

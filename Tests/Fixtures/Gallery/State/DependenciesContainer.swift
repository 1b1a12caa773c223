import Katana
import Tempura

/// The dependencies of side effects: only the navigator.
public final class DependenciesContainer: NavigationProvider {
  public let dispatch: AnyDispatch
  public let getAppState: () -> GalleryState
  public let navigator = Navigator()

  public init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.dispatch = dispatch
    getAppState = {
      guard let state = getState() as? GalleryState else { fatalError("The store of this app has a GalleryState.") }
      return state
    }
  }
}

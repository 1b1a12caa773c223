import Katana
import Tempura

/// What side effects work with: here, only the navigator.
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

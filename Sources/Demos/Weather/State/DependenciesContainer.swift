import Katana
import Tempura

/// What side effects work with: the navigator, and where the weather comes from.
public final class DependenciesContainer: NavigationProvider {
  public let dispatch: AnyDispatch
  public let getAppState: () -> WeatherState
  public let navigator = Navigator()

  /// Set it before anything is dispatched.
  public var weatherService = WeatherService.fixtures

  public init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.dispatch = dispatch
    getAppState = {
      guard let state = getState() as? WeatherState else { fatalError("The store of this app has a WeatherState.") }
      return state
    }
  }
}

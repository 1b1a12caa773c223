import Katana
import Tempura

/// The dependencies of side effects: the navigator and the weather service.
public final class DependenciesContainer: NavigationProvider {
  public let dispatch: AnyDispatch
  public let getAppState: () -> WeatherState
  public let navigator = Navigator()

  /// The source of observations. Set it before the first dispatch.
  public var weatherService = WeatherService.fixtures

  public init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.dispatch = dispatch
    getAppState = {
      guard let state = getState() as? WeatherState else { fatalError("The store of this app has a WeatherState.") }
      return state
    }
  }
}

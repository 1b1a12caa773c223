import Katana
import Tempura
import UIKit

/// Launches the weather as an app of its own.
open class WeatherAppDelegate: UIResponder, UIApplicationDelegate, RootInstaller, ServerConfigurable, RouteURLs {
  public var window: UIWindow?
  var store: Store<WeatherState, DependenciesContainer>!

  /// The source of observations. Default: the observations of one day, which are part of the program.
  open class var weatherService: WeatherService { .fixtures }

  open class var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Weather"
    configuration.bundle = .module
    configuration.stylesheets = [WeatherFeature.stylesheet]
    configuration.languages = ["en", "it", "ar"]
    return configuration
  }

  public static var routePaths: [String: Route] {
    ["/locations": [Screen.weather.rawValue, Screen.locations.rawValue]]
  }

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<WeatherState, DependenciesContainer>()
    store.dependencies.weatherService = Self.weatherService
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: Screen.weather)
    return true
  }

  public func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.weather.rawValue else { return false }
    window?.rootViewController = WeatherFeature.screen(of: store)
    completion()
    return true
  }
}

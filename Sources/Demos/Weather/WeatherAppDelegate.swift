import Katana
import Tempura
import UIKit

/// Launches the app.
open class WeatherAppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  public var window: UIWindow?
  var store: Store<WeatherState, DependenciesContainer>!

  /// Where the weather comes from: what is in the program, unless a subclass says otherwise.
  open class var weatherService: WeatherService { .fixtures }

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
    window?.rootViewController = TodayViewController(store: store)
    completion()
    return true
  }
}

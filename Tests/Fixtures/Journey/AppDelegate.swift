import Katana
import Tempura
import UIKit
import WeatherDemo

/// Where the weather is shown. Raw values are parts of URLs.
enum Place: String, CaseIterable {
  case home, away
}

typealias WeatherStore = Store<WeatherState, DependenciesContainer>

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  private var store: Store<JourneyState, Dependencies>!

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<JourneyState, Dependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "journey")
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "journey" else { return false }
    let weather: [Place: WeatherStore] = [.home: store.scoped(to: \.home), .away: store.scoped(to: \.away)]
    let journey = JourneyViewController(store: store, weather: weather)
    window?.rootViewController = UINavigationController(rootViewController: journey)
    completion()
    return true
  }
}

extension AppDelegate: RouteURLs, ServerConfigurable {
  static var routePaths: [String: Route] {
    [
      "/": ["journey"],
      "/{weather}": ["journey", Screen.weather.rawValue],
      "/{weather}/locations": ["journey", Screen.weather.rawValue, Screen.locations.rawValue],
    ]
  }

  static var routeContexts: [RouteElementIdentifier: ContextType] {
    [Screen.weather.rawValue: .text(Place.self)]
  }

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Journey"
    configuration.bundle = .main
    configuration.stylesheets = [WeatherFeature.stylesheet]
    configuration.languages = ["en", "it"]
    return configuration
  }
}

import Katana
import UIKit

/// Launches the counter: one screen, without a navigator.
open class CounterAppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?
  var store: Store<CounterState, EmptySideEffectDependencyContainer>!

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<CounterState, EmptySideEffectDependencyContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = CounterViewController(store: store)
    window?.makeKeyAndVisible()
    return true
  }
}

// Only a server needs these: the name in the titles of pages, and the app's files.
extension CounterAppDelegate: ServerConfigurable {
  public static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Counter"
    configuration.bundle = .module
    configuration.stylesheets = ["/counter.css"]
    return configuration
  }
}

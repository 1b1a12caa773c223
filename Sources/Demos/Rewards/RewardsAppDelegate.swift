import Katana
import UIKit

/// Launches the app: one page, without a navigator.
open class RewardsAppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?
  var store: Store<RewardsState, RewardsDependencies>!

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<RewardsState, RewardsDependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = HomeViewController(store: store)
    window?.makeKeyAndVisible()
    return true
  }
}

// Only a server needs these: the name in the titles of pages, the app's files and its languages.
extension RewardsAppDelegate: ServerConfigurable {
  public static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Rewards"
    configuration.bundle = .module
    configuration.stylesheets = ["/rewards.css"]
    configuration.languages = ["en", "it", "ar"]
    return configuration
  }
}

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

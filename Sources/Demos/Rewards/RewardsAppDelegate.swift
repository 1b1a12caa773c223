import UIKit

/// Launches the app.
open class RewardsAppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?
}

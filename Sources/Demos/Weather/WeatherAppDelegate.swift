import UIKit

/// Launches the app.
open class WeatherAppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?
}

package import Basics
internal import Katana
internal import Tempura
package import TempuraUI

/// The panel: an app that shows its developer what another app does.
package final class PanelDelegate: UIResponder, UIApplicationDelegate {
  package var window: UIWindow?

  /// What the panel shows. Set before it is served.
  package static let source = Locked<(any PanelSource)?>(nil)

  /// The name of the notification that is posted when something has changed that the panel may show.
  package static let change = "recordings"

  package func application(
    _: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UIViewController()
    window?.makeKeyAndVisible()
    return true
  }
}

import UIKit

/// An app with photos of the user, for Tests/Browser/live_media.py.
@main
class AppDelegate: UIResponder, UIApplicationDelegate, ServerConfigurable {
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UINavigationController(rootViewController: AlbumViewController())
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.languages = ["en"]
    configuration.uploadBytes = 8 << 20
    return configuration
  }
}

import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UINavigationController(rootViewController: MenuViewController())
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}

enum Media {
  static let film = URL(string: "/film.webm")!
  static let bell = URL(string: "/bell.ogg")!
}

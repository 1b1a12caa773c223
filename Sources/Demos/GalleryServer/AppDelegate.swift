import Gallery
import Katana
import Tempura
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<GalleryState, DependenciesContainer>!

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<GalleryState, DependenciesContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: HomeViewController.routeIdentifier)
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == HomeViewController.routeIdentifier else { return false }
    window?.rootViewController = UINavigationController(rootViewController: HomeViewController(store: store))
    completion()
    return true
  }
}

// What only a server needs: here, the app's own style sheet.
extension AppDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Gallery"
    configuration.stylesheets = ["/gallery.css"]
    configuration.languages = ["en", "ar"]
    configuration.uploadBytes = 8 * 1024 * 1024
    return configuration
  }
}

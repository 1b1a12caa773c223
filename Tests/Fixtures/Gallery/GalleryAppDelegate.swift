import Katana
import Tempura
import UIKit

/// Launches the app.
open class GalleryAppDelegate: UIResponder, UIApplicationDelegate, RootInstaller, ServerConfigurable {
  public var window: UIWindow?
  var store: Store<GalleryState, DependenciesContainer>!

  open class var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Gallery"
    configuration.bundle = .module
    configuration.stylesheets = ["/gallery.css"]
    configuration.languages = ["en", "ar"]
    configuration.uploadBytes = 8 * 1024 * 1024
    return configuration
  }

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<GalleryState, DependenciesContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: HomeViewController.routeIdentifier)
    return true
  }

  public func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == HomeViewController.routeIdentifier else { return false }
    window?.rootViewController = UINavigationController(rootViewController: HomeViewController(store: store))
    completion()
    return true
  }
}

import Gallery
import Katana
import Tempura
import TempuraServer
import UIKit

final class GalleryDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<GalleryState, DependenciesContainer>!

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
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

extension GalleryDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.stylesheets = ["/gallery.css"]
    configuration.languages = ["en", "ar"]
    configuration.uploadBytes = 4096
    return configuration
  }
}

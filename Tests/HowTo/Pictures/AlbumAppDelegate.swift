import Foundation
import Katana
import Tempura
import UIKit
import UserFiles

class AlbumAppDelegate: UIResponder, UIApplicationDelegate, ServerConfigurable {
  var window: UIWindow?

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Album"
    configuration.bundle = .module
    configuration.stylesheets = ["/how-to.css", "/album.css"]
    configuration.uploadBytes = 10 << 20
    return configuration
  }

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    let store = Store<AlbumState, EmptySideEffectDependencyContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UINavigationController(rootViewController: AlbumViewController(store: store))
    window?.makeKeyAndVisible()
    return true
  }
}

extension AlbumAppDelegate: FileGuard {
  static func file(named name: String, in state: AlbumState) -> UserFile? {
    state.pictures.first { $0.id == name }.flatMap { FileFolder.pictures.file(of: $0.file) }
  }
}

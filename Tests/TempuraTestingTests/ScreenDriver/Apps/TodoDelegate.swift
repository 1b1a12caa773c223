import Katana
import Tempura
import TempuraServer
import UIKit

@testable import Todo

final class TodoDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<AppState, DependenciesContainer>!

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    store = Store<AppState, DependenciesContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: Screen.list)
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.list.rawValue else { return false }
    window?.rootViewController = ListViewController(store: store, localState: ListLocalState())
    completion()
    return true
  }
}

extension TodoDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "To Do"
    configuration.stylesheets = ["/todo.css"]
    return configuration
  }
}

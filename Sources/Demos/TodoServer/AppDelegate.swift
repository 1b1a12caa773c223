import Katana
import Tempura
import Todo
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<AppState, DependenciesContainer>!

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
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

// What only a server needs: here, the app's own style sheet, and the languages that there are texts in.
extension AppDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "To Do"
    configuration.stylesheets = ["/todo.css"]
    configuration.languages = ["en", "it", "ar"]
    return configuration
  }
}

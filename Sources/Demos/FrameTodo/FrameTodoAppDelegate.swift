import Katana
import Tempura
import Todo
import UIKit

/// Launches the app: the todo list again, with screens that are laid out by frames, as on iOS. It shares state, updaters
/// and icons with `Todo`.
open class FrameTodoAppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  public var window: UIWindow?
  var store: Store<AppState, DependenciesContainer>!

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<AppState, DependenciesContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: Screen.list)
    return true
  }

  public func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.list.rawValue else { return false }
    window?.rootViewController = ListViewController(store: store, localState: ListLocalState())
    completion()
    return true
  }
}

// Only a server needs these: the name in the titles of pages, and the app's files. There is no style sheet.
extension FrameTodoAppDelegate: ServerConfigurable {
  public static var serverConfiguration: ServerConfiguration {
    var configuration = TodoAppDelegate.serverConfiguration
    configuration.stylesheets = []
    configuration.languages = ["en"]
    return configuration
  }
}

import Katana
import Tempura
import UIKit

typealias FlowingListController = ListViewController<TodoCell, ListView<TodoCell>, ChildView, AddItemView>

/// Launches the app.
open class TodoAppDelegate: UIResponder, UIApplicationDelegate, RootInstaller, ServerConfigurable {
  public var window: UIWindow?
  public var store: Store<AppState, DependenciesContainer>!

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<AppState, DependenciesContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: Screen.list)
    return true
  }

  /// Makes the first screen.
  open func makeRoot() -> UIViewController {
    FlowingListController(store: store, localState: ListLocalState())
  }

  public func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.list.rawValue else { return false }
    window?.rootViewController = makeRoot()
    completion()
    return true
  }

  // Only a server needs these: the name in the titles of pages, the app's files and its languages.
  open class var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "To Do"
    configuration.bundle = .module
    configuration.stylesheets = ["/todo.css"]
    configuration.languages = ["en", "it", "ar"]
    configuration.uploadBytes = 0
    return configuration
  }
}

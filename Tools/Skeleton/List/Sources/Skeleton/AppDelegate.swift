import Katana
import Tempura
import UIKit

/// The screens, and their parts of a URL: /skeleton/new
enum Screen: String {
  case list = "skeleton"
  case new
}

final class Dependencies: NavigationProvider {
  let navigator = Navigator()

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

/// The server makes a delegate for each tab, as a phone does for each launch. The tabs of a browser share one state.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<AppState, Dependencies>!

  func application(
    _: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<AppState, Dependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: Screen.list)
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.list.rawValue else { return false }
    window?.rootViewController = ListViewController(store: store)
    completion()
    return true
  }
}

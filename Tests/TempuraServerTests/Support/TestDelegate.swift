import Katana
import Tempura
import TempuraUI

/// Launches an app whose routes begin with one screen.
class TestDelegate<S: State, Dependencies: NavigationProvider>: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<S, Dependencies>!

  /// The name of the first screen.
  var root: String { "home" }

  func makeStore() -> Store<S, Dependencies> { Store() }

  func makeRoot() -> UIViewController { fatalError("\(type(of: self)) has no first screen.") }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = makeStore()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: root)
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == root else { return false }
    window?.rootViewController = makeRoot()
    completion()
    return true
  }
}

/// Launches an app without a navigator.
class WindowDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func makeRoot() -> UIViewController? { nil }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = makeRoot()
    window?.makeKeyAndVisible()
    return true
  }
}

/// The dependencies of an app whose side effects need nothing but the navigator.
final class NavigatorOnly: NavigationProvider {
  let navigator = Navigator()
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

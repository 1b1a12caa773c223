// The app delegate of an iOS app, with the screens of `tempura-readme-9.swift`. Only `@main` is missing, because the
// tests have their own entry.

import Katana
import Tempura
import UIKit

class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<AppState, DependenciesContainer>!

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    store = Store<AppState, DependenciesContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: Screen.list)
    return true
  }

  func installRoot(identifier: RouteElementIdentifier, context: Any?, completion: () -> Void) -> Bool {
    guard identifier == Screen.list.rawValue else { return false }
    window?.rootViewController = ListViewController(store: store)
    completion()
    return true
  }
}

enum Screen: String {
  case list = "list screen"
  case addItem = "add item screen"
}

final class DependenciesContainer: NavigationProvider {
  let navigator = Navigator()
  let dispatch: AnyDispatch
  let getState: GetState

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.dispatch = dispatch
    self.getState = getState
  }
}

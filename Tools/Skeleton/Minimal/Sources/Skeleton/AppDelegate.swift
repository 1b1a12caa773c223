import Katana
import Tempura
import UIKit

class Dependencies: NavigationProvider {
  let navigator = Navigator()

  required init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<SkeletonState, Dependencies>!

  func application(
    _: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<SkeletonState, Dependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "skeleton")
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "skeleton" else { return false }
    window?.rootViewController = SkeletonViewController(store: store)
    completion()
    return true
  }
}

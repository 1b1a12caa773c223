import Katana
import Tempura
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller, ServerConfigurable {
  var window: UIWindow?
  var store: Store<ShopState, Dependencies>!

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Shop"
    configuration.languages = ["en", "it"]
    return configuration
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<ShopState, Dependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.tintColor = Palette.tint
    UINavigationBar.appearance().tintColor = Palette.tint
    store.dependencies.navigator.start(using: self, in: window!, at: Screen.shop)
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.shop.rawValue else { return false }
    window?.rootViewController = ShopTabBarController(store: store)
    completion()
    return true
  }
}

enum Screen: String {
  case shop
  case favourites
  case cart
  case account
  case product
  case filters
  case checkout
  case payment
}

final class Dependencies: NavigationProvider {
  let navigator = Navigator()
  let api = ShopAPI()

  required init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

import Katana
import Tempura
import UIKit
import UserNotifications

enum Screen: String {
  case chats
  case chat
  case contact
  case newGroup
  case settings
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<AppState, DependenciesContainer>!

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<AppState, DependenciesContainer>()
    UINavigationBar.appearance().tintColor = Theme.accent
    UNUserNotificationCenter.current().delegate = self
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) { _, _ in }
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.tintColor = Theme.accent
    window.backgroundColor = .systemBackground
    self.window = window
    store.dependencies.navigator.start(using: self, in: window, at: Screen.chats)
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.chats.rawValue else { return false }
    let navigation = UINavigationController(rootViewController: ChatListViewController(store: store))
    navigation.navigationBar.prefersLargeTitles = true
    window?.rootViewController = navigation
    completion()
    return true
  }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([.banner, .sound])
  }
}

extension AppDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Messenger"
    configuration.languages = ["en"]
    configuration.uploadBytes = 10_000_000
    return configuration
  }
}

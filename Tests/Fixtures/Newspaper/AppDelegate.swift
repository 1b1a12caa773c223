import Katana
import Tempura
import UIKit

enum Screen: String {
  case tabs, front, sections, archive, search, settings
  case article, comments, compose, gallery, subscribe
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<AppState, Dependencies>!

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<AppState, Dependencies>()
    UIApplication.shared.preferredLanguage = store.state.settings.language
    UINavigationBar.appearance().prefersLargeTitles = true
    UINavigationBar.appearance().tintColor = .accent
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.tintColor = .accent
    window.overrideUserInterfaceStyle = store.state.settings.isDark ? .dark : .unspecified
    self.window = window
    store.dependencies.navigator.start(using: self, in: window, at: Screen.tabs)
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.tabs.rawValue else { return false }
    window?.rootViewController = TabsController(store: store)
    completion()
    return true
  }
}

extension AppDelegate: ServerConfigurable, RouteURLs {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Newspaper"
    configuration.languages = ["en", "ar"]
    return configuration
  }

  static var routeContexts: [RouteElementIdentifier: ContextType] {
    ["article": .text(Int.self), "compose": .text(Int.self), "gallery": .text(Int.self)]
  }
}

final class TabsController: UITabBarController {
  init(store: PartialStore<AppState>) {
    super.init(nibName: nil, bundle: nil)
    let split = ArchiveSplitController(store: store)
    let navigations = [
      FrontViewController(store: store), SectionsViewController(store: store),
      SearchViewController(store: store), SettingsViewController(store: store),
    ].map { UINavigationController(rootViewController: $0) }
    viewControllers = [navigations[0], navigations[1], split, navigations[2], navigations[3]]
    let items = [
      ("front", "doc.text"), ("sections", "list.bullet"), ("archive", "archivebox"),
      ("search", "magnifyingglass"), ("settings", "gearshape"),
    ]
    for (controller, (name, symbol)) in zip(viewControllers ?? [], items) {
      controller.tabBarItem = UITabBarItem(
        title: NSLocalizedString("tab.\(name)", comment: ""), image: UIImage(systemName: symbol),
        selectedImage: UIImage(systemName: "\(symbol).fill"))
    }
    viewControllers?[1].tabBarItem.badgeValue = "5"
    tabBar.tintColor = .accent
    store.anyDispatch(LoadStories())
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

final class PlaceholderViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    let empty = EmptyView()
    empty.configure(symbol: "doc.text", title: NSLocalizedString("Choose a story", comment: ""), text: nil)
    empty.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(empty)
    NSLayoutConstraint.activate([
      empty.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      empty.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      empty.widthAnchor.constraint(lessThanOrEqualTo: view.readableContentGuide.widthAnchor),
    ])
  }
}

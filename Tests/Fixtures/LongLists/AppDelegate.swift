import Katana
import Tempura
import UIKit

/// The screens of the app. Raw values are their names in routes.
enum Screen: String, CaseIterable {
  case feed, chat, contacts, photos, sections, plain, followers
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller, ServerConfigurable {
  var window: UIWindow?
  var store: Store<AppState, Dependencies>!

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Long lists"
    configuration.languages = ["en"]
    return configuration
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<AppState, Dependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "lists")
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    window?.rootViewController = UINavigationController(rootViewController: MenuViewController(store: store))
    completion()
    return true
  }
}

/// A table without views of its own: of the screens, or of what one of them shows.
class StoreTableViewController: UITableViewController {
  let store: PartialStore<AppState>

  init(style: UITableView.Style = .plain, title: String, store: PartialStore<AppState>) {
    self.store = store
    super.init(style: style)
    self.title = title
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
  }

  func cell(at indexPath: IndexPath, _ text: String) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = text
    return cell
  }
}

final class MenuViewController: StoreTableViewController, RoutableWithConfiguration {
  init(store: PartialStore<AppState>) { super.init(title: "Lists", store: store) }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Screen.allCases.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    cell(at: indexPath, Screen.allCases[indexPath.row].rawValue.capitalized)
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    store.anyDispatch(Show(Screen.allCases[indexPath.row], animated: true))
  }

  var routeIdentifier: RouteElementIdentifier { "lists" }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    let store = store
    return [
      .show(Screen.feed): .push { _ in FeedViewController(.feed, store: store) },
      .show(Screen.chat): .push { _ in ChatViewController(.chat, store: store) },
      .show(Screen.contacts): .push { _ in ContactsViewController(title: "Contacts", store: store) },
      .show(Screen.photos): .push { _ in PhotosViewController(.photos, store: store) },
      .show(Screen.sections): .push { _ in SectionsViewController(style: .grouped, title: "Sections", store: store) },
      .show(Screen.plain): .push { _ in PlainViewController(.plain, store: store) },
      .show(Screen.followers): .push { _ in FollowersViewController(.followers, store: store) },
    ]
  }
}

class ListViewController<Content: ViewControllerModellableView & UIView>: ViewController<Content>,
  RoutableWithConfiguration
where Content.VM.S == AppState {
  private let screen: Screen

  init(_ screen: Screen, store: PartialStore<AppState>) {
    self.screen = screen
    super.init(store: store)
    title = screen.rawValue.capitalized
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  var routeIdentifier: RouteElementIdentifier { screen.rawValue }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [.hide(screen): .pop] }
}

extension UIView {
  /// Adds a view with constraints.
  func add(_ view: UIView, below guide: UILayoutGuide? = nil, insets: UIEdgeInsets = .zero) {
    view.translatesAutoresizingMaskIntoConstraints = false
    addSubview(view)
    NSLayoutConstraint.activate([
      view.topAnchor.constraint(equalTo: guide?.topAnchor ?? topAnchor, constant: insets.top),
      view.leadingAnchor.constraint(equalTo: leadingAnchor, constant: insets.left),
      view.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -insets.right),
      view.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -insets.bottom),
    ])
  }
}

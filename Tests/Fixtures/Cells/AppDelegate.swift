import Katana
import Synchronization
import Tempura
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller, ServerConfigurable {
  var window: UIWindow?
  var store: Store<CellsState, Dependencies>!

  /// The number of the screen.
  private static let screen = Atomic(0)
  private static let screens = [
    "feed", "rows", "plain", "grouped", "insetGrouped", "plain-framed", "grouped-framed", "insetGrouped-framed",
    "dark", "dark-framed", "outline",
  ]

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Cells"
    configuration.flags = [
      ServerFlag(name: "screen", placeholder: "NAME", help: "\(screens.joined(separator: ", ")) (default: feed).") {
        name in
        guard let number = screens.firstIndex(of: name) else { return false }
        screen.store(number, ordering: .relaxed)
        return true
      }
    ]
    return configuration
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<CellsState, Dependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "cells")
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "cells" else { return false }
    window?.rootViewController = firstController
    completion()
    return true
  }

  private var firstController: UIViewController {
    let number = AppDelegate.screen.load(ordering: .relaxed)
    switch number {
    case 0: return FeedViewController(store: store)
    case 1: return RowsViewController()
    case 8, 9: return DarkViewController.tabs(isLaidOut: number == 9)
    case 10: return UINavigationController(rootViewController: OutlineViewController())
    default:
      let styles: [UITableView.Style] = [.plain, .grouped, .insetGrouped]
      return UINavigationController(
        rootViewController: KindsViewController(style: styles[(number - 2) % 3], isLaidOut: number >= 5))
    }
  }
}

struct CellsState: State, Codable {
  var liked: Set<Int> = []
}

struct ToggleLike: StateUpdater {
  let post: Int
  func updateState(_ state: inout CellsState) {
    if state.liked.remove(post) == nil { state.liked.insert(post) }
  }
}

final class Dependencies: NavigationProvider {
  let navigator = Navigator()
  required init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

import Katana
import Synchronization
import Tempura
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller, ServerConfigurable {
  var window: UIWindow?
  var store: Store<CellsState, Dependencies>!

  /// Whether the app shows a table of short rows instead of the feed.
  private static let showsRows = Atomic(false)

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Cells"
    configuration.flags = [
      ServerFlag(name: "screen", placeholder: "NAME", help: "feed or rows (default: feed).") { name in
        showsRows.store(name == "rows", ordering: .relaxed)
        return ["feed", "rows"].contains(name)
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
    window?.rootViewController =
      AppDelegate.showsRows.load(ordering: .relaxed) ? RowsViewController() : FeedViewController(store: store)
    completion()
    return true
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

import Foundation
import Hydra
import Katana
import Synchronization
import Tempura

@testable import TempuraLocalization
@testable import TempuraServer
@testable import TempuraUI

// The app of most tests. The button `go` of a screen does what its field says: a verb, and a text.

struct LibraryState: State, Codable {
  var count = 0
  var role = ""
  var notes: [String] = []
}

struct Count: StateUpdater {
  func updateState(_ state: inout LibraryState) { state.count += 1 }
}

struct BecomeRole: StateUpdater {
  let role: String
  func updateState(_ state: inout LibraryState) { state.role = role }
}

struct TakeNote: StateUpdater {
  let text: String
  func updateState(_ state: inout LibraryState) { state.notes.append(text) }
}

struct AwaitInUpdater: StateUpdater {
  // Safe because the updater runs in the turn of the screen that dispatched it.
  nonisolated(unsafe) let dispatch: () -> Promise<Void>

  func updateState(_ state: inout LibraryState) {
    do { try Hydra.await(dispatch()) } catch { state.notes.append("\(error)".contains("updater") ? "refused" : "?") }
  }
}

// MARK: - Delegates

class LibraryDelegate: TestDelegate<LibraryState, NavigatorOnly>, RouteURLs {
  class var routeContexts: [RouteElementIdentifier: ContextType] {
    ["book": .text(Int.self).optional, "shelf": .json(ShelfContext.self).optional]
  }
  class var routePaths: [String: Route] { [:] }

  private static let launches = Atomic<Int>(0)

  /// A number that is different for each launch.
  let number = LibraryDelegate.launches.add(1, ordering: .relaxed).newValue

  override var root: String { "list" }

  override func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    switch identifier {
    case "list", "welcome": window?.rootViewController = PageController(identifier, context, store: store)
    case "desk": window?.rootViewController = DeskController("desk", store: store)
    case "tabs":
      let tabs = TabsController()
      tabs.viewControllers = ["left", "right"].map { PageController($0, nil, store: store) }
      window?.rootViewController = tabs
    default: return false
    }
    completion()
    return true
  }
}

/// The library with its own paths.
final class PrettyLibraryDelegate: LibraryDelegate {
  override class var routePaths: [String: Route] {
    [
      "/": ["list"], "/books/{book}": ["list", "book"], "/notes/{note}": ["list", "note"], "/enter": ["list", "login"],
    ]
  }
}

/// The library with a path that is the URL of another screen.
final class GreedyLibraryDelegate: LibraryDelegate {
  override class var routePaths: [String: Route] { ["/list/book": ["list", "login"]] }
}

/// The library with invalid paths.
final class MistakenLibraryDelegate: LibraryDelegate {
  override class var routePaths: [String: Route] { ["/health": ["list"]] }
}

/// The library with a route guard, whose answer depends on the role in the state.
final class GuardedLibraryDelegate: LibraryDelegate, RouteGuard {
  func access(to route: Route, in state: LibraryState) -> RouteAccess {
    switch (state.role, route) {
    case ("guest", ["list", "book"]), ("guest", ["list", "note"]): .redirect(to: ["list", "login"])
    case ("nobody", ["list", "book"]): .refused
    case ("chain", ["list", "book"]): .redirect(to: ["list", "note"])
    case ("chain", ["list", "note"]): .redirect(to: ["list", "shelf"])
    case ("refusing", ["list", "book"]): .redirect(to: ["list", "login"])
    case ("refusing", ["list", "login"]): .refused
    case ("circle", ["list", "book"]): .redirect(to: ["list", "note"])
    case ("circle", ["list", "note"]): .redirect(to: ["list", "book"])
    case ("self", ["list", "book"]): .redirect(to: ["list", "book"])
    case ("moving", ["tabs", "left"]): .redirect(to: ["tabs"])
    case ("home", ["list"]): .redirect(to: [])
    case ("outsider", ["list"]): .redirect(to: ["list", "login"])
    case ("lost", ["list", "book"]): .redirect(to: ["list", "page"])
    case ("tabless", ["tabs", "left"]): .refused
    case ("lock", ["list", "detail"]): .refused
    case ("sendAway", ["list", "detail"]): .redirect(to: ["list"])
    default: .allowed
    }
  }
}

// MARK: - Scenes

// As docs/moving.md advises. It holds in the whole module.
extension Thread {
  class var isMainThread: Bool { UIApplication.isMainThread }
}

struct NoteNotification: StateUpdater, NotificationObserverDispatchable {
  let text: String

  init?(notification: Notification) {
    text =
      notification.name == UIApplication.didBecomeActiveNotification ? "active" : notification.object as? String ?? ""
  }

  func updateState(_ state: inout LibraryState) { state.notes.append(text) }
}

/// The library with a scene delegate, which listens to notifications.
final class LibraryOfScenesDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(
      name: "Default Configuration", sessionRole: connectingSceneSession.role)
    configuration.delegateClass = LibrarySceneDelegate.self
    return configuration
  }
}

final class LibrarySceneDelegate: UIResponder, UIWindowSceneDelegate, RootInstaller {
  static let news = Notification.Name("LibraryNews")

  var window: UIWindow?
  var store: Store<LibraryState, NavigatorOnly>!

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    store = Store<LibraryState, NavigatorOnly>(interceptors: [
      ObserverInterceptor.observe([
        .onNotification(UIApplication.didBecomeActiveNotification, [NoteNotification.self]),
        .onNotification(Self.news, [NoteNotification.self]),
      ])
    ])
    window = UIWindow(windowScene: windowScene)
    store.dependencies.navigator.start(using: self, in: window!, at: "list")
  }

  func sceneDidBecomeActive(_ scene: UIScene) { store.dispatch(TakeNote(text: "scene")) }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "list" else { return false }
    window?.rootViewController = PageController("list", context, store: store)
    completion()
    return true
  }
}

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

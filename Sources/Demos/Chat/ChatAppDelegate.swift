import Katana
import Tempura
import UIKit

/// Launches the chat.
open class ChatAppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  public var window: UIWindow?
  var store: Store<ChatState, ChatDependencies>!

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<ChatState, ChatDependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "rooms")
    return true
  }

  public func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "rooms" else { return false }
    let rooms = ChatViewController(store: store, localState: Place(room: nil))
    window?.rootViewController = UINavigationController(rootViewController: rooms)
    completion()
    return true
  }
}

final class ChatDependencies: NavigationProvider {
  let navigator = Navigator()

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

// Only a server needs these: what users share, the URLs of rooms, and the app's name and style sheet.
extension ChatAppDelegate: SharedState, RouteURLs, ServerConfigurable {
  public static var sharedParts: [SharedPart<ChatState>] {
    [
      .part(\.lobby, named: "lobby", of: { _ in "all" }),
      .part(\.talk, named: "room", of: \.room, present: \.people, as: \.name),
    ]
  }

  public static var routePaths: [String: Route] { ["/rooms/{room}": ["rooms", "room"]] }
  public static var routeContexts: [RouteElementIdentifier: ContextType] { ["room": .text(Name.self)] }

  public static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Chat"
    configuration.bundle = .module
    configuration.stylesheets = ["/chat.css"]
    return configuration
  }
}

import Katana
import Synchronization
import UIKit

/// Launches the counter: one screen, without a navigator.
open class CounterAppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?
  var store: Store<CounterState, EmptySideEffectDependencyContainer>!

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<CounterState, EmptySideEffectDependencyContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = CounterViewController(store: store)
    window?.makeKeyAndVisible()
    return true
  }
}

/// The name of the counter that all users share; nil without the flag `--shared`.
private let sharedName = Mutex<String?>(nil)

// Only a server needs these: what users share, the name in the titles of pages, and the app's files.
extension CounterAppDelegate: SharedState, ServerConfigurable {
  public static var sharedParts: [SharedPart<CounterState>] {
    guard let name = sharedName.withLock(\.self) else { return [] }
    return [.part(\.counter, named: "counter", of: { _ in name })]
  }

  public static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Counter"
    configuration.bundle = .module
    configuration.stylesheets = ["/counter.css"]
    configuration.flags = [
      ServerFlag(
        name: "shared", placeholder: "NAME",
        help: "All users share the counter of this name (default: each has a counter)."
      ) { name in
        sharedName.withLock { $0 = name }
        return !name.isEmpty
      }
    ]
    return configuration
  }
}

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

/// The names of the counters that users share; empty without the flag `--shared`.
let sharedNames = Mutex<[String]>([])

// Only a server needs these: what users share, the name in the titles of pages, and the app's files.
extension CounterAppDelegate: SharedState, ServerConfigurable {
  public static var sharedParts: [SharedPart<CounterState>] {
    sharedNames.withLock { $0.isEmpty ? [] : [.part(\.counter, named: "counter", of: \.shared)] }
  }

  public static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Counter"
    configuration.bundle = .module
    configuration.stylesheets = ["/counter.css"]
    configuration.flags = [
      ServerFlag(
        name: "shared", placeholder: "NAME,…",
        help: "Each user shares one of the counters of these names (default: each has a counter)."
      ) { text in
        let names = text.split(separator: ",").map(String.init)
        sharedNames.withLock { $0 = names }
        return !names.isEmpty
      }
    ]
    return configuration
  }
}

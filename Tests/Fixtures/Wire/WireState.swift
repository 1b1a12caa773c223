import Katana
import Tempura
import UIKit

public struct WireState: State, Codable {
  public var notes: [String] = []
  public init() {}
}

struct AddNote: StateUpdater {
  let text: String
  func updateState(_ state: inout WireState) { state.notes.append(text) }
}

struct WireModel: ViewModelWithState {
  let notes: String
  init?(state: WireState) { notes = state.notes.joined(separator: ",") }
}

public final class WireDependencies: NavigationProvider {
  public let navigator = Navigator()
  public init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

open class WireDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  public var window: UIWindow?
  public var store: Store<WireState, WireDependencies>!

  open func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<WireState, WireDependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "wire")
    return true
  }

  open func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    window?.rootViewController = WireViewController(store: store)
    completion()
    return true
  }
}

import Dispatch
import Foundation
import Hydra
import Katana
import Tempura
import TempuraServer
import TempuraUI

// An app with a scene delegate, which opens URLs, copies, listens to notifications and uses the main queue.

// As docs/moving.md advises. It holds in the whole module.
extension Thread {
  class var isMainThread: Bool { UIApplication.isMainThread }
}

struct CourierState: State, Codable {
  var log: [String] = []
}

struct Write: StateUpdater {
  let text: String
  func updateState(_ state: inout CourierState) { state.log.append(text) }
}

struct WriteNotification: StateUpdater, NotificationObserverDispatchable {
  let text: String

  init?(notification: Notification) {
    text =
      notification.name == UIApplication.didBecomeActiveNotification ? "active" : notification.object as? String ?? ""
  }

  func updateState(_ state: inout CourierState) { state.log.append(text) }
}

struct CourierModel: ViewModelWithState {
  let log: String
  init?(state: CourierState) { log = state.log.joined(separator: ",") }
}

final class CourierView: UIView, ViewControllerModellableView {
  let logLabel = UILabel()
  let field = UITextField()
  var didTap: ((String, String) -> Void)?

  static let actions = ["open", "copy", "say", "post", "main", "after", "background", "thread"]

  func setup() {
    addSubview(logLabel)
    field.accessibilityLabel = "x"
    addSubview(field)
    for action in Self.actions {
      let button = UIButton()
      button.setTitle(action, for: .normal)
      button.accessibilityIdentifier = action
      button.on(.touchUpInside) { [unowned self] _ in didTap?(action, field.text ?? "") }
      addSubview(button)
    }
  }

  func style() {}
  func update(oldModel: CourierModel?) { logLabel.text = model?.log }
}

final class CourierController: ViewController<CourierView>, Routable {
  static let news = Notification.Name("CourierNews")

  var routeIdentifier: RouteElementIdentifier { "courier" }

  override func setupInteraction() {
    rootView.didTap = { [unowned self] action, text in
      // Safe because only code of the session uses it. In Swift 5 mode, which most apps use, no such variable is needed.
      nonisolated(unsafe) weak let controller = self
      switch action {
      case "open":
        UIApplication.shared.open(URL(string: text)!) { [unowned self] in dispatch(Write(text: "\($0)")) }
      case "copy": UIPasteboard.general.string = text
      case "say": UIAccessibility.post(notification: .announcement, argument: text)
      case "post": NotificationCenter.default.post(name: Self.news, object: text)
      case "main":
        DispatchQueue.main.async { controller?.dispatch(Write(text: "in the session")) }
      case "after":
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { controller?.dispatch(Write(text: "later")) }
      case "thread":
        let first = Thread.isMainThread
        DispatchQueue.global().async {
          let second = Thread.isMainThread
          DispatchQueue.main.async {
            controller?.dispatch(Write(text: "main \(first) \(second) \(Thread.isMainThread)"))
          }
        }
      default:
        DispatchQueue.global().async {
          let isHere = UIApplication.shared.delegate is CourierDelegate
          DispatchQueue.main.async { controller?.dispatch(Write(text: "back \(isHere)")) }
        }
      }
    }
  }
}

final class CourierDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(
      name: "Default Configuration", sessionRole: connectingSceneSession.role)
    configuration.delegateClass = CourierSceneDelegate.self
    return configuration
  }
}

final class CourierSceneDelegate: UIResponder, UIWindowSceneDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<CourierState, NavigatorOnly>!

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    store = Store<CourierState, NavigatorOnly>(interceptors: [
      ObserverInterceptor.observe([
        .onNotification(UIApplication.didBecomeActiveNotification, [WriteNotification.self]),
        .onNotification(CourierController.news, [WriteNotification.self]),
      ])
    ])
    window = UIWindow(windowScene: windowScene)
    store.dependencies.navigator.start(using: self, in: window!, at: "courier")
  }

  func sceneDidBecomeActive(_ scene: UIScene) { store.dispatch(Write(text: "scene")) }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "courier" else { return false }
    window?.rootViewController = CourierController(store: store)
    completion()
    return true
  }
}

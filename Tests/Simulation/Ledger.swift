import Foundation
import Hydra
import Katana
import Tempura
import TempuraServer
import TempuraUI

// An app whose state is the list of what its users did. A form sends a command.

protocol LedgerState: State, Codable {
  var tokens: [String] { get set }
}

/// The state of the first release.
struct FirstState: LedgerState {
  var tokens: [String] = []
}

/// The state of the second release, which has another name for the same.
struct SecondState: LedgerState {
  var entries: [String] = []
  var tokens: [String] {
    get { entries }
    set { entries = newValue }
  }
}

struct AddToken<S: LedgerState>: StateUpdater {
  let token: String
  var renewsSession = false

  func updateState(_ state: inout S) {
    state.tokens.append(token)
    if renewsSession { UIApplication.shared.renewSession() }
  }
}

/// Adds a token when the history says so.
struct AddLater<S: LedgerState>: NonblockingSideEffect {
  let token: String
  var renewsSession = false

  func promise(_ context: any AnySideEffectContext) throws -> Promise<Any> {
    let (promise, cause, world) = (Promise<Any>(), Main.cause, World.current!)
    world.after(Command.delay(of: token), on: world.server) {
      Main.$cause.withValue(cause) {
        context.anyDispatch(AddToken<S>(token: token, renewsSession: renewsSession))
        promise.resolve(())
      }
    }
    return promise
  }
}

/// What a form asks for.
enum Command {
  /// How long the side effect takes that adds a token, in seconds: the token ends with it.
  static func delay(of token: String) -> Double {
    Double(token.split(separator: "~").last.flatMap { Int($0) } ?? 0) / 1000
  }
}

final class LedgerDependencies: NavigationProvider {
  let navigator = Navigator()
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

struct LedgerModel<S: LedgerState>: ViewModelWithState {
  let tokens: String
  init?(state: S) { tokens = state.tokens.joined(separator: ",") }
}

final class LedgerView<S: LedgerState>: UIView, ViewControllerModellableView {
  let tokens = UILabel()
  let field = UITextField()
  let button = UIButton()
  var didTap: (() -> Void)?

  func setup() {
    field.accessibilityLabel = "Command"
    button.setTitle("Go", for: .normal)
    button.on(.touchUpInside) { [unowned self] _ in didTap?() }
    for view in [tokens, field, button] as [UIView] { addSubview(view) }
  }

  func style() {}
  func update(oldModel: LedgerModel<S>?) { tokens.text = "(\(model?.tokens ?? ""))" }
}

final class LedgerController<S: LedgerState>: ViewController<LedgerView<S>>, RoutableWithConfiguration {
  let name: String
  var routeIdentifier: RouteElementIdentifier { name }

  init(_ name: String, store: PartialStore<S>) {
    self.name = name
    super.init(store: store)
  }

  required init?(coder: NSCoder) { nil }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    guard name == "ledger" else { return [.hide(name): .dismissModally(behaviour: .hard)] }
    return [.show("detail"): .presentModally { [unowned self] _ in LedgerController("detail", store: store) }]
  }

  override func setupInteraction() {
    rootView.field.accessibilityIdentifier = "\(name).field"
    rootView.button.accessibilityIdentifier = "\(name).go"
    rootView.tokens.accessibilityIdentifier = "\(name).tokens"
    rootView.didTap = { [unowned self] in
      let words = (rootView.field.text ?? "").split(separator: " ").map(String.init)
      rootView.field.text = ""
      if words.count == 3 { run(words[0], words[1], words[2]) }
    }
  }

  private func run(_ command: String, _ token: String, _ late: String) {
    switch command {
    case "add": dispatch(AddToken<S>(token: token))
    case "later": dispatch(AddLater<S>(token: late))
    case "both":
      dispatch(AddToken<S>(token: token))
      dispatch(AddLater<S>(token: late))
    case "renew": dispatch(AddToken<S>(token: token, renewsSession: true))
    case "renewBoth":
      dispatch(AddToken<S>(token: token, renewsSession: true))
      dispatch(AddLater<S>(token: late))
    case "renewLater": dispatch(AddLater<S>(token: late, renewsSession: true))
    case "end": UIApplication.shared.endSession()
    case "show": if name == "ledger" { dispatch(Show("detail")) }
    case "hide": if name == "detail" { dispatch(Hide()) }
    default: break
    }
  }
}

class LedgerDelegate<S: LedgerState>: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<S, LedgerDependencies>!

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<S, LedgerDependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "ledger")
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "ledger" else { return false }
    window?.rootViewController = LedgerController("ledger", store: store)
    completion()
    return true
  }
}

final class FirstRelease: LedgerDelegate<FirstState> {}

final class SecondRelease: LedgerDelegate<SecondState>, StateMigrations {
  static let stateVersion = 2

  static func migrate(_ json: Data, fromVersion version: Int) throws -> any State {
    SecondState(entries: try JSONDecoder().decode(FirstState.self, from: json).tokens)
  }
}

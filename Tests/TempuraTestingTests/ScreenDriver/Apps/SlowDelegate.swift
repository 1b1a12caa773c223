import Dispatch
import Foundation
import Hydra
import Katana
import Basics
import Tempura
import TempuraServer
import UIKit

/// An app whose buttons start work that has not ended when the next page is loaded.
final class SlowDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<SlowState, SlowDependencies>!

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    store = Store<SlowState, SlowDependencies>(interceptors: [
      ObserverInterceptor.observe([.onNotification(Notification.Name("slow"), [WorkOfObserver.self])])
    ])
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "slow")
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    window?.rootViewController = SlowViewController(store: store)
    completion()
    return true
  }
}

extension SlowDelegate: RouteGuard {
  /// Called for each page. The first page after the tap is its answer; the second lets the work end.
  func access(to route: Route, in state: SlowState) -> RouteAccess {
    state.gate?.wasAsked()
    return .allowed
  }
}

extension SlowDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.sideEffectTimeout = 0
    return configuration
  }
}

/// Opens on the second call.
final class Gate: Sendable {
  private let questions = Locked(0)
  private let isOpen = DispatchSemaphore(value: 0)

  func wasAsked() {
    let isSecond = questions.withLock { questions in
      questions += 1
      return questions == 2
    }
    if isSecond { isOpen.signal() }
  }

  func wait() { isOpen.wait() }

  /// Closes the gate again. The next call opens it: only one page is loaded while the side effect of the observer runs.
  func close() { questions.withLock { $0 = 1 } }
}

struct SlowState: State {
  var gate: Gate?
  var isDone = false
}

final class SlowDependencies: NavigationProvider {
  let navigator = Navigator()
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

struct Begin: StateUpdater {
  let gate: Gate
  func updateState(_ state: inout SlowState) { state.gate = gate }
}

struct Finish: StateUpdater {
  func updateState(_ state: inout SlowState) { state.isDone = true }
}

struct Work: SideEffect {
  let gate: Gate

  func sideEffect(_ context: SideEffectContext<SlowState, SlowDependencies>) throws {
    gate.wait()
    try Hydra.await(context.dispatch(Finish()))
  }
}

/// Leads to the side effect of an observer when it ends, which the next page starts.
struct WorkAndTell: SideEffect {
  let gate: Gate

  func sideEffect(_ context: SideEffectContext<SlowState, SlowDependencies>) throws {
    gate.wait()
    gate.close()
    Server.changed("slow")
  }
}

struct WorkOfObserver: SideEffect, NotificationObserverDispatchable {
  init?(notification: Notification) {}

  func sideEffect(_ context: SideEffectContext<SlowState, SlowDependencies>) throws {
    context.getState().gate?.wait()
    try Hydra.await(context.dispatch(Finish()))
  }
}

/// Waits for ever.
struct WorkForEver: SideEffect {
  func sideEffect(_ context: SideEffectContext<SlowState, SlowDependencies>) throws {
    try Hydra.await(Promise<Void>())
  }
}

/// Runs work on the main queue.
struct AskMainQueue: SideEffect {
  func sideEffect(_ context: SideEffectContext<SlowState, SlowDependencies>) throws {
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { isDone.signal() }
    isDone.wait()
    try Hydra.await(context.dispatch(Finish()))
  }
}

struct SlowModel: ViewModelWithState {
  let text: String
  init(state: SlowState) { text = state.isDone ? "All is done" : "Nothing is done" }
}

final class SlowView: UIView, ViewControllerModellableView {
  private let label = UILabel()
  private let button = UIButton(type: .system)
  private let tellButton = UIButton(type: .system)
  private let endlessButton = UIButton(type: .system)
  private let mainButton = UIButton(type: .system)
  var didTap: Interaction?
  var didTapTell: Interaction?
  var didTapEndless: Interaction?
  var didTapMain: Interaction?

  func setup() {
    for view in [label, button, tellButton, endlessButton, mainButton] as [UIView] { addSubview(view) }
    button.on(.touchUpInside) { [unowned self] _ in didTap?() }
    tellButton.on(.touchUpInside) { [unowned self] _ in didTapTell?() }
    endlessButton.on(.touchUpInside) { [unowned self] _ in didTapEndless?() }
    mainButton.on(.touchUpInside) { [unowned self] _ in didTapMain?() }
  }

  func style() {
    button.setTitle("Work", for: .normal)
    tellButton.setTitle("Work and tell", for: .normal)
    endlessButton.setTitle("Work for ever", for: .normal)
    mainButton.setTitle("Ask the main queue", for: .normal)
  }

  func update(oldModel: SlowModel?) { label.text = model?.text }
}

final class SlowViewController: ViewController<SlowView> {
  override func setupInteraction() {
    rootView.didTap = { [unowned self] in
      let gate = Gate()
      dispatch(Begin(gate: gate))
      dispatch(Work(gate: gate))
    }
    rootView.didTapTell = { [unowned self] in
      let gate = Gate()
      dispatch(Begin(gate: gate))
      dispatch(WorkAndTell(gate: gate))
    }
    rootView.didTapEndless = { [unowned self] in dispatch(WorkForEver()) }
    rootView.didTapMain = { [unowned self] in dispatch(AskMainQueue()) }
  }
}

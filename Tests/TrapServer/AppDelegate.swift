import Glibc
import Katana
import Synchronization
import Tempura
import UIKit

/// An app for tests of what happens when code of an app stops the process: a counter with buttons that trap.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  var store: Store<TrapState, EmptySideEffectDependencyContainer>!

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // A test makes this file, so that no worker can start until it is removed.
    precondition(access("trap-at-start", F_OK) != 0, "the file trap-at-start exists")
    // The same for visitors. The first launch of a process is the server's own check.
    let isCheck = !wasLaunched.exchange(true, ordering: .relaxed)
    precondition(isCheck || access("trap-at-launch", F_OK) != 0, "the file trap-at-launch exists")
    store = Store<TrapState, EmptySideEffectDependencyContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = TrapViewController(store: store)
    window?.makeKeyAndVisible()
    return true
  }
}

struct TrapState: State, Codable {
  var counter = 0
  /// Whether the screen traps in every process but the one that broke it.
  var isBroken = false
}

private let isBrokenHere = Atomic(false)
private let wasLaunched = Atomic(false)

struct Increment: StateUpdater {
  func updateState(_ state: inout TrapState) { state.counter += 1 }
}

struct BreakScreen: StateUpdater {
  func updateState(_ state: inout TrapState) {
    isBrokenHere.store(true, ordering: .relaxed)
    state.isBroken = true
  }
}

struct Trap: StateUpdater {
  func updateState(_ state: inout TrapState) { fatalError("the updater traps") }
}

struct Unwrap: StateUpdater {
  func updateState(_ state: inout TrapState) {
    let limits: [Int: Int] = [:]
    state.counter = limits[state.counter]!  // the line that traps
  }
}

/// Traps when the file trap-now exists, which is after the answer.
struct TrapLater: SideEffect {
  func sideEffect(_ context: SideEffectContext<TrapState, EmptySideEffectDependencyContainer>) throws {
    while access("trap-now", F_OK) != 0 { usleep(1000) }
    context.dispatch(Trap())
  }
}

struct Recurse: StateUpdater {
  func updateState(_ state: inout TrapState) { state.counter = depth(of: state.counter) }

  private func depth(of number: Int) -> Int { number == .max ? 0 : depth(of: number + 1) &+ getpid().hashValue }
}

struct TrapInSideEffect: SideEffect {
  func sideEffect(_ context: SideEffectContext<TrapState, EmptySideEffectDependencyContainer>) throws {
    let none: [Int] = []
    print(none[context.getState().counter])
  }
}

struct RecurseInSideEffect: SideEffect {
  func sideEffect(_ context: SideEffectContext<TrapState, EmptySideEffectDependencyContainer>) throws {
    var state = context.getState()
    Recurse().updateState(&state)
  }
}

struct TrapViewModel: ViewModelWithState {
  let text: String
  init(state: TrapState) {
    precondition(!state.isBroken || isBrokenHere.load(ordering: .relaxed), "the screen traps")
    text = "the counter is at \(state.counter)"
  }
}

final class TrapView: UIView, ViewControllerModellableView {
  let label = UILabel()
  let addButton = UIButton(type: .custom)
  let trapButton = UIButton(type: .custom)
  let unwrapButton = UIButton(type: .custom)
  let recurseButton = UIButton(type: .custom)
  let breakButton = UIButton(type: .custom)
  let laterButton = UIButton(type: .custom)
  let workButton = UIButton(type: .custom)
  let recurseInSideEffectButton = UIButton(type: .custom)
  var didTap: ((any Dispatchable) -> Void)?

  func setup() {
    let buttons: [(UIButton, any Dispatchable)] = [
      (addButton, Increment()), (trapButton, Trap()), (unwrapButton, Unwrap()), (recurseButton, Recurse()),
      (breakButton, BreakScreen()),
      (laterButton, TrapLater()),
      (workButton, TrapInSideEffect()), (recurseInSideEffectButton, RecurseInSideEffect()),
    ]
    addSubview(label)
    for (button, dispatchable) in buttons {
      button.on(.touchUpInside) { [unowned self] _ in didTap?(dispatchable) }
      addSubview(button)
    }
  }

  func style() {
    addButton.setTitle("Add", for: .normal)
    trapButton.setTitle("Trap", for: .normal)
    unwrapButton.setTitle("Unwrap", for: .normal)
    recurseButton.setTitle("Recurse", for: .normal)
    breakButton.setTitle("Break", for: .normal)
    laterButton.setTitle("Later", for: .normal)
    workButton.setTitle("Work", for: .normal)
    recurseInSideEffectButton.setTitle("Recurse elsewhere", for: .normal)
  }

  func update(oldModel: TrapViewModel?) { label.text = model?.text }
}

final class TrapViewController: ViewController<TrapView> {
  override func setupInteraction() { rootView.didTap = { [unowned self] in dispatch($0) } }
}

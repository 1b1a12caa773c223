import Dispatch
import Foundation
import Hydra
import Katana
import Synchronization
import Tempura
import TempuraServer
import TempuraUI

// A small app. Each of its buttons does something that a test needs.

struct ShopState: State, Codable {
  var count = 0
  var notes: [String] = []
  var isLocked = false
  var isSentAway = false
}

struct Increment: StateUpdater {
  func updateState(_ state: inout ShopState) { state.count += 1 }
}

struct Lock: StateUpdater {
  func updateState(_ state: inout ShopState) { state.isLocked = true }
}

struct SendAway: StateUpdater {
  func updateState(_ state: inout ShopState) { state.isSentAway = true }
}

struct AwaitInUpdater: StateUpdater {
  // Safe because the updater runs in the turn of the screen that dispatched it.
  nonisolated(unsafe) let dispatch: () -> Promise<Void>

  func updateState(_ state: inout ShopState) {
    do { try Hydra.await(dispatch()) } catch { state.notes.append("\(error)".contains("updater") ? "refused" : "?") }
  }
}

struct TakeNote: StateUpdater {
  let text: String
  func updateState(_ state: inout ShopState) { state.notes.append(text) }
}

typealias ShopContext = SideEffectContext<ShopState, NavigatorOnly>

struct Failure: Error {}

struct Fail: SideEffect {
  func sideEffect(_ context: ShopContext) throws { throw Failure() }
}

/// Waits until the test opens the gate.
struct WaitForGate: SideEffect {
  let gate: String
  let fails: Bool
  var lastGate: String?

  func sideEffect(_ context: ShopContext) throws {
    Gates.of(gate).wait()
    if fails { throw Failure() }
    try Hydra.await(context.dispatch(Increment()))
    if let lastGate { Gates.of(lastGate).wait() }
  }
}

/// Awaits a side effect of the same kind, which awaits another.
struct Nested: SideEffect {
  let depth: Int

  func sideEffect(_ context: ShopContext) throws {
    if depth > 0 { try Hydra.await(context.dispatch(Nested(depth: depth - 1))) }
    try Hydra.await(context.dispatch(Increment()))
  }
}

/// Counts the side effects of its kind that run at once. Waits for a signal or a promise of the test.
struct Crowd: SideEffect {
  let gate: String
  let awaits: Bool

  func sideEffect(_ context: ShopContext) throws {
    Crowds.enter(gate)
    if awaits { try Hydra.await(Crowds.promise(of: gate)) } else { Gates.of(gate).wait() }
    Crowds.leave(gate)
    try Hydra.await(context.dispatch(Nested(depth: 0)))
  }
}

/// Counts the side effects of a test that run at once.
enum Crowds {
  struct Crowd {
    var inside = 0
    var peak = 0
    let promise = Promise<Void>()
  }

  private static let crowds = Mutex<[String: Crowd]>([:])

  private static func change(_ name: String, by number: Int) {
    crowds.withLock { crowds in
      crowds[name, default: Crowd()].inside += number
      crowds[name]!.peak = max(crowds[name]!.peak, crowds[name]!.inside)
    }
  }

  static func enter(_ name: String) { change(name, by: 1) }
  static func leave(_ name: String) { change(name, by: -1) }
  static func inside(_ name: String) -> Int { crowds.withLock { $0[name]?.inside ?? 0 } }
  static func peak(_ name: String) -> Int { crowds.withLock { $0[name]?.peak ?? 0 } }
  static func promise(of name: String) -> Promise<Void> { crowds.withLock { $0[name, default: Crowd()].promise } }
}

/// Asks for the screens again and again, from the thread of a side effect, while updaters run.
struct ReadScreens: SideEffect {
  func sideEffect(_ context: ShopContext) throws {
    var names: Set<String> = []
    for _ in 0..<50 {
      context.dispatch(Increment())
      names.formUnion(UIApplication.shared.currentRoutableIdentifiers)
    }
    try Hydra.await(context.dispatch(TakeNote(text: names.sorted().joined())))
  }
}

/// A side effect with promises.
struct Promised: SideEffect {
  func sideEffect(_ context: ShopContext) throws {
    let promise = Promise<String>(in: .background) { resolve, _, _ in resolve("") }
    let isInSession = try Hydra.await(
      promise.then(in: .main) { _ in "shop \((UIApplication.shared.delegate as? ShopDelegate)?.number ?? 0)" })
    try Hydra.await(context.dispatch(TakeNote(text: isInSession)))
  }
}

/// Gates at which side effects wait until the test opens them.
enum Gates {
  private static let gates = Mutex<[String: DispatchSemaphore]>([:])

  static func of(_ name: String) -> DispatchSemaphore {
    gates.withLock { gates in
      if let gate = gates[name] { return gate }
      let gate = DispatchSemaphore(value: 0)
      gates[name] = gate
      return gate
    }
  }
}

// MARK: - Screens

struct HomeModel: ViewModelWithState {
  let count: Int
  let notes: String

  init?(state: ShopState) {
    count = state.count
    notes = state.notes.joined(separator: ",")
  }
}

final class HomeView: UIView, ViewControllerModellableView {
  static let actions = [
    "increment", "fail", "wait", "waitTwice", "waitAndFail", "nested", "flat", "lock", "sendAway", "detail", "promised",
    "note", "readScreens", "block", "lockAndBlock", "lockAndWait",
    "measure", "nothing", "crowd", "awaitingCrowd",
    "awaitInThen", "awaitInTap", "awaitInUpdater", "awaitInListener",
  ]

  let countLabel = UILabel()
  let notesLabel = UILabel()
  let field = UITextField()
  let buttons: [String: UIButton] = [:]
  var didTap: ((String, String) -> Void)?
  var didType: ((String) -> Void)?
  var didUpdate: (() -> Void)?

  func setup() {
    for view in [countLabel, notesLabel, field] { addSubview(view) }
    for action in Self.actions {
      let button = UIButton()
      button.accessibilityIdentifier = action
      button.on(.touchUpInside) { [unowned self] _ in didTap?(action, field.text ?? "") }
      addSubview(button)
    }
    field.on(.editingChanged) { [unowned self] field in didType?(field.text ?? "") }
  }

  func style() {}

  func update(oldModel: HomeModel?) {
    countLabel.text = model.map { "\($0.count)" }
    notesLabel.text = model?.notes
    didUpdate?()
  }
}

final class HomeController: ViewController<HomeView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { "home" }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show("detail"): .presentModally { [unowned self] context in
        DetailController(store: store, context: context as? String)
      }
    ]
  }

  override func setupInteraction() {
    rootView.didTap = { [unowned self] action, text in perform(action, text) }
    rootView.didType = { [unowned self] text in if text == "lock" { dispatch(Lock()) } }
  }

  private func perform(_ action: String, _ text: String) {
    switch action {
    case "increment": dispatch(Increment())
    case "fail": dispatch(Fail())
    case "wait": dispatch(WaitForGate(gate: text, fails: false))
    case "lockAndWait":
      dispatch(Lock())
      dispatch(WaitForGate(gate: text, fails: false))
    case "waitTwice": dispatch(WaitForGate(gate: text, fails: false, lastGate: text + " again"))
    case "waitAndFail": dispatch(WaitForGate(gate: text, fails: true))
    case "nested": dispatch(Nested(depth: 10))
    case "flat": for _ in 0..<2000 { dispatch(Nested(depth: 0)) }
    case "crowd": for _ in 0..<2000 { dispatch(Crowd(gate: text, awaits: false)) }
    case "awaitingCrowd": for _ in 0..<2000 { dispatch(Crowd(gate: text, awaits: true)) }
    case "lock": dispatch(Lock())
    case "sendAway": dispatch(SendAway())
    case "detail": dispatch(Show("detail", context: text.isEmpty ? nil : text))
    case "promised": dispatch(Promised())
    case "readScreens": for _ in 0..<4 { dispatch(ReadScreens()) }
    case "block", "lockAndBlock":
      if action == "lockAndBlock" { dispatch(Lock()) }
      Crowds.enter(text)
      Gates.of(text).wait()
    case "note": dispatch(TakeNote(text: text))
    case "awaitInThen":
      store.dispatch(Increment()).then(in: .main) { [unowned self] (_: Void) -> Void in
        dispatch(TakeNote(text: "before"))
        try Hydra.await(store.dispatch(TakeNote(text: "awaited")))
        dispatch(TakeNote(text: "after \(rootView.notesLabel.text ?? "")"))
      }
    case "awaitInTap":
      // The side effect itself needs the session's turn.
      _ = try? Hydra.await(store.dispatch(Promised()))
      dispatch(TakeNote(text: "done"))
    case "awaitInUpdater": dispatch(AwaitInUpdater { [unowned self] in store.dispatch(TakeNote(text: "lost")) })
    case "awaitInListener":
      rootView.didUpdate = { [unowned self] in
        rootView.didUpdate = nil
        _ = try? Hydra.await(store.dispatch(TakeNote(text: "awaited")))
      }
      dispatch(Increment())
    case "measure": UIScreen.main.bounds.size.width += 1; dispatch(TakeNote(text: "\(Int(UIScreen.main.bounds.width))"))
    default: break
    }
  }
}

final class DetailView: UIView, ViewControllerModellableView {
  let countLabel = UILabel()
  let closeButton = UIButton()
  let incrementButton = UIButton()

  func setup() { for view in [countLabel, closeButton, incrementButton] { addSubview(view) } }
  func style() {}
  func update(oldModel: HomeModel?) { countLabel.text = model.map { "\($0.count)" } }
}

final class DetailController: ViewController<DetailView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { "detail" }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide("detail"): .dismissModally(behaviour: .hard)]
  }

  init(store: PartialStore<ShopState>, context: String?) {
    super.init(store: store)
    title = context ?? "Detail"
  }

  required init?(coder: NSCoder) { nil }

  override func setupInteraction() {
    rootView.closeButton.on(.touchUpInside) { [unowned self] _ in dispatch(Hide()) }
    rootView.incrementButton.on(.touchUpInside) { [unowned self] _ in dispatch(Increment()) }
  }
}

// MARK: - Delegates

class ShopDelegate: TestDelegate<ShopState, NavigatorOnly> {
  private static let launches = Atomic<Int>(0)

  /// A number that is different for each launch.
  let number = ShopDelegate.launches.add(1, ordering: .relaxed).newValue

  override func makeRoot() -> UIViewController { HomeController(store: store) }
}

/// The shop with a route guard: a locked shop shows no details.
final class GuardedDelegate: ShopDelegate, RouteGuard {
  func access(to route: Route, in state: ShopState) -> RouteAccess {
    guard route.contains("detail") else { return .allowed }
    if state.isSentAway { return .redirect(to: ["home"]) }
    return state.isLocked ? .refused : .allowed
  }
}

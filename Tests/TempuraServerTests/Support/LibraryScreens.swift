import Dispatch
import Foundation
import Hydra
import Katana
import Synchronization
import Tempura

@testable import SessionKernel
@testable import TempuraLocalization
@testable import TempuraServer
@testable import TempuraUI

// Screens of the library.

struct ShelfContext: Codable, Equatable {
  var name: String
  var row: Int
}

/// A context that no URL can contain.
final class SecretContext {
  let text: String
  init(_ text: String) { self.text = text }
}

// MARK: - The screen

struct PageLocalState: LocalState, Codable {
  var section = 0
  var note = ""
}

/// A local state that is not `Codable`.
struct VagueLocalState: LocalState { var section = 0 }

struct PageModel: ViewModelWithLocalState {
  let state: LibraryState
  let section: Int
  init?(state: LibraryState?, localState: PageLocalState) {
    self.state = state ?? LibraryState()
    section = localState.section
  }
}

final class PageView: UIView, ViewControllerModellableView {
  let contextLabel = UILabel()
  let label = UILabel()
  let countLabel = UILabel()
  let notesLabel = UILabel()
  // Their texts are set once.
  let closeLabel = UILabel()
  let columnsLabel = UILabel()
  let field = UITextField()
  let go = UIButton()
  let more = UIButton()
  let progress = UIProgressView()
  var didGo: ((String) -> Void)?
  var didTapMore: (() -> Void)?
  var didUpdate: (() -> Void)?
  /// Whether the view heard of another direction in a turn of its session; nil if it did not hear of one.
  var heardInTurn: Bool?

  func setup() {
    for view in [contextLabel, label, countLabel, notesLabel, closeLabel, columnsLabel, field, go, more, progress]
      as [UIView]
    {
      addSubview(view)
    }
    go.on(.touchUpInside) { [unowned self] _ in didGo?(field.text ?? "") }
    more.on(.touchUpInside) { [unowned self] _ in didTapMore?() }
    field.on(.editingChanged) { [unowned self] field in
      if field.text?.hasPrefix("become ") == true { didGo?(field.text ?? "") }
    }
  }

  /// Adds a button that does a verb with what is in the field.
  func addButton(_ verb: String, id: String) {
    let button = UIButton()
    button.accessibilityIdentifier = id
    button.on(.touchUpInside) { [unowned self] _ in didGo?("\(verb) \(field.text ?? "")") }
    addSubview(button)
  }

  func style() { closeLabel.text = localized(.screenClose) }

  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    guard previous?.layoutDirection != traitCollection.layoutDirection else { return }
    heardInTurn = heardInTurn != false && (Main.scoped as? Scene)?.session.queue.isCurrent == true
  }

  func update(oldModel: PageModel?) {
    guard let model else { return }
    label.text = "section \(model.section) count \(model.state.count)"
    countLabel.text = "\(model.state.count)"
    notesLabel.text = model.state.notes.joined(separator: ",")
    progress.progress = Float(model.state.count) / 3
    more.isEnabled = model.state.role != "nobody"
    didUpdate?()
  }
}

final class PageController: ViewControllerWithLocalState<PageView>, RoutableWithConfiguration {
  let name: String
  let context: Any?
  var routeIdentifier: RouteElementIdentifier { name }

  init(_ name: String, _ context: Any?, store: PartialStore<LibraryState>) {
    (self.name, self.context) = (name, context)
    super.init(store: store, localState: PageLocalState())
  }

  required init?(coder: NSCoder) { nil }

  private func modal(_ name: String) -> NavigationInstruction {
    .presentModally { [unowned self] context in PageController(name, context, store: store) }
  }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    var all: [NavigationRequest: NavigationInstruction] = [.hide(name): .dismissModally(behaviour: .hard)]
    switch name {
    case "list":
      for screen in ["book", "shelf", "secret", "note", "login", "detail"] { all[.show(screen)] = modal(screen) }
      all[.show("custom")] = .custom { [unowned self] _, _, animated, context, completion in
        present(PageController("custom", context, store: store), animated: animated, completion: completion)
      }
      all[.show("elsewhere")] = .custom { [unowned self] _, _, animated, context, completion in
        present(PageController("login", context, store: store), animated: animated, completion: completion)
      }
      all[.show("gated")] = .custom { [unowned self] _, _, animated, context, completion in
        let (screen, gate) = (PageController("gated", context, store: store), context as? String ?? "gated")
        Promise<Void>(in: .background) { resolve, _, _ in
          Gates.of(gate).wait()
          resolve(())
        }.then(in: .main) { [unowned self] in present(screen, animated: animated, completion: completion) }
      }
      all[.show("nothing")] = .custom { _, _, _, _, completion in completion() }
      all[.show("picky")] = .optionalCustom { _, _, _, _, _ in false }
      all[.show("plain")] = .presentModally { [unowned self] _ in HandmadeController(store: store) }
      all[.show("vague")] = .presentModally { [unowned self] _ in VagueController(store: store) }
    case "book": all[.show("page")] = modal("page")
    default: break
    }
    return all
  }

  /// The verbs that the first screen has buttons for.
  private static let actions = [
    "increment", "fail", "wait", "waitTwice", "waitAndFail", "nested", "flat", "crowd", "awaitingCrowd", "lock",
    "sendAway", "detail", "promised", "write", "readScreens", "block", "measure", "nothing", "awaitInThen",
    "awaitInTap", "awaitInUpdater", "awaitInListener", "open", "copy", "say", "post", "main", "after", "background",
    "thread",
  ]

  private static let verbs = Mutex<[String: @Sendable (PageController, String) -> Void]>([:])

  /// Defines a verb that only one suite needs.
  static func define(_ verb: String, _ body: @escaping @Sendable (PageController, String) -> Void) {
    verbs.withLock { $0[verb] = body }
  }

  override func setupInteraction() {
    let view = rootView
    for (part, control) in [
      ("context", view.contextLabel), ("label", view.label), ("countLabel", view.countLabel),
      ("notesLabel", view.notesLabel), ("closeLabel", view.closeLabel), ("columnsLabel", view.columnsLabel),
      ("field", view.field), ("go", view.go), ("more", view.more),
    ] as [(String, UIView)] { control.accessibilityIdentifier = "\(name).\(part)" }
    if name == "list" { for action in Self.actions { view.addButton(action, id: action) } }
    if name == "detail" {
      title = context as? String ?? "Detail"
      for action in ["hide", "increment"] { view.addButton(action, id: "detail.\(action)") }
    }
    view.columnsLabel.text = "\(Int(UIScreen.main.bounds.width / 130)) columns"
    view.contextLabel.text =
      switch context {
      case nil: "none"
      case let context as String: "String \(context)"
      case let context as Int: "Int \(context)"
      case let context as ShelfContext: "Shelf \(context.name) \(context.row)"
      case let context as SecretContext: "Secret \(context.text)"
      default: "other"
      }
    view.didTapMore = { [unowned self] in localState.section += 1 }
    view.didGo = { [unowned self] text in
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      if let verb = words.first { go(verb, words.count > 1 ? words[1] : "") }
    }
  }

  private func go(_ verb: String, _ text: String) {
    switch verb {
    case "book": dispatch(Show("book", context: Int(text)))
    case "shelf": dispatch(Show("shelf", context: ShelfContext(name: text, row: 3)))
    case "secret": dispatch(Show("secret", context: SecretContext(text)))
    case "note": dispatch(Show("note", context: text))
    case "detail": dispatch(Show("detail", context: text.isEmpty ? nil : text))
    case "hide": dispatch(Hide())
    case "nothing": break
    // States
    case "count", "increment": dispatch(Count())
    case "become": dispatch(BecomeRole(role: text))
    case "lock", "sendAway": dispatch(BecomeRole(role: verb))
    case "write": dispatch(TakeNote(text: text))
    case "fill": localState.note = String(repeating: "x", count: Int(text) ?? 0)
    case "measure":
      UIScreen.main.bounds.size.width += 1
      dispatch(TakeNote(text: "\(Int(UIScreen.main.bounds.width))"))
    // The session
    case "renew": UIApplication.shared.renewSession()
    case "signIn":
      UIApplication.shared.renewSession()
      dispatch(Count())
    case "signInLater":
      dispatch(
        WaitForGate(gate: text) { context in
          UIApplication.shared.renewSession()
          try Hydra.await(context.dispatch(Count()))
        })
    case "end": dispatch(SignOut())
    case "endLater": dispatch(WaitForGate(gate: text) { _ in UIApplication.shared.endSession() })
    // Side effects
    case "fail": dispatch(Fail())
    case "wait": dispatch(WaitForGate(gate: text))
    case "waitTwice":
      dispatch(
        WaitForGate(gate: text) { context in
          try Hydra.await(context.dispatch(Count()))
          Gates.of(text + " again").wait()
        })
    case "waitAndFail": dispatch(WaitForGate(gate: text) { _ in throw Failure() })
    case "countLater": dispatch(WaitForGate(gate: text, times: 3))
    case "later": dispatch(WaitForGate(gate: text) { try Hydra.await($0.dispatch(Show("note"))) })
    case "nested": dispatch(Nested(depth: 10))
    case "flat": for _ in 0..<2000 { dispatch(Nested(depth: 0)) }
    case "crowd", "awaitingCrowd":
      for _ in 0..<2000 { dispatch(Crowd(gate: text, awaits: verb == "awaitingCrowd")) }
    case "promised": dispatch(Promised())
    case "readScreens": for _ in 0..<4 { dispatch(ReadScreens()) }
    case "block":
      Crowds.enter(text)
      Gates.of(text).wait()
    default:
      if let own = Self.verbs.withLock({ $0[verb] }) { own(self, text) } else { wait(verb, text) }
    }
  }

  /// Verbs that await in a turn, and verbs of the application.
  private func wait(_ verb: String, _ text: String) {
    // Safe because only code of the session uses it. In Swift 5 mode, which most apps use, no such variable is needed.
    nonisolated(unsafe) weak let controller = self
    switch verb {
    case "awaitInThen":
      store.dispatch(Count()).then(in: .main) { [unowned self] (_: Void) -> Void in
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
      dispatch(Count())
    case "open": UIApplication.shared.open(URL(string: text)!) { [unowned self] in dispatch(TakeNote(text: "\($0)")) }
    case "copy": UIPasteboard.general.string = text
    case "say": UIAccessibility.post(notification: .announcement, argument: text)
    case "post": NotificationCenter.default.post(name: LibrarySceneDelegate.news, object: text)
    case "main": DispatchQueue.main.async { controller?.dispatch(TakeNote(text: "in the session")) }
    case "after":
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { controller?.dispatch(TakeNote(text: "later")) }
    case "background":
      DispatchQueue.global().async {
        let isHere = UIApplication.shared.delegate is LibraryOfScenesDelegate
        DispatchQueue.main.async { controller?.dispatch(TakeNote(text: "back \(isHere)")) }
      }
    case "thread":
      let first = Thread.isMainThread
      DispatchQueue.global().async {
        let second = Thread.isMainThread
        DispatchQueue.main.async {
          controller?.dispatch(TakeNote(text: "main \(first) \(second) \(Thread.isMainThread)"))
        }
      }
    default: dispatch(Show(verb))
    }
  }
}

/// A screen that shows and hides screens in methods, without a configuration.
final class HandmadeController: ViewController<HandmadeView>, Routable {
  let routeIdentifier = "plain"

  func show(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    guard identifier == "byHand" else { return false }
    present(PageController("byHand", context, store: store), animated: animated, completion: completion)
    return true
  }
}

struct HandmadeModel: ViewModelWithState {
  init?(state: LibraryState) {}
}

final class HandmadeView: UIView, ViewControllerModellableView {
  func setup() {}
  func style() {}
  func update(oldModel: HandmadeModel?) {}
}

struct VagueModel: ViewModelWithLocalState {
  let text: String
  init?(state: LibraryState?, localState: VagueLocalState) { text = "section \(localState.section)" }
}

final class VagueView: UIView, ViewControllerModellableView {
  let label = UILabel()
  let more = UIButton()
  func setup() { for view in [label, more] { addSubview(view) } }
  func style() {}
  func update(oldModel: VagueModel?) { label.text = model?.text }
}

final class VagueController: ViewControllerWithLocalState<VagueView>, Routable {
  let routeIdentifier = "vague"
  init(store: PartialStore<LibraryState>) { super.init(store: store, localState: VagueLocalState()) }
  required init?(coder: NSCoder) { nil }
  override func setupInteraction() {
    rootView.more.on(.touchUpInside) { [unowned self] _ in localState.section += 1 }
  }
}

/// Two screens beside each other. One of them is in the route.
final class TabsController: UITabBarController, Routable {
  let routeIdentifier = "tabs"

  func change(
    from: RouteElementIdentifier, to: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) {
    selectedIndex = viewControllers?.firstIndex { ($0 as? any Routable)?.routeIdentifier == to } ?? selectedIndex
    completion()
  }
}

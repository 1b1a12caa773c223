import Foundation
import Hydra
import Katana
import Tempura
import TempuraServer
import TempuraUI

// An app with many screens, contexts and local states.

struct LibraryState: State, Codable {
  var count = 0
  var role = ""
}

struct Count: StateUpdater {
  func updateState(_ state: inout LibraryState) { state.count += 1 }
}

struct BecomeRole: StateUpdater {
  let role: String
  func updateState(_ state: inout LibraryState) { state.role = role }
}

/// Counts each time the test opens the gate, three times. A count may be undone, as it was stored elsewhere.
struct CountLater: SideEffect {
  let gate: String

  func sideEffect(_ context: SideEffectContext<LibraryState, NavigatorOnly>) throws {
    for _ in 0..<3 {
      Gates.of(gate).wait()
      try Hydra.await(context.dispatch(Count()))
    }
  }
}

/// Waits until the test opens the gate, and gives the session another id.
struct SignInLater: SideEffect {
  let gate: String

  func sideEffect(_ context: SideEffectContext<LibraryState, NavigatorOnly>) throws {
    Gates.of(gate).wait()
    UIApplication.shared.renewSession()
    try Hydra.await(context.dispatch(Count()))
  }
}

/// Ends the session.
struct SignOut: SideEffect {
  func sideEffect(_ context: SideEffectContext<LibraryState, NavigatorOnly>) throws {
    UIApplication.shared.endSession()
  }
}

/// Waits until the test opens the gate, and ends the session.
struct SignOutLater: SideEffect {
  let gate: String

  func sideEffect(_ context: SideEffectContext<LibraryState, NavigatorOnly>) throws {
    Gates.of(gate).wait()
    UIApplication.shared.endSession()
  }
}

/// Waits until the test opens the gate, and shows a screen.
struct ShowLater: SideEffect {
  let gate: String

  func sideEffect(_ context: SideEffectContext<LibraryState, NavigatorOnly>) throws {
    Gates.of(gate).wait()
    try Hydra.await(context.dispatch(Show("note")))
  }
}

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
  let text: String
  let isMoreEnabled: Bool
  let progress: Float
  init?(state: LibraryState?, localState: PageLocalState) {
    progress = Float(state?.count ?? 0) / 3
    isMoreEnabled = state?.role != "nobody"
    text = "section \(localState.section) count \(state?.count ?? -1)"
  }
}

final class PageView: UIView, ViewControllerModellableView {
  let contextLabel = UILabel()
  let label = UILabel()
  let field = UITextField()
  let go = UIButton()
  let more = UIButton()
  let progress = UIProgressView()
  var didGo: ((String) -> Void)?
  var didTapMore: Interaction?

  func setup() {
    for view in [contextLabel, label, field, go, more, progress] as [UIView] { addSubview(view) }
    go.on(.touchUpInside) { [unowned self] _ in didGo?(field.text ?? "") }
    more.on(.touchUpInside) { [unowned self] _ in didTapMore?() }
    field.on(.editingChanged) { [unowned self] field in
      if field.text?.hasPrefix("become ") == true { didGo?(field.text ?? "") }
    }
  }
  func style() {}
  func update(oldModel: PageModel?) {
    label.text = model?.text
    progress.progress = model?.progress ?? 0
    more.isEnabled = model?.isMoreEnabled == true
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
      for screen in ["book", "shelf", "secret", "note", "login"] { all[.show(screen)] = modal(screen) }
      all[.show("custom")] = .custom { [unowned self] _, _, animated, context, completion in
        present(PageController("custom", context, store: store), animated: animated, completion: completion)
      }
      all[.show("elsewhere")] = .custom { [unowned self] _, _, animated, context, completion in
        present(PageController("login", context, store: store), animated: animated, completion: completion)
      }
      all[.show("gated")] = .custom { [unowned self] _, _, animated, context, completion in
        let screen = PageController("gated", context, store: store)
        Promise<Void>(in: .background) { resolve, _, _ in
          Gates.of("gated").wait()
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

  override func setupInteraction() {
    let view = rootView
    for (part, control) in [
      ("context", view.contextLabel), ("label", view.label), ("field", view.field), ("go", view.go),
      ("more", view.more),
    ] as [(String, UIView)] { control.accessibilityIdentifier = "\(name).\(part)" }
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
    view.didGo = { [unowned self] text in go(text.split(separator: " ", maxSplits: 1).map(String.init)) }
  }

  private func go(_ words: [String]) {
    let text = words.count > 1 ? words[1] : ""
    switch words.first {
    case "book": dispatch(Show("book", context: Int(text)))
    case "shelf": dispatch(Show("shelf", context: ShelfContext(name: text, row: 3)))
    case "secret": dispatch(Show("secret", context: SecretContext(text)))
    case "note": dispatch(Show("note", context: text))
    case "fill": localState.note = String(repeating: "x", count: Int(text) ?? 0)
    case "hide": dispatch(Hide())
    case "later": dispatch(ShowLater(gate: text))
    case "count": dispatch(Count())
    case "countLater": dispatch(CountLater(gate: text))
    case "renew": UIApplication.shared.renewSession()
    case "signIn":
      UIApplication.shared.renewSession()
      dispatch(Count())
    case "signInLater": dispatch(SignInLater(gate: text))
    case "end": dispatch(SignOut())
    case "endLater": dispatch(SignOutLater(gate: text))
    case "endNow": UIApplication.shared.endSession()
    case "become": dispatch(BecomeRole(role: text))
    case let screen?: dispatch(Show(screen))
    case nil: break
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

// MARK: - Delegates

class LibraryDelegate: TestDelegate<LibraryState, NavigatorOnly>, RouteURLs {
  class var routeContexts: [RouteElementIdentifier: ContextType] {
    ["book": .text(Int.self), "shelf": .json(ShelfContext.self)]
  }
  class var routePaths: [String: Route] { [:] }

  override var root: String { "list" }

  override func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    switch identifier {
    case "list", "welcome": window?.rootViewController = PageController(identifier, context, store: store)
    case "tabs":
      let tabs = TabsController()
      tabs.viewControllers = ["left", "right"].map { PageController($0, nil, store: store) }
      window?.rootViewController = tabs
    default: return false
    }
    completion()
    return true
  }
}

/// The library with its own paths.
final class PrettyLibraryDelegate: LibraryDelegate {
  override class var routePaths: [String: Route] {
    [
      "/": ["list"], "/books/{book}": ["list", "book"], "/notes/{note}": ["list", "note"], "/enter": ["list", "login"],
    ]
  }
}

/// The library with a path that is the URL of another screen.
final class GreedyLibraryDelegate: LibraryDelegate {
  override class var routePaths: [String: Route] { ["/list/book": ["list", "login"]] }
}

/// The library with invalid paths.
final class MistakenLibraryDelegate: LibraryDelegate {
  override class var routePaths: [String: Route] { ["/health": ["list"]] }
}

/// The library with a route guard, whose answer depends on the role in the state.
final class GuardedLibraryDelegate: LibraryDelegate, RouteGuard {
  func access(to route: Route, in state: LibraryState) -> RouteAccess {
    switch (state.role, route) {
    case ("guest", ["list", "book"]), ("guest", ["list", "note"]): .redirect(to: ["list", "login"])
    case ("nobody", ["list", "book"]): .refused
    case ("chain", ["list", "book"]): .redirect(to: ["list", "note"])
    case ("chain", ["list", "note"]): .redirect(to: ["list", "shelf"])
    case ("refusing", ["list", "book"]): .redirect(to: ["list", "login"])
    case ("refusing", ["list", "login"]): .refused
    case ("circle", ["list", "book"]): .redirect(to: ["list", "note"])
    case ("circle", ["list", "note"]): .redirect(to: ["list", "book"])
    case ("self", ["list", "book"]): .redirect(to: ["list", "book"])
    case ("moving", ["tabs", "left"]): .redirect(to: ["tabs"])
    case ("home", ["list"]): .redirect(to: [])
    case ("outsider", ["list"]): .redirect(to: ["list", "login"])
    case ("lost", ["list", "book"]): .redirect(to: ["list", "page"])
    case ("tabless", ["tabs", "left"]): .refused
    default: .allowed
    }
  }
}

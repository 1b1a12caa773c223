import Foundation
import Hydra
import Katana
import Tempura
import Testing
import UIKit

// The base classes and extensions that larger apps write on top of the libraries.

class BaseController<V: ViewControllerModellableView & UIView>: ViewController<V> where V.VM.S == AppState {
  var appearances = 0

  override init(store: PartialStore<V.VM.S>, connected: Bool = false) {
    super.init(store: store, connected: connected)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    appearances += 1
  }
}

final class HomeController: BaseController<CounterView> {
  override func setupInteraction() {
    super.setupInteraction()
    rootView.didTapAdd = { [weak self] in self?.dispatch(Show(Screen.detail, animated: true, context: "from home")) }
  }
}

extension HomeController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { return Screen.list.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    return [
      .show(Screen.detail): .presentModally({ [unowned self] _ in
        let detail = DetailController(store: self.store)
        detail.modalPresentationStyle = .overCurrentContext
        return detail
      }),
      .hide(Screen.detail): .dismissModally(behaviour: .hard),
    ]
  }
}

final class DetailController: BaseController<CounterView>, Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.detail.rawValue }
}

/// An app's extensions of UIKit's controllers.
final class MainNavigation: UINavigationController, RoutableWithConfiguration {
  convenience init(store: PartialStore<AppState>) {
    self.init(rootViewController: HomeController(store: store))
  }

  var routeIdentifier: RouteElementIdentifier { "navigation" }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.show(Screen.more): .push { _ in NamedController("more") }, .hide(Screen.more): .pop]
  }
}

final class MainTabs: UITabBarController, Routable {
  let store: PartialStore<AppState>

  init(store: PartialStore<AppState>) {
    self.store = store
    super.init(nibName: nil, bundle: nil)
    viewControllers = [MainNavigation(store: store), UIViewController()]
  }

  required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  var routeIdentifier: RouteElementIdentifier { "tabs" }
}

extension SideEffectContext where S == AppState, D == AppDependencies {
  func add(_ texts: String...) throws {
    for text in texts { try Hydra.await(dispatch(AddItem(text: text))) }
  }
}

extension AnySideEffectContext {
  var counter: Int { (getAnyState() as? AppState)?.counter ?? 0 }
}

extension PartialStore where S == AppState {
  var isEmpty: Bool { state.items.isEmpty }
}

extension Store where S == AppState, D == AppDependencies {
  func start(in window: UIWindow, with installer: RootInstaller) {
    dependencies.navigator.start(using: installer, in: window, at: Screen.list)
  }
}

extension ViewController where V: CounterView {
  func show(_ count: Int) { viewModel = CounterModel(count: count) }
}

extension Routable where Self: UIViewController {
  var isRoot: Bool { presentingViewController == nil && parent == nil }
}

extension Promise {
  func log(_ body: @escaping (String) -> Void) -> Promise<Value> {
    return self.pass { value in body("\(value)") }
  }
}

@MainActor @Suite struct IdiomTests {
  struct AddAndShow: AppSideEffect {
    func sideEffect(_ context: SideEffectContext<AppState, AppDependencies>) throws {
      try context.add("a", "b")
      try Hydra.await(context.dispatch(Show(Screen.detail)))
      context.dispatch(Increment())
      try Hydra.await(all([context.dispatch(Increment()), context.dispatch(Increment())]))
    }
  }

  /// An updater and a side effect that are classes.
  final class ClassUpdater: StateUpdater {
    func updateState(_ state: inout AppState) { state.counter += 10 }
  }

  class ClassEffect: AnySideEffect {
    func anySideEffect(_ context: AnySideEffectContext) throws -> Any { context.counter }
  }

  @Test func anAppWithItsOwnBaseClassesNavigates() async throws {
    let store = makeStore()
    let window = UIWindow(frame: UIScreen.main.bounds)
    store.start(in: window, with: Installer(window: window) { _ in HomeController(store: store) })
    let home = try #require(window.rootViewController as? HomeController)
    #expect(home.appearances == 1 && home.isRoot && store.isEmpty)
    try await store.dispatch(AddAndShow()).value()
    #expect(home.presentedViewController is DetailController && home.connected)
    #expect(store.state.items == ["a", "b"] && home.viewModel?.count == 3)
    let detail = try #require(home.presentedViewController as? DetailController)
    #expect(!detail.isRoot)
    try await store.dispatch(Hide(Screen.detail)).value()
    #expect(home.presentedViewController == nil)
    home.show(7)
    #expect(home.rootView.label.text == "7")
  }

  @Test func containersArePartOfTheRoute() async throws {
    let store = makeStore()
    let window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(
      using: Installer(window: window) { _ in MainTabs(store: store) }, in: window, at: "tabs")
    #expect(UIApplication.shared.currentRoutableIdentifiers == ["tabs", "navigation", "list"])
    let show = store.dispatch(Show(Screen.more))
    try await show.value()
    let tabs = try #require(window.rootViewController as? MainTabs)
    let navigation = try #require(tabs.selectedViewController as? MainNavigation)
    #expect(navigation.viewControllers.count == 2)
    try await store.dispatch(Hide(Screen.more)).value()
    #expect(navigation.viewControllers.count == 1)
  }

  @Test func updatersAndSideEffectsCanBeClasses() async throws {
    let store = makeStore()
    try await store.dispatch(ClassUpdater()).value()
    #expect(try await store.anyDispatch(ClassEffect()).value() as? Int == 10)
    let log = Box<String>("")
    _ = try await store.anyDispatch(ClassEffect()).log { log.value = $0 }.value()
    #expect(log.value == "10")
  }

  @Test func thePromiseOfADispatchCanBeReturned() async throws {
    let store = makeStore()
    let dispatch: AnyDispatch = store.anyDispatch
    let getState: GetState = { store.state }
    let container = AppDependencies(dispatch: dispatch, getState: getState)
    try await container.dispatch(Increment()).void.value()
    #expect((container.getState() as? AppState)?.counter == 1)
    let function: (AnySideEffectContext) throws -> Any = ClassEffect().anySideEffect
    let effect: (IncrementTwice) -> Promise<Void> = store.dispatch
    try await Promise(resolved: IncrementTwice()).then(in: .background, effect).value()
    #expect(store.state.counter == 3)
    _ = function
  }
}

import Foundation
import Hydra
import Katana
import TempuraUI
import Testing

@testable import Tempura

private enum Name: String { case a, b }

private final class Root: UIViewController, RoutableWithConfiguration {
  let routeIdentifier = "root"
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Name.a): .presentModally { Modal("a", $0) },
      .hide("a"): .dismissModally(behaviour: .hard),
    ]
  }
}

private final class Modal: UIViewController, Routable {
  let routeIdentifier: RouteElementIdentifier
  init(_ identifier: RouteElementIdentifier, _ context: Any?) {
    routeIdentifier = identifier
    super.init(nibName: nil, bundle: nil)
    title = context as? String
  }
  required init?(coder: NSCoder) { fatalError() }
}

@Suite(.app) struct NavigationEffectTests {
  private let store = makeStore()
  private let root = Root()

  @Test func aDispatchSettlesWhenItsNavigationIsDone() async throws {
    window(showing: root)
    try await store.dispatch(Show(Name.a, context: "hello")).value()
    #expect(root.presentedViewController?.title == "hello")
    #expect(UIApplication.shared.currentRoutableIdentifiers == ["root", "a"])
    try await store.dispatch(Hide()).value()
    #expect(UIApplication.shared.currentRoutableIdentifiers == ["root"])
    try await store.dispatch(Navigate(to: ["root", "a"])).value()
    #expect(UIApplication.shared.currentRoutableIdentifiers == ["root", "a"])
    try await store.dispatch(Hide(Name.a)).value()
    try await store.dispatch(Hide("a")).value()
    #expect(UIApplication.shared.currentRoutableIdentifiers == ["root"])
  }

  @Test func aFailedNavigationRejectsTheDispatch() async {
    window(showing: root)
    #expect(await failure(of: store.dispatch(Show("x"))) == .unhandledShow("x", asked: ["root"]))
    #expect(await failure(of: store.anyDispatch(Hide())) == .hidingRoot("root"))
    #expect(await failure(of: store.dispatch(Navigate(to: []))) == .emptyRoute)
  }

  @Test func hideFailsIfNoScreenIsShown() async {
    let hide = Hide()
    #expect(hide.identifierToHide == "")
    #expect(await failure(of: store.dispatch(hide)) == .nothingToHide)
  }

  @Test func hideChoosesItsScreenWhenItIsMade() async throws {
    window(showing: root)
    try await store.dispatch(Show("a")).value()
    let first = Hide()
    let second = Hide()
    #expect(first.identifierToHide == "a")
    try await store.dispatch(first).value()
    try await store.dispatch(second).value()
    #expect(UIApplication.shared.currentRoutableIdentifiers == ["root"])
  }

  @Test func dependenciesNeedANavigator() async {
    let store = Store<AppState, EmptySideEffectDependencyContainer>(
      interceptors: [], stateInitializer: AppState.init,
      configuration: .init(stateInitializerAsyncProvider: Immediate(), listenersAsyncProvider: Immediate()))
    let error = await failure(of: store.dispatch(Show("a")))
    #expect(error == .noNavigator(dependencies: "EmptySideEffectDependencyContainer"))
  }

  @Test func navigationEffectsUseNoThreadInAHostedStore() {
    let effects: [any AnySideEffect] = [Show("a"), Hide("a"), Navigate(to: ["a"])]
    #expect(effects.allSatisfy { $0 is any NonblockingSideEffect })
  }
}

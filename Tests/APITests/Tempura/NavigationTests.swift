import Hydra
import Katana
import Tempura
import Testing
import UIKit

/// The navigator, its side effects, and the witness.
@MainActor @Suite struct NavigationTests {
  @Test func aNavigatorStartsAtAStringOrARawValue() throws {
    let plain: Navigator = Navigator()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let installer = Installer(window: window) { $0 == "list" ? NamedController($0) : nil }
    plain.start(using: installer, in: window, at: "list")
    #expect(window.rootViewController is NamedController)
    let navigator = Navigator(routableProvider: RoutableProvider(currentRoutable: { [] }))
    let start: (RootInstaller, UIWindow, Screen) -> Void = navigator.start(using:in:at:)
    start(installer, window, .list)
    let completion: Navigator.Completion = {}
    let root: RootInstaller = installer
    #expect(root.installRoot(identifier: "other", context: nil, completion: completion) == false)
    root.installRoot(identifier: "list", context: nil, completion: completion)
  }

  /// An installer as in the samples: its completion does not escape.
  struct Simple: RootInstaller {
    let window: UIWindow
    func installRoot(identifier: RouteElementIdentifier, context: Any?, completion: () -> Void) -> Bool {
      window.rootViewController = UIViewController()
      completion()
      return true
    }
  }

  @Test func anInstallersCompletionNeedNotEscape() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    Navigator().start(using: Simple(window: window), in: window, at: Screen.list)
    #expect(UIApplication.shared.keyWindow === window)
  }

  @Test func sideEffectsAreMadeOfStringsOrRawValues() {
    let shows: [Show] = [
      Show("a"), Show(["a"]), Show(Screen.list), Show([Screen.list]), Show("a", animated: true),
      Show("a", animated: true, context: 1), Show(Screen.list, context: "text"), Show([Screen.list, .detail]),
    ]
    #expect(shows.map(\.identifiersToShow.first) == ["a", "a", "list", "list", "a", "a", "list", "list"])
    #expect(shows.map(\.animated) == [false, false, false, false, true, true, false, false])
    #expect(shows[5].context as? Int == 1)
    let hides: [Hide] = [
      Hide("a"), Hide(Screen.list), Hide("a", animated: true, context: 2, atomic: true),
      Hide(Screen.list, atomic: true), Hide(Screen.list, animated: true, context: 3),
    ]
    #expect(hides.map(\.identifierToHide) == ["a", "list", "a", "list", "list"])
    #expect(hides.map(\.atomic) == [false, false, true, true, false])
    #expect(hides.map(\.animated) == [false, false, true, false, true])
    #expect(hides[2].context as? Int == 2)
    let navigates = [Navigate(to: ["a", "b"]), Navigate(to: [], animated: true, context: 4)]
    #expect(navigates[0].route == ["a", "b"] && !navigates[0].animated && navigates[1].context as? Int == 4)
    let effects: [NavigationSideEffect] = [shows[0], hides[0], navigates[0]]
    #expect(effects.map { String(reflecting: $0) } == ["Tempura.Show.a", "Tempura.Hide.a", "Tempura.Navigate.a.b"])
    #expect(shows[7].debugDescription == "Tempura.Show [list, detail]")
    let make: (RouteElementIdentifier, Bool, Any?, Bool) -> Hide = Hide.init(_:animated:context:atomic:)
    #expect(make("x", false, nil, false).identifierToHide == "x")
  }

  @Test func dispatchedEffectsNavigate() async throws {
    let store = makeStore()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let installer = Installer(window: window) { identifier in
      UINavigationController(
        rootViewController: NamedController(
          identifier, [.show(Screen.detail): .push { _ in NamedController("detail", [.hide(Screen.detail): .pop]) }]))
    }
    store.dependencies.navigator.start(using: installer, in: window, at: Screen.list)
    let navigation = try #require(window.rootViewController as? UINavigationController)
    try await store.dispatch(Show(Screen.detail)).value()
    #expect(navigation.viewControllers.count == 2)
    window.makeKeyAndVisible()
    let hide = Hide()
    #expect(hide.identifierToHide == "detail")
    try await store.dispatch(hide).value()
    #expect(navigation.viewControllers.count == 1)
    try await store.dispatch(Navigate(to: ["list", "detail"])).value()
    #expect(navigation.viewControllers.count == 2)
    let provider: NavigationProvider = store.dependencies
    let navigator: Navigator = provider.navigator
    #expect(navigator === store.dependencies.navigator)
  }

  @Test func aWitnessShowsAndHides() async throws {
    let dispatched = Box<[String]>([])
    let witness: NavigationWitness = .live { dispatchable in
      dispatched.value.append(String(reflecting: dispatchable))
      return Promise(resolved: ())
    }
    let promises: [Promise<Void>] = [
      witness.show("a"), witness.show(["a", "b"], animated: true), witness.show(Screen.list, context: 1),
      witness.show([Screen.list, .detail], animated: true, context: nil), witness.hide("a"),
      witness.hide(Screen.list, animated: true, context: 2, atomic: true), witness.hide("b", atomic: true),
    ]
    try await all(promises).void.value()
    #expect(
      dispatched.value == [
        "Tempura.Show.a", "Tempura.Show [a, b]", "Tempura.Show.list", "Tempura.Show [list, detail]", "Tempura.Hide.a",
        "Tempura.Hide.list", "Tempura.Hide.b",
      ])
    let hideTop: (Bool, Any?, Bool) -> Promise<Void> = witness.hide(animated:context:atomic:)
    try await hideTop(false, nil, false).value()
  }

  #if DEBUG
    @Test func aMockedWitnessRecords() async throws {
      let requests: NavigationRequests = []
      let witness = NavigationWitness.mocked(
        appendTo: requests,
        showHandlers: ["a": { animated, context in Promise(resolved: ()) }],
        hideHandlers: ["b": { animated, context, atomic in Promise<Void>(rejected: Oops()) }])
      try await witness.show(["a", "c"]).value()
      #expect(await failure(of: witness.hide("b")) is Oops)
      try await witness.hide().value()
      let recorded: [NavigationRequest] = requests.requests
      #expect(recorded == [.show("a"), .show("c"), .hide("b"), .hide("nil")])
      #expect(requests == [.show("a"), .show("c"), .hide("b"), .hide("nil")])
      #expect(requests == NavigationRequests(recorded) && requests != NavigationRequests())
      #expect(requests.debugDescription == recorded.debugDescription)
      try await NavigationWitness.mocked().show("x").value()
    }

    @Test func aWitnessCanBeImplementedInPart() async throws {
      let witness = NavigationWitness.unimplemented(show: { identifiers, animated, context in
        #expect(identifiers == ["a"] && animated && context == nil)
        return Promise(resolved: ())
      })
      try await witness.show("a", animated: true).value()
      let hiding: NavigationWitness = .unimplemented(hide: { identifier, animated, context, atomic in
        Promise(rejected: Oops(number: identifier == nil ? 1 : 2))
      })
      #expect(await failure(of: hiding.hide()) as? Oops == Oops(number: 1))
      _ = NavigationWitness.unimplemented()
    }
  #endif
}

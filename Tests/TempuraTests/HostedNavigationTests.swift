import Foundation
import Hydra
import Katana
import TempuraUI
import TestSupport
import Testing

@testable import Tempura

/// An app instance whose stores are hosted, as on a server.
private final class Host: SerialApp, ApplicationHost, NavigatorHost, StoreHost, @unchecked Sendable {
  // Safe because all is only accessed on the queue.
  private var container: AnyObject?
  let application = UIApplication()
  override var app: AnyObject? { application.environment }
  private(set) var navigator: Navigator?
  private(set) var failures: [String] = []

  func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S> {
    if let known = container as? StateContainer<S> { return known }
    let made = StateContainer(initial())
    container = made
    return made
  }

  func sideEffectDidStart(_ effect: any AnySideEffect) {}
  func sideEffectDidEnd(_ effect: any AnySideEffect) {}
  func dispatchDidFail(_ dispatchable: any Dispatchable, _ error: any Error) { failures.append("\(error)") }
  func navigatorDidStart(_ navigator: Navigator) { self.navigator = navigator }
}

private final class List: ViewController<CounterView>, RoutableWithConfiguration {
  let routeIdentifier = "list"
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show("item"): .presentModally { [unowned self] _ in Item(store: store) },
      .hide("item"): .dismissModally(behaviour: .hard),
    ]
  }
  override func setupInteraction() {
    rootView.didTap = { [unowned self] in
      dispatch(Increment())
      dispatch(Show("item", context: "seven"))
    }
  }
}

private final class Item: ViewController<CounterView>, Routable {
  let routeIdentifier = "item"
  override func setupInteraction() {
    rootView.didTap = { [unowned self] in
      dispatch(Increment())
      dispatch(Hide())
    }
  }
}

private final class Delegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: AppStore!

  func application(
    _: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = AppStore()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "list")
    return true
  }

  func installRoot(identifier: RouteElementIdentifier, context: Any?, completion: () -> Void) -> Bool {
    guard identifier == "list" else { return false }
    window?.rootViewController = List(store: store)
    completion()
    return true
  }
}

@Suite struct HostedNavigationTests {
  private let host = Host()

  /// Launches the app.
  private func launch() -> Delegate {
    host.sync {
      let delegate = Delegate()
      _ = delegate.application(host.application, didFinishLaunchingWithOptions: nil)
      return delegate
    }
  }

  private func tap(_ delegate: Delegate) {
    host.sync { (delegate.window?.topViewController as? any AnyViewController)?.tap() }
  }

  @Test func navigationEffectsUseTheNavigatorOfTheirScene() {
    let delegate = launch()
    #expect(host.navigator === delegate.store.dependencies.navigator)
    #expect(host.sync { host.application.currentRoutableIdentifiers } == ["list"])
    tap(delegate)
    host.sync {
      #expect(host.navigator?.currentRoute == ["list", "item"])
      #expect(host.navigator?.contexts.map { $0 as? String } == [nil, "seven"])
      let list = delegate.window?.rootViewController as? List
      #expect(list?.connected == true && list?.viewModel?.count == 1)
    }
    tap(delegate)
    host.sync {
      #expect(host.navigator?.currentRoute == ["list"])
      #expect((delegate.window?.rootViewController as? List)?.viewModel?.count == 2)
    }
    #expect(host.failures == [])
  }

  @Test func aDispatchedNavigationSettlesWhenItIsDone() async throws {
    let delegate = launch()
    try await delegate.store.dispatch(Show("item")).value()
    #expect(host.sync { host.navigator?.currentRoute } == ["list", "item"])
    #expect(await failure(of: delegate.store.dispatch(Show("nowhere"))) != nil)
  }

  @Test func aStoppedAppInstanceIsReleased() {
    weak var released: Delegate?
    do {
      let delegate = launch()
      released = delegate
      host.sync {
        host.navigator?.stop()
        delegate.window?.rootViewController = nil
      }
    }
    #expect(released == nil)
  }
}

extension AnyViewController {
  fileprivate func tap() { (rootView as? CounterView)?.didTap?() }
}

import Hydra
import Katana
import UIKit
import XCTest

@testable import Tempura

/// Navigation in XCTest, with a real window and with mocks.
final class NavigationXCTests: XCTestCase {
  struct AppState: State {}

  final class Dependencies: NavigationProvider {
    let navigator: Navigator = Navigator()
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }

  class MockRoutable: UIViewController, Routable {
    let routeIdentifier: RouteElementIdentifier

    init(_ routeIdentifier: RouteElementIdentifier) {
      self.routeIdentifier = routeIdentifier
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder aDecoder: NSCoder) {
      fatalError("init(coder:) has not been implemented")
    }

    func show(
      identifier: RouteElementIdentifier,
      from: RouteElementIdentifier,
      animated: Bool,
      context: Any?,
      completion: @escaping RoutingCompletion
    ) -> Bool {
      self.present(MockRoutable(identifier), animated: animated, completion: completion)
      return true
    }

    func hide(
      identifier: RouteElementIdentifier,
      from: RouteElementIdentifier,
      animated: Bool,
      context: Any?,
      completion: @escaping RoutingCompletion
    ) -> Bool {
      guard identifier == self.routeIdentifier else { return false }
      self.dismiss(animated: animated, completion: completion)
      return true
    }
  }

  class MockRootInstaller: RootInstaller {
    let window: UIWindow
    var installed: [RouteElementIdentifier] = []

    init(window: UIWindow) {
      self.window = window
    }

    func installRoot(
      identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
    ) -> Bool {
      self.installed.append(identifier)
      self.window.rootViewController = MockRoutable(identifier)
      completion()
      return true
    }
  }

  var store: Store<AppState, Dependencies>!
  var window: UIWindow!
  var rootInstaller: MockRootInstaller!

  override func setUp() {
    super.setUp()
    self.store = Store<AppState, Dependencies>()
    self.window = UIWindow(frame: UIScreen.main.bounds)
    self.rootInstaller = MockRootInstaller(window: self.window)
    self.store.dependencies.navigator.start(using: self.rootInstaller, in: self.window, at: "root")
  }

  private var route: [RouteElementIdentifier] { UIApplication.shared.currentRoutableIdentifiers }

  private func wait<T>(for promise: Promise<T>) {
    let expectation = XCTestExpectation(description: "promise")
    promise.then { _ in expectation.fulfill() }.catch { error in XCTFail("\(error)") }
    self.wait(for: [expectation], timeout: 10)
  }

  func testStartInstallsTheRoot() {
    XCTAssertEqual(self.rootInstaller.installed, ["root"])
    XCTAssertTrue(UIApplication.shared.keyWindow === self.window)
    XCTAssertEqual(self.route, ["root"])
    XCTAssertEqual(UIApplication.shared.currentViewControllers.count, 1)
    XCTAssertEqual(UIApplication.shared.currentRoute, ["root"])
  }

  func testDispatchedShowHideAndNavigateChangeTheRoute() {
    self.wait(for: self.store.dispatch(Show("a")))
    XCTAssertEqual(self.route, ["root", "a"])
    self.wait(for: self.store.dispatch(Show(["b", "c"])))
    XCTAssertEqual(self.route, ["root", "a", "b", "c"])
    self.wait(for: self.store.dispatch(Hide("b")))
    XCTAssertEqual(self.route, ["root", "a"])
    self.wait(for: self.store.dispatch(Hide()))
    XCTAssertEqual(self.route, ["root"])
    self.wait(for: self.store.dispatch(Navigate(to: ["root", "a", "b"])))
    XCTAssertEqual(self.route, ["root", "a", "b"])
    self.wait(for: self.store.dispatch(Navigate(to: ["other"])))
    XCTAssertEqual(self.rootInstaller.installed, ["root", "other"])
  }

  func testATestCanUseInternalsOfTheNavigator() {
    let navigator = self.store.dependencies.navigator
    self.wait(for: navigator.show(["a"], animated: false, context: nil))
    self.wait(for: navigator.changeRoute(newRoute: ["root", "a", "b"], animated: false, context: nil))
    self.wait(for: navigator.hide("b", animated: false, context: nil))
    self.wait(for: navigator.hide("a", animated: false, context: nil, atomic: true))
    XCTAssertEqual(self.route, ["root"])
  }

  func testAMockedWitnessReplacesNavigation() {
    var calls: [String] = []
    let witness = NavigationWitness(
      _show: { identifiers, animated, context in
        calls.append("show \(identifiers) \(animated) \(context ?? "-")")
        return Promise(resolved: ())
      },
      _hide: { identifier, animated, context, atomic in
        calls.append("hide \(identifier ?? "-") \(animated) \(context ?? "-") \(atomic)")
        return Promise(resolved: ())
      })
    self.wait(for: witness._show(["a"], true, 1))
    self.wait(for: witness._hide(nil, false, nil, true))
    self.wait(for: witness.show("b"))
    XCTAssertEqual(calls, ["show [\"a\"] true 1", "hide - false - true", "show [\"b\"] false -"])
  }
}

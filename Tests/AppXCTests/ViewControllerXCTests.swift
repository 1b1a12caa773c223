import Hydra
import Katana
import UIKit
import XCTest

@testable import Tempura

/// View controllers in XCTest, with the internals that an app's tests use.
final class ViewControllerXCTests: XCTestCase {
  struct AppState: State {
    var counter: Int = 0
  }

  struct Increment: StateUpdater {
    func updateState(_ state: inout AppState) {
      state.counter += 1
    }
  }

  /// Runs closures at once. It implements only the deprecated requirement.
  @available(*, deprecated)
  final class SyncronousAsyncProvider: AsyncProvider {
    func execute(_ closure: @escaping () -> Void) { closure() }
  }

  struct TestViewModel: ViewModelWithState {
    var counter: Int = 0

    init(state: AppState) {
      self.counter = state.counter
    }
  }

  class TestView: UIView, ViewControllerModellableView {
    var numberOfTimesUpdateIsCalled = 0
    var lastOldModel: TestViewModel?

    func setup() {}
    func style() {}

    func update(oldModel: TestViewModel?) {
      self.numberOfTimesUpdateIsCalled += 1
      self.lastOldModel = oldModel
    }
  }

  class TestViewController: ViewController<TestView> {
    var numberOfTimesWillUpdateIsCalled = 0
    var numberOfTimesDidUpdateIsCalled = 0
    var numberOfTimesWillUnsubscribeIsCalled = 0
    var viewModelWhenWillUpdateHasBeenCalled: TestViewModel?
    var newViewModelWhenWillUpdateHasBeenCalled: TestViewModel?

    override func willUpdate(new: TestViewModel?) {
      self.numberOfTimesWillUpdateIsCalled += 1
      self.viewModelWhenWillUpdateHasBeenCalled = self.viewModel
      self.newViewModelWhenWillUpdateHasBeenCalled = new
    }

    override func didUpdate(old: TestViewModel?) {
      self.numberOfTimesDidUpdateIsCalled += 1
    }

    override func willUnsubscribe() {
      self.numberOfTimesWillUnsubscribeIsCalled += 1
    }
  }

  var store: Store<AppState, EmptySideEffectDependencyContainer>!
  var viewController: TestViewController!

  @available(*, deprecated)
  override func setUp() {
    super.setUp()
    self.store = Store<AppState, EmptySideEffectDependencyContainer>(
      interceptors: [],
      stateInitializer: AppState.init,
      dependenciesInitializer: EmptySideEffectDependencyContainer.init(dispatch:getState:),
      configuration: .init(
        stateInitializerAsyncProvider: SyncronousAsyncProvider(),
        listenersAsyncProvider: SyncronousAsyncProvider()
      )
    )
    self.viewController = TestViewController(store: self.store, connected: false)
  }

  /// Dispatches an item and waits for it.
  private func increment() {
    let expectation = self.expectation(description: "incremented")
    self.store.dispatch(Increment()).then { expectation.fulfill() }
    self.wait(for: [expectation], timeout: 5)
  }

  func testTheStoreIsReadyAtOnce() {
    XCTAssertTrue(self.store.isReady)
    XCTAssertTrue(self.viewController.store === self.store)
    XCTAssertNil(self.viewController.viewModel)
    XCTAssertNil(self.viewController.unsubscribe)
  }

  func testConnectingUpdatesTheView() {
    _ = self.viewController.view
    self.viewController.connected = true
    XCTAssertNotNil(self.viewController.unsubscribe)
    XCTAssertEqual(self.viewController.rootView.numberOfTimesUpdateIsCalled, 1)
    self.increment()
    XCTAssertEqual(self.viewController.viewModel?.counter, 1)
    XCTAssertEqual(self.viewController.viewModelWhenWillUpdateHasBeenCalled?.counter, 0)
    XCTAssertEqual(self.viewController.newViewModelWhenWillUpdateHasBeenCalled?.counter, 1)
    XCTAssertEqual(self.viewController.rootView.lastOldModel?.counter, 0)
    self.viewController.connected = false
    self.increment()
    XCTAssertEqual(self.viewController.viewModel?.counter, 1)
    XCTAssertEqual(self.viewController.rootView.numberOfTimesUpdateIsCalled, 2)
    XCTAssertEqual(self.viewController.numberOfTimesWillUnsubscribeIsCalled, 1)
  }

  func testConnectingSilentlyDoesNotUpdateTheView() {
    self.viewController.updateConnect(to: true, silent: true)
    XCTAssertTrue(self.viewController.connected)
    XCTAssertEqual(self.viewController.numberOfTimesWillUpdateIsCalled, 0)
    self.viewController.subscribe(silent: false)
    XCTAssertEqual(self.viewController.numberOfTimesWillUpdateIsCalled, 0)
    self.viewController.updateConnect(to: false)
    self.viewController.subscribe()
    XCTAssertEqual(self.viewController.numberOfTimesDidUpdateIsCalled, 1)
    self.viewController.storeDidChange(newState: AppState(counter: 4))
    XCTAssertEqual(self.viewController.viewModel?.counter, 4)
    self.viewController.update(with: AppState(counter: 5))
    XCTAssertEqual(self.viewController.viewModel?.counter, 5)
  }

  func testAppearingConnectsTheController() {
    self.viewController.viewWillAppear(true)
    XCTAssertTrue(self.viewController.connected)
    self.viewController.viewWillDisappear(true)
    XCTAssertFalse(self.viewController.connected)
    self.viewController.shouldConnectWhenVisible = false
    self.viewController.warmUp()
    XCTAssertFalse(self.viewController.connected)
    self.viewController.shouldConnectWhenVisible = true
    self.viewController.warmUp()
    self.viewController.shouldDisconnectWhenInvisible = false
    self.viewController.tearDown()
    XCTAssertTrue(self.viewController.connected)
  }

  func testTheMainThreadIsReentrant() {
    var log: [Int] = []
    mainThread { log.append(1) }
    let value: Int = mainThread { mainThread { 2 } }
    XCTAssertEqual(log + [value], [1, 2])
    let expectation = self.expectation(description: "hopped")
    DispatchQueue.global().async {
      mainThread { XCTAssertTrue(Thread.isMainThread) }
      expectation.fulfill()
    }
    self.wait(for: [expectation], timeout: 5)
  }
}
